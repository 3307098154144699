/* whisper FOLDER MODEL THREADS
 *
 * Runs a Whisper once with the library of a folder over the samples on standard input (16 kHz mono,
 * 16 bits), after one run that isn't measured, and prints how long it took in milliseconds. */
#include <CTranscribe.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/* Whether there is a text: also where the library found a loop. */
static bool gives_text(int code)
{
    return code == UTTER_TRANSCRIBE_OK || code == UTTER_TRANSCRIBE_TRUNCATED
        || code == UTTER_TRANSCRIBE_REPETITION;
}

int main(int count, char **arguments)
{
    static int16_t sound[30 * 16000];
    const utter_transcribe *library;
    utter_transcribe_model *model;
    utter_transcribe_session *session;
    utter_transcribe_wishes wishes = { .language = "en", .one_temperature = true };
    char reason[512];
    if (count != 4)
        return 64;
    int samples = (int)fread(sound, 2, sizeof sound / sizeof *sound, stdin);
    /* The library takes a little less than the window. */
    if (samples > 29 * 16000)
        samples = 29 * 16000;
    if (utter_transcribe_open(arguments[1], &library, reason, sizeof reason)
        || utter_transcribe_load(library, arguments[2], false, &model)
        || utter_transcribe_begin_session(library, model, atoi(arguments[3]), &session)
        || !gives_text(utter_transcribe_run(library, session, sound, samples, &wishes))) {
        fputs("whisper: the library gives no text\n", stderr);
        return 1;
    }
    double begin = now();
    if (!gives_text(utter_transcribe_run(library, session, sound, samples, &wishes)))
        return 1;
    printf("%.1f\n", now() - begin);
    utter_transcribe_free_session(library, session);
    utter_transcribe_free_model(library, model);
    return 0;
}
