#pragma once
#include <stddef.h>
#include <stdint.h>

// PocketSphinx, with the reason instead of its exit().
//
// The library ends the process on a damaged model: E_FATAL logs the reason, then calls exit(3); a
// failed allocation (a damaged file may ask for terabytes) does the same. The process is
// utter-speech, so the daemon would go on, but the user would be told of two deaths instead of the
// reason. Both can be intercepted:
// the log callback may leave by longjmp(3), and ckd_set_jump() provides for it. So the calls that
// can fail in this way run inside the functions below, which return a failure instead. Memory that
// such a call allocated is leaked, and the decoder is in an undefined state: neither use it again
// nor free it.
//
// In C because no Swift frame may be between setjmp and longjmp, and because Swift can't implement
// variadic log callbacks. In a separate file because Swift's optimiser duplicates the state in a
// header's inline functions.

typedef struct ps_decoder_s ps_decoder_t;
typedef struct cmd_ln_s cmd_ln_t;

// Redirects the library's messages to this module, away from standard error. Call it once, first.
void utter_ps_capture_log(void);

// The library's first error message during this thread's last call below; empty if none. Valid
// until the next call.
const char *utter_ps_last_error(void);

// A configuration from name, value pairs (cmd_ln_parse_r with ps_args); NULL if the library refuses
// one of them.
cmd_ln_t *utter_ps_config(int count, char **arguments);

// Loads a model (ps_init); NULL on failure. One thread at a time: the library's jump target for
// failed allocations is global.
ps_decoder_t *utter_ps_load(cmd_ln_t *config);

// The library would have ended the process during the call.
enum { UTTER_PS_LOST = -1000 };

// ps_add_word: negative on failure. `update` adds the word to the search, which is slow: for
// several words, only do it with the last.
int utter_ps_add_word(ps_decoder_t *decoder, const char *word, const char *sounds, int update);

// ps_start_utt, ps_process_cep and ps_end_utt: negative on failure.
int utter_ps_start(ps_decoder_t *decoder);
// Changes the frames.
int utter_ps_process(ps_decoder_t *decoder, float **frames, int count);
int utter_ps_end(ps_decoder_t *decoder);

// Makes a search for this phrase, or by this grammar (JSGF), the only one (ps_set_keyphrase,
// ps_set_jsgf_string, ps_set_search), and feeds it (ps_process_raw): negative on failure.
int utter_ps_listen_for(ps_decoder_t *decoder, const char *phrase);
int utter_ps_listen_by_grammar(ps_decoder_t *decoder, const char *grammar);
int utter_ps_hear(ps_decoder_t *decoder, const int16_t *samples, size_t count);

// Switches the search, between utterances; negative on failure. The quick search keeps at most
// `states` states alive; it is made when it is needed (0.3 s and 45 MB for Debian's English model),
// since the beams of a search can't be changed, and freed when the full search is restored.
int utter_ps_search_quickly(ps_decoder_t *decoder, int states);
int utter_ps_search_fully(ps_decoder_t *decoder);
