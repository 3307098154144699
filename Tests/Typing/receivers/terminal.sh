#!/bin/sh
# terminal.sh TITLE CONTENT READY [PROGRAM]: a terminal, xterm unless another is named, that keeps
# what it reads in the file CONTENT. See field.py; the Return key is a carriage return, and a line on
# standard input is no command. READY holds the number of the process in the terminal: the terminal ends with it.
# Raw, for a terminal in line mode holds at most 4,095 bytes of a line. With RECEIVER_ECHO=1 it shows
# what it reads, as a shell does.
echo=-echo
[ -z "${RECEIVER_ECHO:-}" ] || echo="echo"
set -- "$1" "${4:-xterm}" sh -c 'stty raw "$3"; echo $$ >"$2"; exec cat >>"$1"' sh "$2" "$3" "$echo"
title=$1 program=$2
shift 2
case $program in
foot) exec foot --title "$title" "$@" ;;
xterm) exec xterm -u8 -T "$title" -e "$@" ;;
gnome-terminal) exec gnome-terminal --wait --title "$title" -- "$@" ;;
konsole) exec konsole --separate -p tabtitle="$title" -e "$@" ;;
esac
