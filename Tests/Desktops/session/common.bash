# What the sessions share. Sourced.

fail() {
    echo "$UTTER_DESKTOP: $*; the logs are in build/desktops/$UTTER_DESKTOP" >&2
    exit 1
}

# wait_for PROCESS WHAT COMMAND...: until the command succeeds, while the process lives and for two
# minutes.
wait_for() {
    local process=$1 what=$2 end=$((SECONDS + 120))
    shift 2
    until "$@" >/dev/null 2>&1; do
        kill -0 "$process" 2>/dev/null || fail "a program ended before $what"
        [ "$SECONDS" -lt "$end" ] || fail "waited in vain until $what"
        sleep 0.1
    done
}

# The sound server that these desktops have. Its session manager ends where there is no PipeWire yet.
start_sound() {
    local program
    pipewire >/output/pipewire.log 2>&1 &
    wait_for $! "PipeWire listened" pw-cli info 0
    for program in wireplumber pipewire-pulse; do
        "$program" >"/output/$program.log" 2>&1 &
    done
}

# start_keyboard PROGRAM...: a keyboard, which `press` writes to.
start_keyboard() {
    export UTTER_DESKTOP_KEYBOARD=$XDG_RUNTIME_DIR/keyboard
    mkfifo "$UTTER_DESKTOP_KEYBOARD"
    "$@" "$UTTER_DESKTOP_KEYBOARD" >/output/keyboard.log 2>&1 &
    wait_for $! "there was a keyboard" grep -q ready /output/keyboard.log
}

# Variables for services that the bus starts.
tell_bus() { dbus-update-activation-environment --all; }
