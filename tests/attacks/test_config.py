"""The configuration on the command line, read as Snakemake reads it."""

import re

import pytest
import yaml
from snakemake.cli import parse_config

from attacks.table import Attack, each
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.experiment import load_papers
from single_runs import CONFIG

WHOLE = "; expected a value of type integer or null"
PATH = "; expected bundled, download, huggingface or the path of an existing file"
PAPERS = "papers: unknown paper "
INJECTED = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "'; touch pwned; '", "| tee pwned"]

ATTACKS = [
    Attack("seeds below zero", "seeds is -1; expected at least 2", ["seeds=-1"]),
    Attack("no seed", "seeds is 0; expected at least 2", ["seeds=0"]),
    Attack("a float of seeds", f"seeds is 1000.0{WHOLE}", ["seeds=1e3"]),
    Attack("half a seed", f"seeds is 2.5{WHOLE}", ["seeds=2.5"]),
    Attack("true seeds", f"seeds is 'true'{WHOLE}", ["seeds=true"]),
    Attack("a list of seeds", f"seeds is ['3']{WHOLE}", ["seeds=[3]"]),
    Attack("no number", f"seeds is nan{WHOLE} that is finite", ["seeds=nan"]),
    Attack("more than 64 bits", "seeds is 99999999999999999999; expected", ["seeds=" + 20 * "9"]),
    Attack("two numbers", f"seeds is '3 4'{WHOLE}", ["seeds=3 4"]),
    Attack("hexadecimal", f"seeds is '0x10'{WHOLE}", ["seeds=0x10"]),
    Attack(
        "null in words",
        f"seeds is 'null'{WHOLE}; on the command line null is written as nothing",
        ["seeds=null"],
    ),
    Attack("a mapping", f"seeds is {{'a': '1'}}{WHOLE}", ["seeds={a: 1}"]),
    Attack(
        "a YAML tag", "seeds is ['touch pwned']", ["seeds=!!python/object:os.system [touch pwned]"]
    ),
    Attack("an anchor in itself", f"seeds is '&a [*a]'{WHOLE}", ["seeds=&a [*a]"]),
    Attack("a control character", f"seeds is '\\x01'{WHOLE}", ["seeds=\x01"]),
    Attack("wildcards", f"seeds is '{{{{3}}}}'{WHOLE}", ["seeds={{3}}"]),
    Attack(
        "another case", "scale is 'QUICK'; expected one of: demo, paper, quick", ["scale=QUICK"]
    ),
    Attack(
        "a letter that looks the same", "scale is 'quісk'; did you mean 'quick'?", ["scale=quісk"]
    ),
    Attack("nothing as a scale", "scale is None; expected one of", ["scale="]),
    Attack("a master seed below zero", "master_seed is -1; expected", ["master_seed=-1"]),
    Attack("a float as master seed", "master_seed is 1.5; expected", ["master_seed=1.5"]),
    Attack("no seconds", "job_seconds is 0; expected at least 0.1", ["job_seconds=0"]),
    Attack("endless seconds", "job_seconds is inf; expected", ["job_seconds=inf"]),
    Attack("files of -3 seeds", "seeds_per_job is -3; expected", ["seeds_per_job=-3"]),
    Attack("another touch of bundled delays", "touch is 'last'; expected all", ["touch=last"]),
    Attack("a paper without brackets", "papers is 'tiny'; expected a value", ["papers=tiny"]),
    Attack("half a bracket", "papers is '[tiny'; expected a value", ["papers=[tiny"]),
    Attack("a list in the list", "papers.1 is ['tiny']; expected", ["papers=[tiny, [tiny]]"]),
    Attack(
        "a paper of another folder",
        f"{PAPERS}'../tiny'; did you mean 'tiny'?",
        ["papers=[../tiny]"],
    ),
    Attack("a paper misspelt", f"{PAPERS}'tinny'; did you mean 'tiny'?", ["papers=[tinny]"]),
    Attack("a key misspelt", "unknown key 'sedes'; did you mean 'seeds'?", ["sedes=3"]),
    Attack("a key in capitals", "unknown key 'Seeds'; did you mean 'seeds'?", ["Seeds=3"]),
    Attack("a name of Python's", "unknown key '__class__'; expected one of", ["__class__=1"]),
    Attack("no Criteo file", f"criteo is '/nowhere'{PATH}", ["criteo=/nowhere"]),
    Attack("a folder without Parquet", f"criteo is '/'{PATH}", ["criteo=/"]),
    Attack("a device", f"criteo is '/dev/null'{PATH}", ["criteo=/dev/null"]),
    Attack("home", f"criteo is '~'{PATH}", ["criteo=~"]),
    Attack("an address", f"criteo is 'http://127.0.0.1/x'{PATH}", ["criteo=http://127.0.0.1/x"]),
    Attack("a path that is too long", "criteo is '", ["criteo=" + 5000 * "a"]),
    Attack("an unknown log", "log is 'no.csv'; expected the path of an existing", ["log=no.csv"]),
    *(
        Attack(f"{text} as {key}", f"{key}{of} ", [f"{key}={before}{text}{after}"])
        for text in INJECTED
        for key, of, before, after in [
            ("criteo", " is", "", ""),
            ("papers", ": unknown paper", '["', '"]'),
        ]
    ),
]


@each(ATTACKS)
def test_config(attack, folder):
    config = yaml.safe_load(CONFIG) | parse_config(attack.arguments)
    with pytest.raises(InputError) as caught:
        load_papers(config, folder)
    (line,) = str(caught.value).splitlines()
    assert re.match(re.escape(f"config.yaml: {attack.seen}"), line), line
    assert line.isprintable()
    assert not (folder / "pwned").exists()
