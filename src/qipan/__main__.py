"""``python -m qipan`` is the ``qipan`` command."""

from qipan.cli import main

if __name__ == "__main__":
    main()
