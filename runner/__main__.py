"""The command `hardtwin`: Hydra composes, we validate and run. Exit codes: 0 well, 1 failed, 2 a mistake."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING

from evaluators.printable import printable
from runner import streams
from runner.errors import Failed, UserError
from runner.help import conf_folder, page

if TYPE_CHECKING:
    from omegaconf import DictConfig

    from runner.launcher import Job

_LONGEST = 1000


def main() -> None:
    """Run the command line of this process and exit."""
    streams.prepare()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    sys.unraisablehook = _lost
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code."""
    try:
        if any(argument in ("--help", "-h") for argument in arguments):
            print(page())
        elif "--version" in arguments:
            print(f"hardtwin {version('hardtwin')}")
        else:
            _compose_and_run(arguments)
        sys.stdout.flush()
    except UserError as error:
        return _tell(str(error), 2)
    except Failed as error:
        return _tell(str(error), 1)
    except KeyboardInterrupt as stop:
        tasks = {a.partition("=")[2] for a in arguments if a.startswith("task=")} or {"evaluate"}
        kept = "; what was answered is recorded: the same command goes on from there"
        told = f"interrupted{kept if 'evaluate' in tasks else ''}"
        return _tell(told, 128 + (stop.args[0] if stop.args else signal.SIGINT))
    except OSError as error:
        if error.filename is None:
            raise  # a fault of ours: no file of the user's is meant
        if error.filename == streams.NAME:
            streams.drop_output()
            if isinstance(error, BrokenPipeError):
                return 1  # whoever read it has had enough
            return _tell(f"{streams.NAME}: {error.strerror}", 1)
        told = f"{error.filename}: {error.strerror}"
        return _tell(f"{told}; what was recorded is kept, the same command goes on from there", 1)
    return 0


def _interrupt(number: int, _: object) -> None:
    """End things in order: workers stopped, runs closed, one line; a polite kill as well as Ctrl-C."""
    raise KeyboardInterrupt(number)


def _lost(what: sys.UnraisableHookArgs) -> None:
    """An interrupt within a callback of Python's own, as in an import, can't leave it: send it once more."""
    if isinstance(what.exc_value, KeyboardInterrupt):
        again = threading.Timer(0.01, os.kill, (os.getpid(), *(what.exc_value.args or (signal.SIGINT,))))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(what)


@dataclass
class _Entry:
    """What Hydra calls: `__call__` for one composed config, `sweep` for all jobs of a multirun."""

    began: bool = False
    __name__: str = "hardtwin"
    failure: list[BaseException] = field(default_factory=list)

    def __call__(self, config: DictConfig) -> None:
        from hydra.core.hydra_config import HydraConfig
        from hydra.types import RunMode

        chosen = HydraConfig.get()
        if chosen.mode == RunMode.MULTIRUN:
            self.failure.append(UserError("hydra/launcher: only cells runs a sweep"))
            return
        if chosen.sweeper.params:
            self.failure.append(
                UserError(f"experiment={chosen.runtime.choices['experiment']} is a sweep: add -m")
            )
            return
        self._run([config], multirun=False)

    def sweep(self, jobs: list[Job]) -> None:
        """All jobs of a multirun at once."""
        self._run([job.config for job in jobs], multirun=True)

    def _run(self, configs: list[DictConfig], multirun: bool) -> None:
        from runner.settings import read
        from runner.tasks import perform

        self.began = True
        try:
            perform([read(config) for config in configs], multirun)
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  Hydra would print it in its own way
            self.failure.append(error)


def _compose_and_run(arguments: Sequence[str]) -> None:
    for flag in ("-m", "--multirun"):  # Hydra takes flags only before or after all overrides
        if flag in arguments:
            arguments = ["-m", *(argument for argument in arguments if argument != flag)]
    os.environ["HYDRA_FULL_ERROR"] = "1"  # Hydra raises instead of printing and exiting
    import hydra
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException

    from runner.explaining import explain
    from runner.launcher import register
    from runner.overrides import check
    from runner.vocabulary import Vocabulary

    register()
    entry, words = _Entry(), Vocabulary(conf_folder())
    check(arguments, words)
    decorated: Callable[[], None] = hydra.main(
        version_base="1.3", config_path=str(conf_folder()), config_name="config"
    )(entry)
    argv = sys.argv
    sys.argv = [argv[0], *arguments]
    try:
        decorated()
    except ValueError as error:
        if entry.began:
            raise
        raise UserError(explain(error, words)) from error
    except (HydraException, OmegaConfBaseException) as error:
        raise UserError(explain(error, words)) from error
    finally:
        sys.argv = argv
    if entry.failure:
        raise entry.failure[0]


def _tell(message: str, code: int) -> int:
    shown = printable(message)
    print(f"hardtwin: {shown if len(shown) <= _LONGEST else shown[:_LONGEST] + '…'}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
