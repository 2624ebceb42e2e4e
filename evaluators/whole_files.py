"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(path: Path, data: bytes) -> None:
    """Write under a temporary name, then rename: a reader sees all of it or nothing. Makes the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, suffix=".part", delete=False) as part:
        try:
            part.write(data)
            part.close()
            os.replace(part.name, path)  # noqa: PTH105  a Path would have to be made of it first
        except BaseException:
            Path(part.name).unlink(missing_ok=True)
            raise
