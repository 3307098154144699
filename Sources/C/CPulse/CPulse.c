#include "CPulse.h"

#include <dlfcn.h>
#include <pulse/pulseaudio.h>
#include <time.h>

#define FUNCTIONS(X) \
    X(pa_mainloop_new) X(pa_mainloop_free) X(pa_mainloop_get_api) X(pa_mainloop_prepare) \
    X(pa_mainloop_poll) X(pa_mainloop_dispatch) X(pa_context_new) X(pa_context_unref) \
    X(pa_context_connect) X(pa_context_disconnect) X(pa_context_get_state) \
    X(pa_context_get_source_info_list) X(pa_operation_get_state) X(pa_operation_unref)

struct pulse {
#define X(name) __typeof__(&name) name;
    FUNCTIONS(X)
#undef X
};

struct listing {
    void (*tell)(const char *, const char *, void *);
    void *userdata;
    int is_whole;
};

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

static void take(pa_context *context, const pa_source_info *source, int end, void *userdata)
{
    struct listing *listing = userdata;
    (void)context;
    if (end > 0)
        listing->is_whole = 1;
    else if (!end && source->monitor_of_sink == PA_INVALID_INDEX)
        listing->tell(
            source->name, source->description ? source->description : "", listing->userdata);
}

/* One iteration of the loop; 0 at the limit or when the connection broke. */
static int turn(struct pulse *pulse, pa_mainloop *loop, int64_t end)
{
    int64_t left = end - milliseconds();
    return left > 0 && pulse->pa_mainloop_prepare(loop, (int)left * 1000) >= 0
        && pulse->pa_mainloop_poll(loop) >= 0 && pulse->pa_mainloop_dispatch(loop) >= 0;
}

static void list(
    struct pulse *pulse, pa_mainloop *loop, pa_context *context, struct listing *listing,
    int64_t end)
{
    pa_operation *operation;
    if (pulse->pa_context_connect(context, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0)
        return;
    while (pulse->pa_context_get_state(context) != PA_CONTEXT_READY)
        if (!PA_CONTEXT_IS_GOOD(pulse->pa_context_get_state(context)) || !turn(pulse, loop, end))
            return;
    operation = pulse->pa_context_get_source_info_list(context, take, listing);
    if (!operation)
        return;
    while (pulse->pa_operation_get_state(operation) == PA_OPERATION_RUNNING
        && turn(pulse, loop, end))
        ;
    pulse->pa_operation_unref(operation);
}

int utter_pulse_sources(
    void (*tell)(const char *, const char *, void *), void *userdata, int limit_ms)
{
    struct listing listing = {tell, userdata, 0};
    int64_t end = milliseconds() + limit_ms;
    struct pulse pulse;
    pa_mainloop *loop;
    pa_context *context;
    /* Never closed: ALSA's plugin may use it, too. */
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return -1;
#define X(name) \
    if (!(pulse.name = (__typeof__(&name))dlsym(library, #name))) \
        return -1;
    FUNCTIONS(X)
#undef X
    loop = pulse.pa_mainloop_new();
    if (!loop)
        return -1;
    context = pulse.pa_context_new(pulse.pa_mainloop_get_api(loop), "utter");
    if (context) {
        list(&pulse, loop, context, &listing, end);
        pulse.pa_context_disconnect(context);
        pulse.pa_context_unref(context);
    }
    pulse.pa_mainloop_free(loop);
    return listing.is_whole ? 0 : -1;
}
