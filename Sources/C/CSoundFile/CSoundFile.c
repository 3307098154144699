#include "CSoundFile.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define SNDFILE_FUNCTIONS(X) \
    X(sf_open_fd) X(sf_open_virtual) X(sf_error) X(sf_error_number) X(sf_readf_float) X(sf_close)
#define SOXR_FUNCTIONS(X) \
    X(soxr_create) X(soxr_process) X(soxr_delete) X(soxr_io_spec) X(soxr_quality_spec) \
    X(soxr_runtime_spec)

static struct {
#define X(name) __typeof__(&name) name;
    SNDFILE_FUNCTIONS(X)
    SOXR_FUNCTIONS(X)
#undef X
} functions;

#define FIND(name) \
    if (!(functions.name = (__typeof__(&name))dlsym(library, #name))) \
        return "it has no " #name;

const char *utter_sndfile_load(void)
{
    void *library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return "there is no libsndfile.so.1";
    SNDFILE_FUNCTIONS(FIND)
    return 0;
}

const char *utter_soxr_load(void)
{
    void *library = dlopen("libsoxr.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return "there is no libsoxr.so.0";
    SOXR_FUNCTIONS(FIND)
    return 0;
}

SNDFILE *utter_sf_open(int descriptor, SF_INFO *info)
{
    return functions.sf_open_fd(descriptor, SFM_READ, info, SF_FALSE);
}

struct patched {
    int descriptor;
    sf_count_t place;
    unsigned number;
};

static sf_count_t patched_length(void *data)
{
    struct stat status;
    return fstat(((struct patched *)data)->descriptor, &status) < 0 ? -1 : status.st_size;
}

static sf_count_t patched_seek(sf_count_t offset, int whence, void *data)
{
    return lseek(((struct patched *)data)->descriptor, offset, whence);
}

static sf_count_t patched_tell(void *data)
{
    return patched_seek(0, SEEK_CUR, data);
}

static sf_count_t patched_read(void *bytes, sf_count_t count, void *data)
{
    const struct patched *file = data;
    const sf_count_t start = patched_tell(data);
    const ssize_t length = read(file->descriptor, bytes, (size_t)count);
    for (int i = 0; i < 4; i++) {
        const sf_count_t at = file->place + i - start;
        if (at >= 0 && at < length)
            ((unsigned char *)bytes)[at] = (unsigned char)(file->number >> (8 * i));
    }
    return length < 0 ? 0 : length;
}

static sf_count_t patched_write(const void *bytes, sf_count_t count, void *data)
{
    (void)bytes, (void)count, (void)data;
    return 0;
}

SNDFILE *utter_sf_open_patched(int descriptor, SF_INFO *info, sf_count_t place, unsigned number)
{
    static SF_VIRTUAL_IO patched_io = {
        patched_length, patched_seek, patched_read, patched_write, patched_tell,
    };
    /* Never freed: libsndfile needs it as long as the file is open, which is as long as the process
     * runs. */
    struct patched *file = malloc(sizeof *file);
    if (!file)
        return 0;
    *file = (struct patched) { descriptor, place, number };
    return functions.sf_open_virtual(&patched_io, SFM_READ, info, file);
}

int utter_sf_error(SNDFILE *file)
{
    return functions.sf_error(file);
}

const char *utter_sf_message(int error)
{
    return functions.sf_error_number(error);
}

sf_count_t utter_sf_read(SNDFILE *file, float *samples, sf_count_t frames)
{
    return functions.sf_readf_float(file, samples, frames);
}

void utter_sf_close(SNDFILE *file)
{
    functions.sf_close(file);
}

soxr_t utter_soxr_new(double input_rate, double output_rate)
{
    soxr_error_t error = 0;
    const soxr_quality_spec_t quality = functions.soxr_quality_spec(SOXR_HQ, 0);
    const soxr_runtime_spec_t runtime = functions.soxr_runtime_spec(1);
    soxr_io_spec_t samples = functions.soxr_io_spec(SOXR_FLOAT32_I, SOXR_INT16_I);
    samples.flags |= SOXR_NO_DITHER;
    soxr_t resampler = functions.soxr_create(
        input_rate, output_rate, 1, &error, &samples, &quality, &runtime);
    return error ? 0 : resampler;
}

size_t utter_soxr_process(
    soxr_t resampler, const float *input, size_t count, size_t *used, short *output, size_t most)
{
    size_t written = 0;
    if (functions.soxr_process(resampler, input, count, used, output, most, &written))
        return 0;
    return written;
}

void utter_soxr_delete(soxr_t resampler)
{
    functions.soxr_delete(resampler);
}
