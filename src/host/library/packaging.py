"""packaging: only its versions."""

from packaging import version
