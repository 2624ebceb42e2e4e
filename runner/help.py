"""`hardtwin --help`: groups, choices and examples, read from the config folder without importing Hydra."""

from __future__ import annotations

import importlib.util
from pathlib import Path

_EXAMPLES = """\
Examples
  hardtwin family=sat twin=npc stratum=s4 model.name=greedy
      one cell: the greedy program on 3-SAT at level 4
  hardtwin -m family=sat,coloring twin=p,npc 'stratum=glob(s*)' model.name=reference,greedy
      a sweep over families, twins, the whole ladder and two programs; the same command again resumes it
  hardtwin -m model=litellm model.name=openai/gpt-5 family=sat twin=p,npc stratum=s1,s3,s5 dry_run=true
      what a sweep over a model would run and how many completions it needs; nothing is started
"""

_OPTIONS = """\
Options
  -m                sweep: values as a,b,c, range(0,8) or, of a group, glob(*) make one cell each
  --cfg job         print the composed config and stop
  --version         print the version and stop
  --help            this page; --hydra-help for Hydra's own flags
"""


def conf_folder() -> Path:
    """The folder of the configs: the installed package `runner.conf`, else `conf/` of the checkout."""
    spec = importlib.util.find_spec("runner.conf")
    if spec is not None and spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    return Path(__file__).resolve().parent.parent / "conf"


def page() -> str:
    """The whole page."""
    conf = conf_folder()
    lines = ["hardtwin: does a model reason about a problem's structure, or recall its textbook name?", ""]
    lines += ["Usage", "  hardtwin [-m] [group=choice …] [key=value …]", "", "Groups and their choices"]
    for group in sorted(folder for folder in conf.iterdir() if folder.is_dir() and folder.name[0].isalpha()):
        choices = sorted(group.glob("*.yaml"))
        if not choices:
            continue
        lines.append(f"  {group.name}")
        told = [(path.stem, _first_comment(path)) for path in choices]
        if any(comment for _, comment in told):
            lines += [f"    {name:<17} {comment}".rstrip() for name, comment in told]
        else:
            lines.append(f"    {', '.join(name for name, _ in told)}")
    lines += ["", "Keys and their defaults", *_keys(conf / "config.yaml"), "", _EXAMPLES, _OPTIONS.rstrip()]
    return "\n".join(lines)


def _first_comment(path: Path) -> str:
    comments = [
        line[1:].strip() for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")
    ]
    return next((line for line in comments if not line.startswith("@package")), "")


def _keys(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    body = text[text.index("\nseed:") : text.index("\nhydra:")]
    return [f"  {line}" for line in body.splitlines() if line.strip() and not line.startswith("#")]
