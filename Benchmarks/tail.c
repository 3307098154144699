/* The C library's own work after the last sample, with the options that utter gives it: feeds the
 * samples of standard input (16 kHz mono s16le) in real time, in blocks of 2048, and prints the
 * milliseconds from the last sample to the final words. */
#include <pocketsphinx.h>
#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(void)
{
    cmd_ln_t *config = cmd_ln_init(NULL, ps_args(), TRUE,
        "-hmm", "/usr/share/pocketsphinx/model/en-us/en-us",
        "-lm", "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin",
        "-dict", "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict", "-fwdflat", "no",
        "-lw", "5.5", "-maxhmmpf", "4500", "-maxwpf", "20", "-pbeam", "1e-44",
        "-pl_window", "1", "-topn", "3", "-wbeam", "1e-25", "-logfn", "/dev/null", NULL);
    ps_decoder_t *decoder = config ? ps_init(config) : NULL;
    int16_t block[2048];
    size_t count;
    double due = now(), end = due;
    int spoke = 0;
    if (!decoder || ps_start_utt(decoder) < 0)
        return 1;
    while ((count = fread(block, 2, 2048, stdin)) > 0) {
        due += count / 16000.0;
        while (now() < due) {
            struct timespec rest = { 0, (long)((due - now()) * 1e9) };
            if (rest.tv_nsec > 0)
                nanosleep(&rest, NULL);
        }
        end = due;
        ps_process_raw(decoder, block, count, FALSE, FALSE);
        if (spoke && !ps_get_in_speech(decoder)) {
            ps_end_utt(decoder);
            ps_get_hyp(decoder, NULL);
            ps_start_utt(decoder);
        }
        spoke = ps_get_in_speech(decoder);
    }
    ps_end_utt(decoder);
    ps_get_hyp(decoder, NULL);
    printf("%.1f\n", (now() - end) * 1000);
    return 0;
}
