#include "CVosk.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

struct utter_vosk {
    void (*vosk_set_log_level)(int);
    VoskModel *(*vosk_model_new)(const char *);
    void (*vosk_model_free)(VoskModel *);
    VoskRecognizer *(*vosk_recognizer_new)(VoskModel *, float);
    void (*vosk_recognizer_set_words)(VoskRecognizer *, int);
    int (*vosk_recognizer_accept_waveform_s)(VoskRecognizer *, const short *, int);
    const char *(*vosk_recognizer_result)(VoskRecognizer *);
    const char *(*vosk_recognizer_partial_result)(VoskRecognizer *);
    const char *(*vosk_recognizer_final_result)(VoskRecognizer *);
    void (*vosk_recognizer_reset)(VoskRecognizer *);
    void (*vosk_recognizer_free)(VoskRecognizer *);
};

#define FUNCTIONS(X) \
    X(vosk_set_log_level) X(vosk_model_new) X(vosk_model_free) X(vosk_recognizer_new) \
    X(vosk_recognizer_set_words) X(vosk_recognizer_accept_waveform_s) X(vosk_recognizer_result) \
    X(vosk_recognizer_partial_result) X(vosk_recognizer_final_result) X(vosk_recognizer_reset) \
    X(vosk_recognizer_free)

utter_vosk_result utter_vosk_open(
    const char *path, const utter_vosk **library, char *reason, size_t capacity)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *words = dlerror();
        snprintf(reason, capacity, "%s", words ? words : "dlopen failed");
        return UTTER_VOSK_UNUSABLE;
    }
    utter_vosk *opened = calloc(1, sizeof *opened);
    if (!opened) abort();
#define X(name) \
    if (!(opened->name = (__typeof__(opened->name))dlsym(handle, #name))) { \
        snprintf(reason, capacity, "%s", #name); \
        free(opened); \
        return UTTER_VOSK_OTHER_VERSION; \
    }
    FUNCTIONS(X)
#undef X
    // Errors only: otherwise each load logs a page.
    opened->vosk_set_log_level(-1);
    *library = opened;
    return UTTER_VOSK_OPEN;
}

VoskModel *utter_vosk_model(const utter_vosk *library, const char *folder)
{
    return library->vosk_model_new(folder);
}

void utter_vosk_free_model(const utter_vosk *library, VoskModel *model)
{
    library->vosk_model_free(model);
}

VoskRecognizer *utter_vosk_recognizer(const utter_vosk *library, VoskModel *model, float rate)
{
    VoskRecognizer *recognizer = library->vosk_recognizer_new(model, rate);
    if (recognizer) library->vosk_recognizer_set_words(recognizer, 1);
    return recognizer;
}

void utter_vosk_free_recognizer(const utter_vosk *library, VoskRecognizer *recognizer)
{
    library->vosk_recognizer_free(recognizer);
}

int utter_vosk_accept(
    const utter_vosk *library, VoskRecognizer *recognizer, const short *samples, int count)
{
    return library->vosk_recognizer_accept_waveform_s(recognizer, samples, count);
}

const char *utter_vosk_result_of(const utter_vosk *library, VoskRecognizer *recognizer)
{
    return library->vosk_recognizer_result(recognizer);
}

const char *utter_vosk_partial_of(const utter_vosk *library, VoskRecognizer *recognizer)
{
    return library->vosk_recognizer_partial_result(recognizer);
}

const char *utter_vosk_final_of(const utter_vosk *library, VoskRecognizer *recognizer)
{
    return library->vosk_recognizer_final_result(recognizer);
}

void utter_vosk_reset(const utter_vosk *library, VoskRecognizer *recognizer)
{
    library->vosk_recognizer_reset(recognizer);
}
