"""What the one-file program begins with: without words it is ``qipan start``, else the command."""

import sys

from qipan.cli import main

if __name__ == "__main__":
    if len(sys.argv) == 1:  # a double click
        sys.argv.append("start")
    main()
