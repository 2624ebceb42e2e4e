"""The `cells` sweeper and launcher: Hydra expands the sweep, we compose every job before anything runs.

Hydra finds plugins only in the package `hydra_plugins`; this module presents itself there under an alias,
so that it works from a wheel, an editable install and a bare checkout.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from types import ModuleType
from typing import Any

from hydra._internal.config_loader_impl import ConfigLoaderImpl
from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
from hydra.core.config_store import ConfigStore
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.plugins import Plugins
from hydra.core.utils import JobReturn, JobStatus
from hydra.plugins.launcher import Launcher
from hydra.plugins.sweeper import Sweeper
from hydra.types import HydraContext, RunMode, TaskFunction
from omegaconf import DictConfig

_ALIAS = "hydra_plugins.hardtwin"


@dataclass(frozen=True, slots=True)
class Job:
    """One composed config of a sweep with the overrides that made it."""

    overrides: tuple[str, ...]
    config: DictConfig


class CellSweeper(Sweeper):
    """Expands a sweep as Hydra's own sweeper does, but neither composes every job twice nor writes a file."""

    __module__ = _ALIAS

    def __init__(self, params: Mapping[str, str] | None = None) -> None:
        self._params = params or {}

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        """Make the launcher; called by Hydra."""
        self.hydra_context, self.config = hydra_context, config
        self.launcher = Plugins.instance().instantiate_launcher(
            hydra_context=hydra_context, task_function=task_function, config=config
        )

    def sweep(self, arguments: list[str]) -> Any:
        """Launch all combinations at once; `arguments` win over the sweep of an experiment."""
        assert self.hydra_context is not None
        assert self.launcher is not None
        parser = OverridesParser.create(config_loader=self.hydra_context.config_loader)
        given = [*(f"{key}={value}" for key, value in self._params.items()), *arguments]
        (jobs,) = BasicSweeper.split_arguments(parser.parse_overrides(given), max_batch_size=None)
        return self.launcher.launch(jobs, initial_job_idx=0)


class CellLauncher(Launcher):
    """Composes all jobs in the parent and hands them over at once."""

    __module__ = _ALIAS

    def setup(self, *, hydra_context: HydraContext, task_function: TaskFunction, config: DictConfig) -> None:
        """Keep what `launch` needs; called by Hydra."""
        self.context, self.task, self.config = hydra_context, task_function, config

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> Sequence[JobReturn]:
        """Compose every job, then call the task function's `sweep` once with all of them."""
        loader = self.context.config_loader
        assert isinstance(loader, ConfigLoaderImpl)
        compose = Composer(loader, self.config)
        jobs = [Job(tuple(o), compose(o)) for o in _told(job_overrides)]
        run: Callable[[list[Job]], None] = getattr(self.task, "sweep")  # noqa: B009  set by runner.__main__
        run(jobs)
        done = [JobReturn(overrides=job.overrides, cfg=job.config) for job in jobs]
        for result in done:
            result.status, result.return_value = JobStatus.COMPLETED, None
        return done


def _told(overrides: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """The overrides of each job; who waits for thousands to be composed is told how far it is."""
    told = monotonic()
    for done, each in enumerate(overrides):
        if monotonic() - told > 10:
            told = monotonic()
            sys.stderr.write(f"{done} of {len(overrides)} cells composed\n")
        yield each


class Composer:
    """Composes the config of a job, reusing the work for jobs that differ only in plain values.

    Composing takes Hydra 70 ms; a sweep over program names or seeds differs in values alone, which Hydra
    applies after composition. So each choice of groups is composed once.
    """

    def __init__(self, loader: ConfigLoaderImpl, master: DictConfig) -> None:
        self._loader, self._master = loader, master
        self._parser = OverridesParser.create()
        self._composed: dict[tuple[str, ...], DictConfig] = {}

    def __call__(self, overrides: Sequence[str]) -> DictConfig:
        """The config of one job."""
        parsed = self._parser.parse_overrides(list(overrides))
        groups = [o for o in parsed if self._loader.repository.group_exists(o.key_or_group)]
        key = tuple(str(o.input_line) for o in groups)
        if key not in self._composed:
            self._composed[key] = self._loader.load_sweep_config(self._master, list(key))
        config: DictConfig = self._composed[key].copy()
        values: list[Any] = [o for o in parsed if o not in groups]
        self._loader.validate_sweep_overrides_legal(parsed, run_mode=RunMode.RUN, from_shell=True)
        ConfigLoaderImpl._apply_overrides_to_config(values, config)
        return config


@dataclass
class CellLauncherConfig:
    """Hydra's schema of `hydra/launcher: cells`."""

    _target_: str = f"{_ALIAS}.CellLauncher"


@dataclass
class CellSweeperConfig:
    """Hydra's schema of `hydra/sweeper: cells`; `params` is the sweep that an experiment brings."""

    _target_: str = f"{_ALIAS}.CellSweeper"
    params: dict[str, str] | None = None


def register() -> None:
    """Make `cells` known to Hydra as sweeper and launcher; call it before `hydra.main`."""
    parent = sys.modules.get("hydra_plugins")
    if parent is None:
        if importlib.util.find_spec("hydra_plugins") is None:
            parent = sys.modules["hydra_plugins"] = ModuleType("hydra_plugins")
            parent.__path__ = []
        else:
            parent = importlib.import_module("hydra_plugins")
    here = sys.modules[__name__]
    sys.modules[_ALIAS] = here
    setattr(parent, "hardtwin", here)  # noqa: B010  a module has no declared attributes
    store = ConfigStore.instance()
    store.store("cells", CellLauncherConfig, group="hydra/launcher", provider="hardtwin")
    store.store("cells", CellSweeperConfig, group="hydra/sweeper", provider="hardtwin")
    Plugins.instance().register(CellLauncher)
    Plugins.instance().register(CellSweeper)
