// libpulse, opened with dlopen when the microphones are listed: it brings a dozen libraries along,
// and where there is no sound server it isn't there. Swift can't call what dlsym finds without its
// types, which are libpulse's.
#pragma once
#include <stdint.h>

/// Calls back for each source of the PulseAudio server, or of PipeWire's: its name and what the
/// desktop calls it, valid during the call. Monitors of speakers are left out. Blocks until the
/// server has answered, at most `limit_ms`; it starts none. 0, or -1 if there is no server, no
/// library or no answer.
int utter_pulse_sources(
    void (*tell)(const char *name, const char *description, void *userdata), void *userdata,
    int limit_ms);
