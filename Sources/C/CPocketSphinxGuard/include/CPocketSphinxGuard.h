#pragma once
#include <stddef.h>
#include <stdint.h>

// PocketSphinx, without its exit().
//
// The library ends the process on a broken model: E_FATAL logs the reason, then calls exit(3);
// a failed allocation (a damaged file may ask for terabytes) does the same. Both let go before
// that: the log callback may leave by longjmp(3), and ckd_set_jump() asks for it. So the calls
// that can fail so run inside the functions below, which return as failed instead. What such a
// call held stays allocated, and the decoder is in an unknown state: use it no more, and don't
// free it.
//
// C, because no Swift frame may lie between setjmp and longjmp, and because Swift can't receive
// variadic log messages. A file of its own, because state in a header's inline functions is
// duplicated by Swift's optimiser.

typedef struct ps_decoder_s ps_decoder_t;
typedef struct cmd_ln_s cmd_ln_t;

// Sends the library's messages here rather than to standard error. Once, before all else.
void utter_ps_capture_log(void);

// The first error that the library told during this thread's last call below; empty if none.
// Valid until the next.
const char *utter_ps_last_error(void);

// A configuration from name, value pairs (cmd_ln_parse_r with ps_args); NULL if the library
// refuses one.
cmd_ln_t *utter_ps_config(int count, char **arguments);

// Loads a model (ps_init); NULL on failure. By one thread at a time: the library's target for
// failed allocations is global.
ps_decoder_t *utter_ps_load(cmd_ln_t *config);

// The library gave up within the call.
enum { UTTER_PS_LOST = -1000 };

// ps_add_word: negative on failure. `update` makes the word known to the search, which is slow:
// with the last of several words is enough.
int utter_ps_add_word(ps_decoder_t *decoder, const char *word, const char *sounds, int update);

// ps_start_utt, ps_process_cep and ps_end_utt: negative on failure.
int utter_ps_start(ps_decoder_t *decoder);
// The frames are changed.
int utter_ps_process(ps_decoder_t *decoder, float **frames, int count);
int utter_ps_end(ps_decoder_t *decoder);

// Between utterances; negative on failure. The quick search keeps at most so many states alive;
// it is made when it is needed (0.3 s and 45 MB for Debian's English model), for the beams of a
// search can't be changed, and freed on the way back.
int utter_ps_search_quickly(ps_decoder_t *decoder, int states);
int utter_ps_search_fully(ps_decoder_t *decoder);
