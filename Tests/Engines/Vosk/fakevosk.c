// Vosk's C interface according to its contract, strictly: a call out of order, from another thread
// or on a freed object ends the process. Any sample but zero is speech: samples of value N are the
// word “wN”, and a whole block of zeros ends the utterance. The model's folder name selects how it
// fails.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LACKING
#define LACKING 0
#endif

typedef struct {
    char name[64];
    int users;
} VoskModel;

typedef struct {
    VoskModel *model;
    pthread_t thread;
    enum { EMPTY, RUNNING, ENDED } state;
    int has_words;
    long samples, blocks;
    int words[64], count;
    long starts[64], ends[64];
    char json[8192];
} VoskRecognizer;

static void check(int is_right, const char *what)
{
    if (is_right) return;
    fprintf(stderr, "fakevosk: %s\n", what);
    abort();
}

static int is(const VoskModel *model, const char *word) { return strstr(model->name, word) != 0; }

void vosk_set_log_level(int level) { (void)level; }

VoskModel *vosk_model_new(const char *path)
{
    const char *slash = strrchr(path, '/');
    VoskModel *model = calloc(1, sizeof *model);
    snprintf(model->name, sizeof model->name, "%s", slash ? slash + 1 : path);
    if (!is(model, "refused")) return model;
    free(model);
    return 0;
}

void vosk_model_free(VoskModel *model)
{
    check(model->users == 0, "a model freed before its recogniser");
    free(model);
}

VoskRecognizer *vosk_recognizer_new(VoskModel *model, float rate)
{
    check(rate == 16000, "another rate than the audio's");
    if (is(model, "unfit")) return 0;
    VoskRecognizer *recognizer = calloc(1, sizeof *recognizer);
    recognizer->model = model;
    recognizer->thread = pthread_self();
    model->users++;
    return recognizer;
}

static void mine(VoskRecognizer *recognizer)
{
    check(pthread_equal(recognizer->thread, pthread_self()), "a call from another thread");
}

void vosk_recognizer_free(VoskRecognizer *recognizer)
{
    mine(recognizer);
    recognizer->model->users--;
    memset(recognizer, 0, sizeof *recognizer);
    free(recognizer);
}

void vosk_recognizer_set_words(VoskRecognizer *recognizer, int words)
{
    recognizer->has_words = words;
}

int vosk_recognizer_accept_waveform_s(VoskRecognizer *recognizer, const short *samples, int count)
{
    mine(recognizer);
    check(recognizer->state != ENDED, "samples before the result was taken");
    check(count > 0, "no samples");
    if (is(recognizer->model, "failing") && ++recognizer->blocks > 1) return -1;
    recognizer->state = RUNNING;
    int is_speech = 0;
    for (int i = 0; i < count; i++) {
        int last = recognizer->count - 1;
        is_speech |= samples[i] != 0;
        if (samples[i] == 0) continue;
        if (last < 0 || recognizer->words[last] != samples[i]
            || recognizer->ends[last] != recognizer->samples + i) {
            last = recognizer->count++;
            recognizer->words[last] = samples[i];
            recognizer->starts[last] = recognizer->samples + i;
        }
        recognizer->ends[last] = recognizer->samples + i + 1;
    }
    recognizer->samples += count;
    if (is_speech || !recognizer->count) return 0;
    recognizer->state = ENDED;
    return 1;
}

static const char *text(VoskRecognizer *recognizer, const char *key)
{
    char *end = recognizer->json;
    end += sprintf(end, "{ \"%s\" : \"", key);
    for (int i = 0; i < recognizer->count; i++)
        end += sprintf(end, "%s%s%d", i ? " " : "", recognizer->words[i] < 0 ? "<unk> w" : "w",
                       abs(recognizer->words[i]));
    sprintf(end, "\"}");
    return recognizer->json;
}

static const char *result(VoskRecognizer *recognizer)
{
    check(recognizer->has_words, "no times asked for");
    text(recognizer, "text");
    char *end = recognizer->json + strlen(recognizer->json) - 1;
    end += sprintf(end, ", \"result\" : [");
    for (int i = 0; i < recognizer->count; i++)
        end += sprintf(
            end, "%s{\"conf\" : 0.5, \"end\" : %f, \"start\" : %f, \"word\" : \"w%d\"}",
            i ? ", " : "", recognizer->ends[i] / 16000.0, recognizer->starts[i] / 16000.0,
            abs(recognizer->words[i]));
    sprintf(end, "]}");
    recognizer->state = EMPTY;
    recognizer->count = 0;
    return is(recognizer->model, "garbled") ? "nonsense" : recognizer->json;
}

const char *vosk_recognizer_result(VoskRecognizer *recognizer)
{
    mine(recognizer);
    check(recognizer->state == ENDED, "a result within an utterance");
    return result(recognizer);
}

const char *vosk_recognizer_partial_result(VoskRecognizer *recognizer)
{
    mine(recognizer);
    check(recognizer->state != ENDED, "a partial result after the end of the utterance");
    return text(recognizer, "partial");
}

const char *vosk_recognizer_final_result(VoskRecognizer *recognizer)
{
    mine(recognizer);
    check(recognizer->state != ENDED, "a final result before the utterance's own");
    return result(recognizer);
}

#if !LACKING
void vosk_recognizer_reset(VoskRecognizer *recognizer)
{
    mine(recognizer);
    recognizer->state = EMPTY;
    recognizer->count = 0;
}
#endif
