/* transcribe FOLDER MODEL THREADS
 *
 * Loads a model with the library of a folder and prints, in milliseconds, the load and runs over 2, 6
 * and 25 s of sound, each the best of three, then the most memory that was resident, in MB. */
#include <CTranscribe.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

int main(int count, char **arguments)
{
    static int16_t sound[25 * 16000];
    const utter_transcribe *library;
    utter_transcribe_model *model;
    utter_transcribe_session *session;
    utter_transcribe_wishes none = { 0 };
    char reason[512];
    uint32_t state = 1;
    if (count != 4)
        return 64;
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++)
        sound[i] = (int16_t)((state = state * 1664525 + 1013904223) >> 20);
    if (utter_transcribe_open(arguments[1], &library, reason, sizeof reason)) {
        fprintf(stderr, "%s\n", reason);
        return 1;
    }
    double begin = now();
    if (utter_transcribe_load(library, arguments[2], false, &model)
        || utter_transcribe_begin_session(library, model, atoi(arguments[3]), &session)) {
        utter_transcribe_last_line(reason, sizeof reason);
        fprintf(stderr, "%s\n", reason);
        return 1;
    }
    printf("%8.0f", now() - begin);
    for (int seconds = 2; seconds <= 25; seconds = seconds == 2 ? 6 : seconds == 6 ? 25 : 26) {
        double best = 1e9;
        for (int i = 0; i < 3; i++) {
            begin = now();
            if (utter_transcribe_run(library, session, sound, seconds * 16000, &none))
                return 1;
            if (now() - begin < best)
                best = now() - begin;
        }
        printf("%8.0f", best);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%8ld\n", usage.ru_maxrss / 1000);
    utter_transcribe_free_session(library, session);
    utter_transcribe_free_model(library, model);
    return 0;
}
