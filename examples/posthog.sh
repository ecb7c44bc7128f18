# Sets the variants of a PostHog flag from weights.json. Needs PROJECT, FLAG, POSTHOG_KEY, curl and jq.
# See docs/recipes.md.
set -eo pipefail
url=https://us.posthog.com/api/projects/$PROJECT/feature_flags/$FLAG/
curl -fsS -H "Authorization: Bearer $POSTHOG_KEY" $url |
  jq --slurpfile w weights.json '$w[0].weights as $w | {filters: (.filters | .multivariate.variants |= (
    if (map(.key) | sort) != ($w | keys) then error("the arms are not the variants") else . end |
    map(100 * $w[.key]) as $shares | ($shares | map(. + 1e-9 | floor)) as $down |
    ([range(length)] | sort_by($down[.] - $shares[.]) | .[:100 - ($down | add)]) as $up |
    to_entries | map(.key as $i | .value + {rollout_percentage: ($down[$i] + ([$i] - ([$i] - $up) | length))})))}' > flag.json
curl -fsS -X PATCH -H "Authorization: Bearer $POSTHOG_KEY" -H 'Content-Type: application/json' -d @flag.json $url
