/* What the C library itself needs for the model: loads it as the program does, then sleeps. */
#include <pocketsphinx.h>
#include <unistd.h>

int main(void)
{
    cmd_ln_t *config = cmd_ln_init(NULL, ps_args(), TRUE,
        "-hmm", "/usr/share/pocketsphinx/model/en-us/en-us",
        "-lm", "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin",
        "-dict", "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict",
        "-fwdflat", "no", "-maxhmmpf", "4500", "-maxwpf", "20", "-logfn", "/dev/null", NULL);
    if (!config || !ps_init(config))
        return 1;
    write(1, "ready\n", 6);
    pause();
    return 0;
}
