"""Completions kept for good: one SQLite file, keyed by the full request and the sample's index.

A key has one completion for ever: the first that is stored. Whoever asks at the same time gets that one too,
so that records and cache agree. The file lies on a local disk (SQLite's write-ahead log does not work over a
network).
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from weakref import WeakValueDictionary

from generators.asking import Ask, Completion, Messages
from runner.errors import UserError
from runner.models.request import Request, key

_FORMAT = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS completions (
    key TEXT PRIMARY KEY, sample INTEGER NOT NULL, request TEXT NOT NULL, completion TEXT NOT NULL,
    stored_at TEXT NOT NULL
) WITHOUT ROWID
"""
_log = logging.getLogger(__name__)


class CacheFault(UserError):
    """The cache can't be read or written; the message is one line with the file and what to do."""


class CompletionCache:
    """The completions of one file; safe for several processes, and for several threads of each.

    `wait_s` is how long another process may keep the file locked. The file is made when it is first needed.
    """

    def __init__(self, path: Path, wait_s: float = 60.0) -> None:
        self.path, self.wait_s = path, wait_s
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.broken = ""  # why nothing can be stored any more

    def get(self, key: str) -> Completion | None:
        """The completion of a key, marked as cached; raises `CacheFault`."""
        try:
            with self._lock:
                row = (
                    self._open()
                    .execute("SELECT completion FROM completions WHERE key = ?", (key,))
                    .fetchone()
                )
        except (sqlite3.Error, OSError) as error:
            raise self._fault("read", error) from error
        return None if row is None else _completion(row[0])

    def put(self, key: str, request: Request, sample: int, completion: Completion) -> Completion:
        """Store a completion unless the key has one; returns what the key has now. Raises `CacheFault`."""
        kept = asdict(completion)
        del kept["cached"]
        row = (
            key,
            sample,
            json.dumps(request),
            json.dumps(kept),
            datetime.now(UTC).isoformat(timespec="seconds"),
        )
        try:
            with self._lock, self._open() as connection:  # one transaction
                connection.execute("INSERT OR IGNORE INTO completions VALUES (?, ?, ?, ?, ?)", row)
                found = connection.execute(
                    "SELECT completion FROM completions WHERE key = ?", (key,)
                ).fetchone()
        except (sqlite3.Error, OSError) as error:
            raise self._fault("write", error) from error
        first = _completion(found[0])
        return completion if first == replace(completion, cached=True) else first

    def missing(self, keys: Iterable[str]) -> int:
        """How many different keys have no completion yet; raises `CacheFault`. It makes no file."""
        wanted = dict.fromkeys(keys)
        if not self.path.exists():
            return len(wanted)
        return sum(self.get(key) is None for key in wanted)

    def turn(self, key: str) -> asyncio.Lock:
        """Held while a key is asked for, so that one event loop asks once."""
        return self._turns.setdefault(key, asyncio.Lock())

    def close(self) -> None:
        """Give the file back; the next use opens it again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=self.wait_s, check_same_thread=False)
            try:
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _fault(self, verb: str, error: Exception) -> CacheFault:
        hint = "move the file away to start a new one"
        if "locked" in str(error):
            hint = f"another process has kept it for {self.wait_s:g} s; end that process"
        elif verb == "write" and "not a database" not in str(error) and "malformed" not in str(error):
            hint = "make room on the disk, or choose another folder with HARDTWIN_CACHE"
        return CacheFault(f"{self.path}: cannot {verb} stored completions ({error}); {hint}")


def cached(ask: Ask, request_of: Callable[[Messages], Request], sample: int, cache: CompletionCache) -> Ask:
    """`ask` with its replies kept; a budget belongs inside `ask`, so that stored replies cost nothing.

    When a reply that was paid for can't be stored it is returned all the same, the fault is logged, and the
    next call raises `CacheFault` before anything is paid: no reply is lost, and none is bought that can't be
    kept.
    """

    async def ask_once(messages: Messages) -> Completion:
        request = request_of(messages)
        name = key(request, sample)
        async with cache.turn(name):
            if cache.broken:
                raise CacheFault(cache.broken)
            if (stored := cache.get(name)) is not None:
                return stored
            reply = await ask(messages)
            # Stored without an await in between: an interrupt can't fall between payment and storage.
            try:
                return cache.put(name, request, sample, reply)
            except CacheFault as fault:
                cache.broken = str(fault)
                _log.error("%s", fault)
                return reply

    return ask_once


def _prepare(connection: sqlite3.Connection) -> None:
    """Set up a new file, or refuse one of another format."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # replies cost money, and are few
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version not in (0, _FORMAT):
        raise sqlite3.DatabaseError(f"format {version}, this version of HardTwin knows {_FORMAT}")
    if version == 0:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_SCHEMA)
            connection.execute(f"PRAGMA user_version = {_FORMAT}")


def _completion(text: str) -> Completion:
    known = {field.name for field in fields(Completion)}
    return Completion(**{n: v for n, v in json.loads(text).items() if n in known} | {"cached": True})
