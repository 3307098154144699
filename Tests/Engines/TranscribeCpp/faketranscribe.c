// A libtranscribe for what the real one can't be brought to do. It aborts at whatever the contract
// forbids. Options of the compiler say what it does:
//   VERSION, WORD_BYTES, LACKS, NO_BACKENDS   it is another version, or lacks parts
//   TEXT, STATUS                              what a run answers
//   COUNTS                                    a run answers its number instead
//   STREAM, STREAM_TEXT                       it streams, and what comes of that
//   LANGUAGE                                  what each computation must be told; else nothing
//   VOCABULARY                                it takes words, and must be given so many
//   TRANSLATES                                it must be told to translate; else not to
//   LONGEST                                   in milliseconds, for a run
#include "TranscribeAPI.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION UTTER_TRANSCRIBE_VERSION
#endif
#ifndef WORD_BYTES
#define WORD_BYTES sizeof(struct word)
#endif
#ifndef WHISPER_BYTES
#define WHISPER_BYTES sizeof(struct whisper_run)
#endif
#ifndef TEXT
#define TEXT ""
#endif
#ifndef STATUS
#define STATUS 0
#endif
#ifndef STREAM_TEXT
#define STREAM_TEXT ""
#endif
#ifndef VOCABULARY
#define VOCABULARY 0
#endif
#ifndef LONGEST
#define LONGEST 0
#endif

#define MUST(condition) do { if (!(condition)) abort(); } while (0)

struct transcribe_model { int sessions; };
struct transcribe_session {
    struct transcribe_model *model;
    bool streams;
    int runs;
    char text[512];
};
static bool has_log, has_backends;

const char *transcribe_version(void) { return VERSION; }

size_t transcribe_abi_struct_size(int id)
{
    switch (id) {
    case 0: return sizeof(struct load_params);
    case 1: return sizeof(struct session_params);
    case 2: return sizeof(struct run_params);
    case 3: return sizeof(struct stream_params);
    case 4: return sizeof(struct capabilities);
    case 7: return WORD_BYTES;
    case 8: return sizeof(struct token);
    case 9: return sizeof(struct stream_update);
    case 10: return sizeof(struct stream_text);
    case 12: return sizeof(struct extension);
    default: return 0;
    }
}

const char *transcribe_status_string(int status)
{
    return status == 8 ? "backend error" : "another error";
}

void transcribe_log_set(void (*log)(int, const char *, void *), void *data)
{
    MUST(log && !has_log && !has_backends);
    has_log = true;
    log(3, "what the log says\n", data);
}

int transcribe_init_backends(const char *folder)
{
    MUST(has_log && folder && !getenv("GGML_BACKEND_PATH"));
    has_backends = true;
#ifdef NO_BACKENDS
    return 8;
#else
    return 0;
#endif
}

#define INIT(name, type) \
    void name(struct type *value) { memset(value, 0, sizeof *value); value->size = sizeof *value; }
INIT(transcribe_model_load_params_init, load_params)
INIT(transcribe_capabilities_init, capabilities)
INIT(transcribe_session_params_init, session_params)
INIT(transcribe_run_params_init, run_params)
INIT(transcribe_word_init, word)
INIT(transcribe_token_init, token)
INIT(transcribe_stream_params_init, stream_params)
INIT(transcribe_stream_update_init, stream_update)
INIT(transcribe_stream_text_init, stream_text)

void transcribe_whisper_run_ext_init(struct whisper_run *run)
{
    memset(run, 0, sizeof *run);
    run->size = WHISPER_BYTES;
    run->kind = KIND_WHISPER;
    run->temperature_increment = 0.2f;
}

int transcribe_model_load_file(
    const char *path, const struct load_params *params, struct transcribe_model **model)
{
    MUST(has_backends && path && params->size == sizeof *params && params->backend == BACKEND_CPU);
    MUST(*model = calloc(1, sizeof **model));
    return 0;
}

void transcribe_model_free(struct transcribe_model *model)
{
    MUST(model->sessions == 0);
    free(model);
}

uint32_t transcribe_model_roles(const struct transcribe_model *model)
{
    MUST(model);
    return ROLE_RECOGNITION;
}

int transcribe_model_get_capabilities(
    const struct transcribe_model *model, struct capabilities *capabilities)
{
    MUST(model && capabilities->size == sizeof *capabilities);
#ifdef STREAM
    capabilities->streams = true;
#endif
    capabilities->longest = LONGEST;
    return 0;
}

bool transcribe_model_supports(const struct transcribe_model *model, int feature)
{
    MUST(model && feature == FEATURE_VOCABULARY);
    return VOCABULARY > 0;
}

