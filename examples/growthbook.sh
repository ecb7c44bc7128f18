# Sets the weights of a GrowthBook experiment from weights.json. Needs EXPERIMENT, GROWTHBOOK_KEY, curl and jq.
# See docs/recipes.md.
set -eo pipefail
url=https://api.growthbook.io/api/v1/experiments/$EXPERIMENT
curl -fsS -H "Authorization: Bearer $GROWTHBOOK_KEY" $url |
  jq --slurpfile w weights.json '$w[0].weights as $w | .experiment |
    if ([.variations[].key] | sort) != ($w | keys) then error("the arms are not the variations") else . end |
    [.variations[] | $w[.key]] as $shares | {phases: (.phases |
    map(.variationWeights = [.trafficSplit[].weight] | .condition = .targetingCondition | .reason = .reasonForStopping |
      del(.trafficSplit, .targetingCondition, .reasonForStopping) |
      if .dateEnded == "" then del(.dateEnded) else . end |
      if .namespace then .namespace.enabled = true else . end) |
    .[-1].variationWeights = $shares)}' > phases.json
curl -fsS -X POST -H "Authorization: Bearer $GROWTHBOOK_KEY" -H 'Content-Type: application/json' -d @phases.json $url
