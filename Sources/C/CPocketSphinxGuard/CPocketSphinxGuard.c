#include "CPocketSphinxGuard.h"

#include <pocketsphinx.h>
#include <setjmp.h>
#include <sphinxbase/ckd_alloc.h>
#include <sphinxbase/err.h>
#include <stdarg.h>
#include <stdio.h>

// Per thread: several threads may decode, each with its own decoder.
static _Thread_local char error[1024];
// Where to continue when the library would exit; NULL outside of the functions below.
static _Thread_local jmp_buf *on_exit_go;

static void take_message(void *unused, err_lvl_t level, const char *format, ...) {
    (void)unused;
    if (level < ERR_ERROR) return;
    // The first error is the most useful: later ones are its consequences.
    if (error[0] == '\0') {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error, sizeof error, format, arguments);
        va_end(arguments);
    }
    if (level == ERR_FATAL && on_exit_go) longjmp(*on_exit_go, 1);
}

void utter_ps_capture_log(void) {
    err_set_logfp(NULL);  // otherwise ps_init prints its whole configuration
    err_set_callback(take_message, NULL);
}

const char *utter_ps_last_error(void) { return error; }

cmd_ln_t *utter_ps_config(int count, char **arguments) {
    error[0] = '\0';
    return cmd_ln_parse_r(NULL, ps_args(), count, arguments, TRUE);
}

ps_decoder_t *utter_ps_load(cmd_ln_t *config) {
    jmp_buf go;
    ps_decoder_t *volatile decoder = NULL;
    error[0] = '\0';
    on_exit_go = &go;
    ckd_set_jump(&go, FALSE);
    if (setjmp(go) == 0) {
        decoder = ps_init(config);
    } else if (error[0] == '\0') {
        snprintf(error, sizeof error, "not enough memory");
    }
    ckd_set_jump(NULL, FALSE);
    on_exit_go = NULL;
    return decoder;
}

#define GUARDED(call)                       \
    jmp_buf go;                             \
    volatile int result = UTTER_PS_LOST;    \
    error[0] = '\0';                        \
    on_exit_go = &go;                       \
    if (setjmp(go) == 0) result = (call);   \
    on_exit_go = NULL;                      \
    return result

int utter_ps_add_word(ps_decoder_t *decoder, const char *word, const char *sounds, int update) {
    GUARDED(ps_add_word(decoder, word, sounds, update));
}

int utter_ps_start(ps_decoder_t *decoder) {
    GUARDED(ps_start_utt(decoder));
}

int utter_ps_process(ps_decoder_t *decoder, float **frames, int count) {
    GUARDED(ps_process_cep(decoder, frames, count, FALSE, FALSE));
}

int utter_ps_end(ps_decoder_t *decoder) {
    GUARDED(ps_end_utt(decoder));
}

static int listen_for(ps_decoder_t *decoder, const char *phrase) {
    static const char name[] = "phrase";
    int result = ps_set_keyphrase(decoder, name, phrase);
    return result < 0 ? result : ps_set_search(decoder, name);
}

int utter_ps_listen_for(ps_decoder_t *decoder, const char *phrase) {
    GUARDED(listen_for(decoder, phrase));
}

static int listen_by_grammar(ps_decoder_t *decoder, const char *grammar) {
    static const char name[] = "grammar";
    int result = ps_set_jsgf_string(decoder, name, grammar);
    return result < 0 ? result : ps_set_search(decoder, name);
}

int utter_ps_listen_by_grammar(ps_decoder_t *decoder, const char *grammar) {
    GUARDED(listen_by_grammar(decoder, grammar));
}

int utter_ps_hear(ps_decoder_t *decoder, const int16_t *samples, size_t count) {
    GUARDED(ps_process_raw(decoder, samples, count, FALSE, FALSE));
}

// The name of the search that ps_init makes (PS_DEFAULT_SEARCH, in a private header).
static const char full[] = "_default";
static const char quick[] = "quick";

// A search reads its beams from the configuration when it is made.
static int add_quick_search(ps_decoder_t *decoder, int states) {
    cmd_ln_t *config = ps_get_config(decoder);
    long all = cmd_ln_int_r(config, "-maxhmmpf");
    cmd_ln_set_int_r(config, "-maxhmmpf", states);
    int result = ps_set_lm(decoder, quick, ps_get_lm(decoder, full));
    cmd_ln_set_int_r(config, "-maxhmmpf", all);
    return result < 0 ? result : ps_set_search(decoder, quick);
}

int utter_ps_search_quickly(ps_decoder_t *decoder, int states) {
    GUARDED(add_quick_search(decoder, states));
}

int utter_ps_search_fully(ps_decoder_t *decoder) {
    GUARDED(ps_set_search(decoder, full) < 0 ? -1 : ps_unset_search(decoder, quick));
}
