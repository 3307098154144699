#include "TranscribeAPI.h"

#include <stdlib.h>

int utter_transcribe_begin_session(
    const utter_transcribe *library, utter_transcribe_model *model, int threads,
    utter_transcribe_session **session)
{
    struct session_params params;
    library->transcribe_session_params_init(&params);
    params.threads = threads;
    return library->transcribe_session_init(model, &params, session);
}

void utter_transcribe_free_session(
    const utter_transcribe *library, utter_transcribe_session *session)
{
    library->transcribe_session_free(session);
}

void utter_transcribe_set_abort(
    const utter_transcribe *library, utter_transcribe_session *session,
    bool (*callback)(void *), void *data)
{
    library->transcribe_set_abort_callback(session, callback, data);
}

// `whisper` must live as long as `params` is used.
static void take_wishes(
    const utter_transcribe *library, const utter_transcribe_wishes *wishes,
    struct run_params *params, struct whisper_run *whisper)
{
    library->transcribe_run_params_init(params);
    params->language = wishes->language;
    if (wishes->translates) params->task = TASK_TRANSLATE;
    params->timestamps = wishes->times == UTTER_TRANSCRIBE_WORD_TIMES ? TIMESTAMPS_WORD
        : wishes->times == UTTER_TRANSCRIBE_SEGMENT_TIMES             ? TIMESTAMPS_SEGMENT
                                                                      : TIMESTAMPS_NONE;
    if (wishes->vocabulary_count > 0) {
        params->vocabulary = wishes->vocabulary;
        params->vocabulary_count = wishes->vocabulary_count;
    }
    if (wishes->one_temperature || wishes->prompt) {
        library->transcribe_whisper_run_ext_init(whisper);
        if (wishes->one_temperature) whisper->temperature_increment = 0;
        if (wishes->prompt) whisper->initial_prompt = wishes->prompt;
        params->family = (const struct extension *)whisper;
    }
}

// The library's form of samples; to be freed. NULL without memory.
static float *floats(const int16_t *samples, int count)
{
    float *result = malloc(sizeof(float) * (size_t)count);
    for (int i = 0; result && i < count; i++) result[i] = samples[i] / 32768.0f;
    return result;
}

int utter_transcribe_run(
    const utter_transcribe *library, utter_transcribe_session *session, const int16_t *samples,
    int count, const utter_transcribe_wishes *wishes)
{
    struct run_params params;
    struct whisper_run whisper;
    take_wishes(library, wishes, &params, &whisper);
    float *sound = floats(samples, count);
    if (!sound) return UTTER_TRANSCRIBE_OUT_OF_MEMORY;
    int status = library->transcribe_run(session, sound, count, &params);
    free(sound);
    return status;
}

const char *utter_transcribe_text(
    const utter_transcribe *library, const utter_transcribe_session *session)
{
    return library->transcribe_full_text(session);
}

int utter_transcribe_word_count(
    const utter_transcribe *library, const utter_transcribe_session *session)
{
    return library->transcribe_n_words(session);
}

static double confidence(
    const utter_transcribe *library, const utter_transcribe_session *session,
    const struct word *word)
{
    double sum = 0;
    for (int i = 0; i < word->token_count; i++) {
        struct token token;
        library->transcribe_token_init(&token);
        int status = library->transcribe_get_token(session, word->first_token + i, &token);
        // NaN where the model has no probabilities.
        if (status != UTTER_TRANSCRIBE_OK || !(token.probability >= 0)) return -1;
        sum += token.probability;
    }
    return word->token_count > 0 ? sum / word->token_count : -1;
}

bool utter_transcribe_get_word(
    const utter_transcribe *library, const utter_transcribe_session *session, int index,
    utter_transcribe_word *word)
{
    struct word theirs;
    library->transcribe_word_init(&theirs);
    int status = library->transcribe_get_word(session, index, &theirs);
    if (status != UTTER_TRANSCRIBE_OK || !theirs.text) return false;
    word->text = theirs.text;
    word->start = theirs.start;
    word->end = theirs.end;
    word->confidence = confidence(library, session, &theirs);
    return true;
}

// MARK: Streams

int utter_transcribe_stream_begin(
    const utter_transcribe *library, utter_transcribe_session *session,
    const utter_transcribe_wishes *wishes)
{
    if (library->transcribe_stream_get_state(session) != STREAM_IDLE) {
        library->transcribe_stream_reset(session);
    }
    struct run_params params;
    struct whisper_run whisper;
    take_wishes(library, wishes, &params, &whisper);
    struct stream_params stream;
    library->transcribe_stream_params_init(&stream);
    return library->transcribe_stream_begin(session, &params, &stream);
}

int utter_transcribe_stream_feed(
    const utter_transcribe *library, utter_transcribe_session *session, const int16_t *samples,
    int count, bool *changed)
{
    struct stream_update update;
    library->transcribe_stream_update_init(&update);
    float *sound = floats(samples, count);
    if (!sound) return UTTER_TRANSCRIBE_OUT_OF_MEMORY;
    int status = library->transcribe_stream_feed(session, sound, count, &update);
    free(sound);
    *changed = update.changed;
    return status;
}

int utter_transcribe_stream_finish(
    const utter_transcribe *library, utter_transcribe_session *session)
{
    struct stream_update update;
    library->transcribe_stream_update_init(&update);
    return library->transcribe_stream_finalize(session, &update);
}

int utter_transcribe_stream_get_text(
    const utter_transcribe *library, const utter_transcribe_session *session,
    utter_transcribe_stream_text *text)
{
    struct stream_text theirs;
    library->transcribe_stream_text_init(&theirs);
    int status = library->transcribe_stream_get_text(session, &theirs);
    text->committed = theirs.committed ? theirs.committed : "";
    text->tentative = theirs.tentative ? theirs.tentative : "";
    text->full = theirs.full ? theirs.full : "";
    return status;
}
