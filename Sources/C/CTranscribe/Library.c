#include "TranscribeAPI.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What `transcribe_abi_struct_size` calls them.
static const struct { int id; size_t size; const char *name; } layouts[] = {
    {0, sizeof(struct load_params), "transcribe_model_load_params"},
    {1, sizeof(struct session_params), "transcribe_session_params"},
    {2, sizeof(struct run_params), "transcribe_run_params"},
    {3, sizeof(struct stream_params), "transcribe_stream_params"},
    {4, sizeof(struct capabilities), "transcribe_capabilities"},
    {7, sizeof(struct word), "transcribe_word"},
    {8, sizeof(struct token), "transcribe_token"},
    {9, sizeof(struct stream_update), "transcribe_stream_update"},
    {10, sizeof(struct stream_text), "transcribe_stream_text"},
    {12, sizeof(struct extension), "transcribe_ext"},
};

// MARK: What the library logs, on any of its threads

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static char last_line[512];

static void take_line(int level, const char *text, void *data)
{
    (void)data;
    enum { WARNING = 2, ERROR = 3 };
    if ((level != WARNING && level != ERROR) || !text) return;
    pthread_mutex_lock(&log_lock);
    snprintf(last_line, sizeof last_line, "%.*s", (int)strcspn(text, "\n"), text);
    pthread_mutex_unlock(&log_lock);
}

void utter_transcribe_last_line(char *line, size_t capacity)
{
    pthread_mutex_lock(&log_lock);
    snprintf(line, capacity, "%s", last_line);
    pthread_mutex_unlock(&log_lock);
}

void utter_transcribe_forget_lines(void)
{
    pthread_mutex_lock(&log_lock);
    last_line[0] = 0;
    pthread_mutex_unlock(&log_lock);
}

// MARK: The library

static utter_transcribe_result other_version(
    struct utter_transcribe *functions, char *reason, size_t capacity)
{
    const char *version = functions->transcribe_version();
    if (!version || strcmp(version, UTTER_TRANSCRIBE_VERSION) != 0) {
        snprintf(reason, capacity, "it is version %s, and " UTTER_TRANSCRIBE_VERSION " is needed",
            version ? version : "?");
        return UTTER_TRANSCRIBE_OTHER_VERSION;
    }
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        size_t theirs = functions->transcribe_abi_struct_size(layouts[i].id);
        if (theirs == layouts[i].size) continue;
        snprintf(reason, capacity, "its structure %s has %zu bytes, not %zu", layouts[i].name,
            theirs, layouts[i].size);
        return UTTER_TRANSCRIBE_OTHER_VERSION;
    }
    // The library doesn't tell the size of this one beforehand.
    struct { struct whisper_run run; char more[64]; } whisper;
    functions->transcribe_whisper_run_ext_init(&whisper.run);
    if (whisper.run.size != sizeof whisper.run || whisper.run.kind != KIND_WHISPER) {
        snprintf(reason, capacity, "its structure transcribe_whisper_run_ext has %zu bytes, not %zu",
            (size_t)whisper.run.size, sizeof whisper.run);
        return UTTER_TRANSCRIBE_OTHER_VERSION;
    }
    return UTTER_TRANSCRIBE_OPEN;
}

// The libraries that were opened: log and backends of each are set up once.
struct opened {
    struct opened *next;
    void *handle;
    struct utter_transcribe functions;
};
static struct opened *libraries;
static pthread_mutex_t libraries_lock = PTHREAD_MUTEX_INITIALIZER;

static utter_transcribe_result find_functions(
    void *handle, struct utter_transcribe *functions, char *reason, size_t capacity)
{
#define X(type, name, ...) \
    if (!(functions->name = (__typeof__(functions->name))dlsym(handle, #name))) { \
        snprintf(reason, capacity, "it has no function %s", #name); \
        return UTTER_TRANSCRIBE_OTHER_VERSION; \
    }
    FUNCTIONS(X)
#undef X
    return other_version(functions, reason, capacity);
}

static utter_transcribe_result set_up(
    const char *folder, struct utter_transcribe *functions, char *reason, size_t capacity)
{
    // The log first, or loading writes pages to standard error.
    functions->transcribe_log_set(take_line, NULL);
    unsetenv("GGML_BACKEND_PATH");
    int status = functions->transcribe_init_backends(folder);
    if (status == UTTER_TRANSCRIBE_OK) return UTTER_TRANSCRIBE_OPEN;
    snprintf(reason, capacity, "%s", functions->transcribe_status_string(status));
    return UTTER_TRANSCRIBE_NO_BACKEND;
}

utter_transcribe_result utter_transcribe_open(
    const char *folder, const utter_transcribe **library, char *reason, size_t capacity)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/libtranscribe.so", folder);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *words = dlerror();
        snprintf(reason, capacity, "%s", words ? words : "dlopen failed");
        return UTTER_TRANSCRIBE_UNUSABLE;
    }
    pthread_mutex_lock(&libraries_lock);
    utter_transcribe_result result = UTTER_TRANSCRIBE_OPEN;
    struct opened *opened = libraries;
    while (opened && opened->handle != handle) opened = opened->next;
    if (!opened) {
        if (!(opened = calloc(1, sizeof *opened))) abort();
        opened->handle = handle;
        result = find_functions(handle, &opened->functions, reason, capacity);
        if (result == UTTER_TRANSCRIBE_OPEN) {
            result = set_up(folder, &opened->functions, reason, capacity);
        }
        if (result == UTTER_TRANSCRIBE_OPEN) {
            opened->next = libraries;
            libraries = opened;
        } else {
            free(opened);
        }
    }
    if (result == UTTER_TRANSCRIBE_OPEN) *library = &opened->functions;
    pthread_mutex_unlock(&libraries_lock);
    return result;
}

const char *utter_transcribe_status(const utter_transcribe *library, int status)
{
    return library->transcribe_status_string(status);
}
