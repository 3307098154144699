// libpulse, opened with dlopen when the microphones are listed, examined or slow to open: it
// loads a dozen libraries, and isn't installed where there is no sound server. In C because Swift needs libpulse's types to call
// what dlsym finds.
#pragma once
#include <stdint.h>

/// Calls back for each source of the PulseAudio server, or of PipeWire's, with its name and its
/// description, valid during the call. Monitors of speakers are left out. Blocks until the server
/// has answered, at most `limit_ms`; never starts a server. 0, or -1 if there is no server, no
/// library or no answer.
int utter_pulse_sources(
    void (*tell)(const char *name, const char *description, void *userdata), void *userdata,
    int limit_ms);

/// Calls back once with the name of the PulseAudio server (“pulseaudio”, “PulseAudio (on PipeWire
/// 1.4.2)”) and of its default source, which may be empty; both valid during the call. Blocks and
/// returns as `utter_pulse_sources` does.
int utter_pulse_server(
    void (*tell)(const char *name, const char *source, void *userdata), void *userdata,
    int limit_ms);

/// Calls back once with a source of the server: its description, and whether it is muted and a
/// monitor of speakers. Blocks and returns as `utter_pulse_sources` does.
///
/// `name`: “@DEFAULT_SOURCE@” for the default one.
int utter_pulse_source(
    const char *name,
    void (*tell)(const char *description, int is_muted, int is_monitor, void *userdata),
    void *userdata, int limit_ms);
