# To be sourced: a separate session for demonstrations and measurements, without the person's
# display, microphone or configuration. $place is its directory, gone at the end with all
# processes in it.

place=$(mktemp -d)
children=()
trap 'kill "${children[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$place"' EXIT

fail() {
    echo "${0##*/}: $*" >&2
    for log in "$place"/*.log; do
        [ -s "$log" ] && sed "s|^|${log##*/}: |" "$log" >&2
    done
    exit 1
}

# until_true WHAT COMMAND...: waits until the command succeeds, at most a minute.
until_true() {
    local what=$1 tries=600
    shift
    until "$@" >/dev/null 2>&1; do
        ((tries--)) || fail "waited in vain for $what"
        sleep 0.1
    done
}

# Speeds of models that were measured while the machine was busy are left out with the state.
export XDG_RUNTIME_DIR=$place/run XDG_CONFIG_HOME=$place/config XDG_STATE_HOME=$place/state
export LC_ALL=C.UTF-8
unset WAYLAND_DISPLAY DISPLAY PULSE_SERVER
# A PulseAudio of the session's bus lets no second one onto it.
export DBUS_SESSION_BUS_ADDRESS=disabled:
mkdir -m 700 "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME" "$XDG_CONFIG_HOME/utter"
cat >"$XDG_CONFIG_HOME/utter/config.toml" <<'CONFIG'
[audio]
device = "pulse"
[hotkey]
enabled = false
[text]
# The terminal here stands for any window.
plain_in = []
CONFIG

# start_display [WIDTHxHEIGHT]
start_display() {
    Xvfb -displayfd 3 -screen 0 "${1:-800x400}x24" 3>"$place/display" 2>"$place/xvfb.log" &
    children+=($!)
    until_true "the X server" test -s "$place/display"
    DISPLAY=:$(cat "$place/display")
    export DISPLAY
}

# A headless sway. It refuses to be root's; root may connect to anybody's.
start_sway() {
    local as=() runtime=$place/sway
    mkdir -m 700 "$runtime"
    if [ "$(id -u)" = 0 ]; then
        as=(setpriv --reuid nobody --regid nogroup --clear-groups)
        chmod 711 "$place"
        chown nobody:nogroup "$runtime"
    fi
    printf 'default_border none\nexec echo $WAYLAND_DISPLAY > %s\n' "$runtime/display" \
        >"$runtime/config"
    chmod 644 "$runtime/config"
    HOME=$runtime XDG_RUNTIME_DIR=$runtime SWAYSOCK=$runtime/ipc WLR_BACKENDS=headless \
        WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman "${as[@]}" \
        sway --config "$runtime/config" 2>"$place/sway.log" &
    children+=($!)
    until_true "sway" test -s "$runtime/display"
    WAYLAND_DISPLAY=$runtime/$(cat "$runtime/display")
    export WAYLAND_DISPLAY SWAYSOCK=$runtime/ipc
    # A seat without a keyboard gives no window the focus. The time is in milliseconds; more would be
    # taken for less.
    wtype -s 4000000 x 2>"$place/wtype.log" &
    children+=($!)
}

# A sound server whose microphone is what is played into its sink “mic”.
start_sound() {
    pulseaudio -n --exit-idle-time=-1 --load=module-native-protocol-unix \
        --load="module-null-sink sink_name=mic norewinds=1" 2>"$place/pulseaudio.log" &
    children+=($!)
    until_true "the sound server" pactl set-default-source mic.monitor
}

# start_window [GEOMETRY]: an xterm whose text is kept in $place/arrived and shown, too.
start_window() {
    xterm -u8 -geometry "${1:-86x20+0+0}" -fa monospace -fs 11 -e \
        "stty -icanon -echo; echo; touch '$place/window'; tee '$place/arrived'" \
        2>"$place/xterm.log" &
    children+=($!)
    until_true "the window" test -e "$place/window"
}

# has UTTER TEXT: whether the daemon's status has a text.
has() { "$1" status --json | grep -q "$2"; }

# start_daemon UTTER: sets $daemon to its process; its model is loaded.
start_daemon() {
    "$1" daemon 2>"$place/daemon.log" &
    daemon=$!
    children+=("$daemon")
    until_true "the engine" has "$1" '"state":"ready"'
}

# speak UTTER WAV: speaks a recording into the microphone, until all is typed.
speak() {
    # At a terminal it would say that the words go there.
    "$1" start </dev/null
    until_true "the microphone" has "$1" '"hearing":true'
    paplay --device=mic "$2"
    "$1" stop
    until_true "the end of typing" has "$1" '"state":"idle"'
}

# dictate UTTER WAV: speaks a recording into the microphone, until its text is in the window.
dictate() {
    speak "$1" "$2"
    until_true "the window" arrived "$1"
}

# Whether the window's text ends with the last dictation.
arrived() { [[ "$(cat "$place/arrived")" == *"$("$1" last)" ]]; }
