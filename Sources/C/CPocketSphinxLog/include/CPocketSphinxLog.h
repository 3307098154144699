#pragma once

// The error messages of PocketSphinx, for the one thread that uses it.
//
// In C because Swift can't implement variadic callbacks. In a separate file because Swift's
// optimiser duplicates the state in a header's inline functions.

// Redirects the library's messages to this module, away from standard error. Call it first.
void utter_ps_capture_log(void);

// The library's first error message since utter_ps_forget_error; empty if none. Valid until then.
const char *utter_ps_first_error(void);
void utter_ps_forget_error(void);
