"""kgdesk compared with other programs that choose the next yes/no experiment: `peers.py` is the command."""
