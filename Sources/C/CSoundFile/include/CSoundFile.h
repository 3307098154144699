// libsndfile, which reads sound files, and libsoxr, which changes their sample rate, opened with
// dlopen(3) when they are first needed: they load a dozen libraries of codecs, and only the process
// that reads sound files may have those. In C because Swift can't call a function pointer from
// dlsym(3) without an unchecked cast.
#pragma once

#include <sndfile.h>
#include <soxr.h>
#include <stddef.h>

// NULL once libsndfile is loaded, or why it isn't: a string that stays valid.
const char *utter_sndfile_load(void);
// The same for libsoxr.
const char *utter_soxr_load(void);

// sf_open_fd for reading, without closing the descriptor with the file; NULL on failure.
SNDFILE *utter_sf_open(int descriptor, SF_INFO *info);
// The same for a regular file of which four bytes, from `place` on, are read as this number
// (little-endian): a length that its writer didn't come back to fill in.
SNDFILE *utter_sf_open_patched(int descriptor, SF_INFO *info, sf_count_t place, unsigned number);
// sf_error and sf_error_number of a file, or of the last failed opening (NULL): 0 for no error.
int utter_sf_error(SNDFILE *file);
const char *utter_sf_message(int error);
// sf_readf_float: the number of frames read, 0 at the end or on failure.
sf_count_t utter_sf_read(SNDFILE *file, float *samples, sf_count_t frames);
void utter_sf_close(SNDFILE *file);

// soxr_create for one channel of float samples to 16-bit ones, of the quality SOXR_HQ, without
// dither and threads; NULL on failure. It rounds, and limits what is louder than full scale.
soxr_t utter_soxr_new(double input_rate, double output_rate);
// soxr_process: returns the number of samples written, at most `most`; `used` is set to the number
// that were read. NULL as input is its end: call it again until it writes none.
size_t utter_soxr_process(
    soxr_t resampler, const float *input, size_t count, size_t *used, short *output, size_t most);
void utter_soxr_delete(soxr_t resampler);
