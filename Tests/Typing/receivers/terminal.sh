#!/bin/sh
# terminal.sh TITLE CONTENT READY: an xterm that keeps what it reads in the file CONTENT. See
# field.py; the Return key is a carriage return, and a line on standard input is no command.
# Raw, for a terminal in line mode holds at most 4,095 bytes of a line.
exec xterm -u8 -T "$1" -e sh -c 'stty raw -echo; : >"$2"; exec cat >>"$1"' sh "$2" "$3"
