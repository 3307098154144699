/* prompted FOLDER MODEL
 *
 * For each line on standard input, a recording (WAV, 16 kHz mono, 16 bits), a tab and what stands before
 * it, prints the words that a Whisper writes with the library of a folder. */
#include <CTranscribe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 16000, HEADER = 44, SILENCE = RATE / 2 };

int main(int count, char **arguments)
{
    static int16_t sound[29 * RATE];
    static char line[8192];
    const utter_transcribe *library;
    utter_transcribe_model *model;
    utter_transcribe_session *session;
    char reason[512];
    if (count != 3)
        return 64;
    if (utter_transcribe_open(arguments[1], &library, reason, sizeof reason)
        || utter_transcribe_load(library, arguments[2], false, &model)
        || utter_transcribe_begin_session(library, model, 1, &session)) {
        fputs("prompted: the library doesn't load the model\n", stderr);
        return 1;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *prompt = strchr(line, '\t');
        if (prompt)
            *prompt++ = 0;
        FILE *file = fopen(line, "rb");
        if (!file || fseek(file, HEADER, SEEK_SET)) {
            perror(line);
            return 1;
        }
        memset(sound, 0, sizeof sound);
        size_t samples = fread(sound + SILENCE, 2, sizeof sound / 2 - 2 * SILENCE, file);
        fclose(file);
        utter_transcribe_wishes wishes = {
            .language = "en",
            .times = UTTER_TRANSCRIBE_SEGMENT_TIMES,
            .one_temperature = true,
            .prompt = prompt && *prompt ? prompt : NULL,
        };
        utter_transcribe_run(library, session, sound, (int)samples + 2 * SILENCE, &wishes);
        const char *text = utter_transcribe_text(library, session);
        printf("%s\n", text ? text : "");
        fflush(stdout);
    }
    utter_transcribe_free_session(library, session);
    utter_transcribe_free_model(library, model);
    return 0;
}
