// The part of libtranscribe 0.4.1's interface that is used.
#pragma once

#include "CTranscribe.h"

// The library's structures. Each begins with its size, which the library's own function sets with
// the defaults.
struct load_params { uint64_t size; int backend; void *device; bool no_mmap; };
struct session_params { uint64_t size; int threads; int cache_type; int32_t context; };
struct extension { uint64_t size; uint32_t kind; };
struct run_params {
    uint64_t size;
    int task, timestamps, punctuation, numbers, speakers;
    const char *language, *target_language;
    bool keep_tags;
    const struct extension *family;
    int32_t drafts;
    const char *const *vocabulary;
    int32_t vocabulary_count;
    const char *prompt, *prefix;
};
struct capabilities {
    uint64_t size;
    int32_t sample_rate;
    int language_count;
    const char *const *languages;
    int timestamps;
    bool detects_language, translates, streams, drafts;
    int64_t longest;
    int target_count;
    const char *const *targets;
};
struct stream_params {
    uint64_t size;
    const struct extension *family;
    int policy;
    uint32_t agreement;
};
struct stream_update {
    uint64_t size;
    bool changed, is_final;
    int32_t revision;
    int64_t received, committed, buffered;
    bool committed_changed, tentative_changed;
};
struct stream_text {
    uint64_t size;
    const char *full; uint64_t full_bytes;
    const char *committed; uint64_t committed_bytes;
    const char *tentative; uint64_t tentative_bytes, tentative_start;
};
struct word {
    uint64_t size;
    int64_t start, end;
    int segment, first_token, token_count;
    const char *text;
};
struct token {
    uint64_t size;
    int id;
    float probability;
    int64_t start, end;
    int segment, word;
    const char *text;
};

// What a run of a Whisper model may be told; `extension` is its beginning.
struct whisper_run {
    uint64_t size;
    uint32_t kind;
    const char *initial_prompt;
    const int32_t *prompt_tokens;
    size_t prompt_token_count;
    int prompt_condition;
    bool condition_on_previous;
    int32_t most_previous_tokens;
    float temperature, temperature_increment;
    float compression_ratio_limit, mean_probability_limit, no_speech_limit;
    uint32_t seed;
    float latest_first_timestamp;
};

enum { BACKEND_AUTO = 0, BACKEND_CPU = 1 };
enum { TASK_TRANSCRIBE = 0, TASK_TRANSLATE = 1 };
enum { TIMESTAMPS_NONE = 0, TIMESTAMPS_SEGMENT = 2, TIMESTAMPS_WORD = 3 };
enum { ROLE_RECOGNITION = 1 };
enum { FEATURE_VOCABULARY = 7 };
enum { SLOT_RUN = 0, SLOT_STREAM = 1 };
enum { STREAM_IDLE = 0 };
// Kinds of extensions, by which kinds of models are told apart: four letters, the first lowest.
#define KIND(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define KIND_MOONSHINE KIND('M', 'S', 'S', 'T')
#define KIND_PARAKEET KIND('P', 'K', 'S', 'T')
#define KIND_WHISPER KIND('W', 'H', 'R', 'N')

#define FUNCTIONS(X) \
    X(const char *, transcribe_version, void) \
    X(size_t, transcribe_abi_struct_size, int) \
    X(const char *, transcribe_status_string, int) \
    X(void, transcribe_log_set, void (*)(int, const char *, void *), void *) \
    X(int, transcribe_init_backends, const char *) \
    X(void, transcribe_model_load_params_init, struct load_params *) \
    X(int, transcribe_model_load_file, const char *, const struct load_params *, \
        struct transcribe_model **) \
    X(void, transcribe_model_free, struct transcribe_model *) \
    X(uint32_t, transcribe_model_roles, const struct transcribe_model *) \
    X(void, transcribe_capabilities_init, struct capabilities *) \
    X(int, transcribe_model_get_capabilities, const struct transcribe_model *, \
        struct capabilities *) \
    X(bool, transcribe_model_supports, const struct transcribe_model *, int) \
    X(bool, transcribe_model_accepts_ext_kind, const struct transcribe_model *, int, uint32_t) \
    X(const char *, transcribe_model_arch_string, const struct transcribe_model *) \
    X(const char *, transcribe_model_backend, const struct transcribe_model *) \
    X(void, transcribe_session_params_init, struct session_params *) \
    X(int, transcribe_session_init, struct transcribe_model *, const struct session_params *, \
        struct transcribe_session **) \
    X(void, transcribe_session_free, struct transcribe_session *) \
    X(void, transcribe_set_abort_callback, struct transcribe_session *, bool (*)(void *), void *) \
    X(void, transcribe_run_params_init, struct run_params *) \
    X(void, transcribe_whisper_run_ext_init, struct whisper_run *) \
    X(int, transcribe_run, struct transcribe_session *, const float *, int, \
        const struct run_params *) \
    X(const char *, transcribe_full_text, const struct transcribe_session *) \
    X(int, transcribe_n_words, const struct transcribe_session *) \
    X(void, transcribe_word_init, struct word *) \
    X(int, transcribe_get_word, const struct transcribe_session *, int, struct word *) \
    X(void, transcribe_token_init, struct token *) \
    X(int, transcribe_get_token, const struct transcribe_session *, int, struct token *) \
    X(void, transcribe_stream_params_init, struct stream_params *) \
    X(int, transcribe_stream_begin, struct transcribe_session *, const struct run_params *, \
        const struct stream_params *) \
    X(void, transcribe_stream_update_init, struct stream_update *) \
    X(int, transcribe_stream_feed, struct transcribe_session *, const float *, int, \
        struct stream_update *) \
    X(int, transcribe_stream_finalize, struct transcribe_session *, struct stream_update *) \
    X(void, transcribe_stream_reset, struct transcribe_session *) \
    X(int, transcribe_stream_get_state, const struct transcribe_session *) \
    X(void, transcribe_stream_text_init, struct stream_text *) \
    X(int, transcribe_stream_get_text, const struct transcribe_session *, struct stream_text *)

struct utter_transcribe {
#define X(type, name, ...) type (*name)(__VA_ARGS__);
    FUNCTIONS(X)
#undef X
};
