#include "CPocketSphinxLog.h"

#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <stdarg.h>
#include <stdio.h>

static char error[1024];

static void take_message(void *unused, err_lvl_t level, const char *format, ...) {
    (void)unused;
    // The first error is the most useful: later ones are its consequences.
    if (level < ERR_ERROR || error[0] != '\0') return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, sizeof error, format, arguments);
    va_end(arguments);
}

void utter_ps_capture_log(void) {
    err_set_logfp(NULL);  // otherwise ps_init prints its whole configuration
    err_set_callback(take_message, NULL);
}

const char *utter_ps_first_error(void) { return error; }

void utter_ps_forget_error(void) { error[0] = '\0'; }