bool transcribe_model_accepts_ext_kind(
    const struct transcribe_model *model, int slot, uint32_t kind)
{
    MUST(model && (slot == SLOT_STREAM || slot == SLOT_RUN));
#ifdef WHISPER
    if (slot == SLOT_RUN) return kind == KIND_WHISPER;
#endif
    return slot == SLOT_STREAM && kind == KIND_MOONSHINE;
}

const char *transcribe_model_arch_string(const struct transcribe_model *model)
{
    MUST(model);
    return "fake";
}

const char *transcribe_model_backend(const struct transcribe_model *model)
{
    MUST(model);
    return "cpu";
}

int transcribe_session_init(
    struct transcribe_model *model, const struct session_params *params,
    struct transcribe_session **session)
{
    MUST(model && params->threads >= 1 && model->sessions == 0);
    MUST(*session = calloc(1, sizeof **session));
    (*session)->model = model;
    model->sessions++;
    return 0;
}

void transcribe_session_free(struct transcribe_session *session)
{
    session->model->sessions--;
    free(session);
}

void transcribe_set_abort_callback(
    struct transcribe_session *session, bool (*callback)(void *), void *data)
{
    MUST(session && callback && data);
}

static void check(const struct run_params *params)
{
    MUST(params->size == sizeof *params);
#ifdef TRANSLATES
    MUST(params->task == TASK_TRANSLATE);
#else
    MUST(params->task == TASK_TRANSCRIBE);
#endif
#ifdef LANGUAGE
    MUST(params->language && strcmp(params->language, LANGUAGE) == 0);
#else
    MUST(!params->language);
#endif
#ifdef WHISPER
    MUST(params->timestamps == TIMESTAMPS_SEGMENT);
    const struct whisper_run *whisper = (const struct whisper_run *)params->family;
    MUST(whisper && whisper->size == sizeof *whisper && whisper->kind == KIND_WHISPER);
    MUST(whisper->temperature_increment == 0);
#else
    MUST(params->timestamps == TIMESTAMPS_NONE && !params->family);
#endif
    MUST(params->vocabulary_count == VOCABULARY);
    for (int i = 0; i < VOCABULARY; i++) MUST(strlen(params->vocabulary[i]) > 1);
}

int transcribe_run(
    struct transcribe_session *session, const float *sound, int count,
    const struct run_params *params)
{
    MUST(!session->streams && count >= 16000);
    for (int i = 0; i < count; i++) MUST(sound[i] >= -1 && sound[i] <= 1);
    check(params);
    session->runs++;
#ifdef COUNTS
    snprintf(session->text, sizeof session->text, "run %d", session->runs);
#else
    snprintf(session->text, sizeof session->text, "%s", TEXT);
#endif
    if (LONGEST > 0 && count / 16 > LONGEST) return 17;
    return STATUS;
}

const char *transcribe_full_text(const struct transcribe_session *session)
{
    MUST(session->runs > 0 && (STATUS == 0 || STATUS == 18 || STATUS == 19));
    return session->text;
}

// Without times of words, nobody asks for any.
int transcribe_n_words(const struct transcribe_session *session) { (void)session; abort(); }
int transcribe_get_word(const struct transcribe_session *session, int index, struct word *word)
{
    (void)session, (void)index, (void)word;
    abort();
}
int transcribe_get_token(const struct transcribe_session *session, int index, struct token *token)
{
    (void)session, (void)index, (void)token;
    abort();
}

int transcribe_stream_begin(
    struct transcribe_session *session, const struct run_params *params,
    const struct stream_params *stream)
{
    MUST(!session->streams && stream->size == sizeof *stream && !stream->family);
    check(params);
    session->streams = true;
    return 0;
}
#ifdef LACKS
#define transcribe_stream_feed another_name
#endif
int transcribe_stream_feed(
    struct transcribe_session *session, const float *sound, int count, struct stream_update *update)
{
    MUST(session->streams && sound && count > 0);
    update->changed = true;
    return 0;
}

int transcribe_stream_finalize(struct transcribe_session *session, struct stream_update *update)
{
    MUST(session->streams && update->size == sizeof *update);
    session->streams = false;
    return 0;
}

void transcribe_stream_reset(struct transcribe_session *session) { session->streams = false; }

int transcribe_stream_get_state(const struct transcribe_session *session)
{
    return session->streams ? 1 : STREAM_IDLE;
}

int transcribe_stream_get_text(const struct transcribe_session *session, struct stream_text *text)
{
    MUST(session && text->size == sizeof *text);
    text->committed = "";
    text->tentative = text->full = STREAM_TEXT;
    return 0;
}
