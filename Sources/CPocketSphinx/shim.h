#pragma once
#include <pocketsphinx.h>
#include <setjmp.h>
#include <sphinxbase/ckd_alloc.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// What Swift can't do itself: receive variadic log messages, and survive the library's exit().
//
// The library ends the process on a broken model: E_FATAL logs the reason, then calls exit(3);
// a failed allocation (a damaged file may ask for terabytes) does the same. Both let go before
// that: the log callback may leave by longjmp(3), and ckd_set_jump() asks for it. So the calls
// that can fail so run inside the functions below, which return as failed instead. What such a
// call held stays allocated, and a decoder it happened to is in an unknown state: forget it
// without ps_free().
//
// No Swift frame lies between setjmp and longjmp: C may not jump over those. Everything is per
// thread but ckd_set_jump()'s target, so that is set only while a model is loaded, and models
// are loaded one at a time (the caller sees to it).

// What the library said and where to go on, for each thread. Inside a function, for Swift emits
// no variables of a header.
struct utter_ps_thread {
    // The most telling message: the first error of a call. Empty if there is none.
    char error[1024];
    // Where to go on when the library gives up; NULL outside the functions below.
    jmp_buf *on_exit;
};

static inline struct utter_ps_thread *utter_ps_here(void) {
    static _Thread_local struct utter_ps_thread here;
    return &here;
}

static void utter_ps_log(void *unused, err_lvl_t level, const char *format, ...) {
    (void)unused;
    if (level < ERR_ERROR) return;
    struct utter_ps_thread *here = utter_ps_here();
    if (here->error[0] == '\0') {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(here->error, sizeof here->error, format, arguments);
        va_end(arguments);
    }
    if (level == ERR_FATAL && here->on_exit) longjmp(*here->on_exit, 1);
}

// Sends the library's messages to the functions of this file. Once a process is enough.
static inline void utter_ps_capture_log(void) {
    err_set_logfp(NULL);  // else ps_init prints its whole configuration
    err_set_callback(utter_ps_log, NULL);
}

static inline const char *utter_ps_last_error(void) { return utter_ps_here()->error; }

// A configuration from name, value pairs; NULL if the library refuses one.
static inline cmd_ln_t *utter_ps_config(int count, char **arguments) {
    utter_ps_here()->error[0] = '\0';
    return cmd_ln_parse_r(NULL, ps_args(), count, arguments, TRUE);
}

// Loads a model (ps_init); NULL on failure. One thread at a time.
static __attribute__((noinline)) ps_decoder_t *utter_ps_load(cmd_ln_t *config) {
    struct utter_ps_thread *const here = utter_ps_here();
    jmp_buf exit;
    ps_decoder_t *volatile decoder = NULL;
    here->error[0] = '\0';
    here->on_exit = &exit;
    ckd_set_jump(&exit, FALSE);
    if (setjmp(exit) == 0) {
        decoder = ps_init(config);
    } else if (here->error[0] == '\0') {
        snprintf(here->error, sizeof here->error, "not enough memory");
    }
    ckd_set_jump(NULL, FALSE);
    here->on_exit = NULL;
    return decoder;
}

// The three calls of decoding: negative on failure (pocketsphinx.h), UTTER_PS_LOST if the
// library gave up and the decoder must not be used again.
enum { UTTER_PS_LOST = -1000 };

#define UTTER_PS_GUARD(call)                            \
    struct utter_ps_thread *const here = utter_ps_here(); \
    jmp_buf exit;                                       \
    volatile int result = UTTER_PS_LOST;                \
    here->error[0] = '\0';                              \
    here->on_exit = &exit;                              \
    if (setjmp(exit) == 0) result = (call);             \
    here->on_exit = NULL;                               \
    return result

static __attribute__((noinline)) int utter_ps_start(ps_decoder_t *decoder) {
    UTTER_PS_GUARD(ps_start_utt(decoder));
}

static __attribute__((noinline)) int utter_ps_process(
    ps_decoder_t *decoder, const int16 *samples, size_t count) {
    UTTER_PS_GUARD(ps_process_raw(decoder, samples, count, FALSE, FALSE));
}

static __attribute__((noinline)) int utter_ps_end(ps_decoder_t *decoder) {
    UTTER_PS_GUARD(ps_end_utt(decoder));
}

#undef UTTER_PS_GUARD
