#include "TranscribeAPI.h"

#include <string.h>

int utter_transcribe_load(
    const utter_transcribe *library, const char *file, bool gpu, utter_transcribe_model **model)
{
    struct load_params params;
    library->transcribe_model_load_params_init(&params);
    params.backend = gpu ? BACKEND_AUTO : BACKEND_CPU;
    return library->transcribe_model_load_file(file, &params, model);
}

void utter_transcribe_free_model(const utter_transcribe *library, utter_transcribe_model *model)
{
    library->transcribe_model_free(model);
}

static utter_transcribe_stream_kind stream_kind(
    const utter_transcribe *library, const utter_transcribe_model *model, bool streams)
{
    if (!streams) return UTTER_TRANSCRIBE_NO_STREAM;
    if (library->transcribe_model_accepts_ext_kind(model, SLOT_STREAM, KIND_MOONSHINE)) {
        return UTTER_TRANSCRIBE_STREAM;
    }
    if (library->transcribe_model_accepts_ext_kind(model, SLOT_STREAM, KIND_PARAKEET)) {
        return UTTER_TRANSCRIBE_DEAR_STREAM;
    }
    return UTTER_TRANSCRIBE_BUFFERED_STREAM;
}

int utter_transcribe_get_facts(
    const utter_transcribe *library, const utter_transcribe_model *model,
    utter_transcribe_facts *facts)
{
    memset(facts, 0, sizeof *facts);
    facts->architecture = library->transcribe_model_arch_string(model);
    facts->backend = library->transcribe_model_backend(model);
    facts->recognizes = library->transcribe_model_roles(model) & ROLE_RECOGNITION;
    // Models for other tasks have no capabilities.
    if (!facts->recognizes) return UTTER_TRANSCRIBE_OK;
    struct capabilities capabilities;
    library->transcribe_capabilities_init(&capabilities);
    int status = library->transcribe_model_get_capabilities(model, &capabilities);
    if (status != UTTER_TRANSCRIBE_OK) return status;
    facts->stream = stream_kind(library, model, capabilities.streams);
    facts->has_word_times = capabilities.timestamps >= TIMESTAMPS_WORD;
    facts->takes_vocabulary = library->transcribe_model_supports(model, FEATURE_VOCABULARY);
    facts->is_whisper = library->transcribe_model_accepts_ext_kind(model, SLOT_RUN, KIND_WHISPER);
    facts->longest = capabilities.longest;
    facts->languages = capabilities.languages ? capabilities.language_count : 0;
    return status;
}

const char *utter_transcribe_language(
    const utter_transcribe *library, const utter_transcribe_model *model, int index)
{
    struct capabilities capabilities;
    library->transcribe_capabilities_init(&capabilities);
    if (library->transcribe_model_get_capabilities(model, &capabilities) != UTTER_TRANSCRIBE_OK
        || !capabilities.languages || index < 0 || index >= capabilities.language_count) {
        return NULL;
    }
    return capabilities.languages[index];
}
