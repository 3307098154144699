// libtranscribe (transcribe.cpp 0.4.1), opened with dlopen(3) when it is first needed. No
// distribution has a package of it.
//
// In C because Swift can't call a function pointer from dlsym(3) without an unchecked cast. The
// declarations of the library's own structures stay in TranscribeAPI.h; their sizes are compared
// with the library's before any is used.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions of a library, which stays open until the process ends: ggml can't be unloaded.
typedef struct utter_transcribe utter_transcribe;
typedef struct transcribe_model utter_transcribe_model;
typedef struct transcribe_session utter_transcribe_session;

// The version that the declarations are of.
#define UTTER_TRANSCRIBE_VERSION "0.4.1"

typedef enum {
    UTTER_TRANSCRIBE_OPEN,
    // The loader doesn't find or refuses the library; `reason` has its message.
    UTTER_TRANSCRIBE_UNUSABLE,
    // The library is of another version or lacks a function, or a structure has another size;
    // `reason` says so, with both versions or sizes.
    UTTER_TRANSCRIBE_OTHER_VERSION,
    // ggml finds none of its parts for a processor; `reason` has the library's status.
    UTTER_TRANSCRIBE_NO_BACKEND,
} utter_transcribe_result;

// Opens libtranscribe.so of a folder, which also holds ggml's parts. Removes GGML_BACKEND_PATH from
// the environment, by which ggml would load any library. To be called before other threads use the
// environment.
utter_transcribe_result utter_transcribe_open(
    const char *folder, const utter_transcribe **library, char *reason, size_t capacity);

// The last warning or error that the library logged, in `line`; empty if there was none. Nothing of
// what it logs is written anywhere else.
void utter_transcribe_last_line(char *line, size_t capacity);
void utter_transcribe_forget_lines(void);

// Statuses are the library's: 0 is success. These are told apart.
enum {
    UTTER_TRANSCRIBE_OK = 0,
    UTTER_TRANSCRIBE_DAMAGED = 4,
    UTTER_TRANSCRIBE_OUT_OF_MEMORY = 7,
    UTTER_TRANSCRIBE_ABORTED = 13,
    UTTER_TRANSCRIBE_TRUNCATED = 18,
    UTTER_TRANSCRIBE_REPETITION = 19,
    UTTER_TRANSCRIBE_TOO_SHORT = 21,
};
const char *utter_transcribe_status(const utter_transcribe *library, int status);

// Loads a model from a file. `gpu`: on the best GPU that the library's parts can use, else the
// processor.
int utter_transcribe_load(
    const utter_transcribe *library, const char *file, bool gpu, utter_transcribe_model **model);
// After the model's sessions.
void utter_transcribe_free_model(const utter_transcribe *library, utter_transcribe_model *model);

typedef enum {
    // Offline only.
    UTTER_TRANSCRIBE_NO_STREAM,
    // Made for it: each piece of sound is computed once.
    UTTER_TRANSCRIBE_STREAM,
    // Made for it, and too dear for a processor with few cores.
    UTTER_TRANSCRIBE_DEAR_STREAM,
    // Computes each piece of sound many times.
    UTTER_TRANSCRIBE_BUFFERED_STREAM,
} utter_transcribe_stream_kind;

typedef struct {
    // Whether the model turns speech into text, rather than tell speakers or languages apart.
    bool recognizes;
    utter_transcribe_stream_kind stream;
    // Whether a run has the times of words.
    bool has_word_times;
    bool takes_vocabulary;
    // Whether it is a Whisper: then a run's temperature may be kept from rising.
    bool is_whisper;
    // The longest sound of a run in milliseconds; 0: unlimited.
    int64_t longest;
    int languages;
    // Valid as long as the model: its architecture, and what it runs on, such as “cpu”.
    const char *architecture;
    const char *backend;
} utter_transcribe_facts;

int utter_transcribe_get_facts(
    const utter_transcribe *library, const utter_transcribe_model *model,
    utter_transcribe_facts *facts);
// One of the model's languages, in the form in which it wants to be told; valid as long as it.
const char *utter_transcribe_language(
    const utter_transcribe *library, const utter_transcribe_model *model, int index);

// A session is used by one thread.
int utter_transcribe_begin_session(
    const utter_transcribe *library, utter_transcribe_model *model, int threads,
    utter_transcribe_session **session);
void utter_transcribe_free_session(
    const utter_transcribe *library, utter_transcribe_session *session);
// `callback` is asked in the middle of computations, on their thread: true ends them.
void utter_transcribe_set_abort(
    const utter_transcribe *library, utter_transcribe_session *session,
    bool (*callback)(void *), void *data);

typedef enum {
    UTTER_TRANSCRIBE_NO_TIMES,
    UTTER_TRANSCRIBE_SEGMENT_TIMES,
    UTTER_TRANSCRIBE_WORD_TIMES,
} utter_transcribe_times;

typedef struct {
    // One of the model's; NULL for none.
    const char *language;
    // Whether it writes in English what is said in that language.
    bool translates;
    const char *const *vocabulary;
    int vocabulary_count;
    // What the model writes beside the words. A Whisper that writes the times of segments goes on
    // after a pause; one that writes none may end at its first full stop, and the rest is lost.
    utter_transcribe_times times;
    // For a Whisper: no second try at a higher temperature, whose words would be others each time.
    bool one_temperature;
    // For a Whisper: the text that comes before what is said; NULL for none.
    const char *prompt;
} utter_transcribe_wishes;

// Recognises some samples (16 kHz mono) at once. There is a text after TRUNCATED and REPETITION,
// too.
int utter_transcribe_run(
    const utter_transcribe *library, utter_transcribe_session *session, const int16_t *samples,
    int count, const utter_transcribe_wishes *wishes);
// Valid until the session's next computation.
const char *utter_transcribe_text(
    const utter_transcribe *library, const utter_transcribe_session *session);

typedef struct {
    const char *text;
    // In milliseconds from the first sample of the run.
    int64_t start, end;
    // The mean probability of its parts; negative if the model doesn't say.
    double confidence;
} utter_transcribe_word;

int utter_transcribe_word_count(
    const utter_transcribe *library, const utter_transcribe_session *session);
bool utter_transcribe_get_word(
    const utter_transcribe *library, const utter_transcribe_session *session, int index,
    utter_transcribe_word *word);

// A stream: begin, feed any number of times, finish. Another begin abandons it.
int utter_transcribe_stream_begin(
    const utter_transcribe *library, utter_transcribe_session *session,
    const utter_transcribe_wishes *wishes);
// `changed`: whether there is another text.
int utter_transcribe_stream_feed(
    const utter_transcribe *library, utter_transcribe_session *session, const int16_t *samples,
    int count, bool *changed);
int utter_transcribe_stream_finish(
    const utter_transcribe *library, utter_transcribe_session *session);

typedef struct {
    // What the library won't change any more, and what it may. Valid until the next computation.
    const char *committed, *tentative;
    // The model's present text, which may contradict what was committed.
    const char *full;
} utter_transcribe_stream_text;

int utter_transcribe_stream_get_text(
    const utter_transcribe *library, const utter_transcribe_session *session,
    utter_transcribe_stream_text *text);
