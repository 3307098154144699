#include "CPulse.h"

#include <dlfcn.h>
#include <pulse/pulseaudio.h>
#include <time.h>

#define FUNCTIONS(X) \
    X(pa_mainloop_new) X(pa_mainloop_free) X(pa_mainloop_get_api) X(pa_mainloop_prepare) \
    X(pa_mainloop_poll) X(pa_mainloop_dispatch) X(pa_context_new) X(pa_context_unref) \
    X(pa_context_connect) X(pa_context_disconnect) X(pa_context_get_state) \
    X(pa_context_get_source_info_list) X(pa_context_get_source_info_by_name) \
    X(pa_context_get_server_info) \
    X(pa_operation_get_state) X(pa_operation_unref)

struct pulse {
#define X(name) __typeof__(&name) name;
    FUNCTIONS(X)
#undef X
};

struct asking {
    void (*tell)(const char *, const char *, void *);
    /* About one source, by its name. */
    void (*tell_source)(const char *, int, int, void *);
    const char *name;
    void *userdata;
    int is_answered;
};

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

static const char *text(const char *string)
{
    return string ? string : "";
}

static void take(pa_context *context, const pa_source_info *source, int end, void *userdata)
{
    struct asking *asking = userdata;
    (void)context;
    if (end > 0)
        asking->is_answered = 1;
    else if (!end && source->monitor_of_sink == PA_INVALID_INDEX)
        asking->tell(text(source->name), text(source->description), asking->userdata);
}

static void take_one(pa_context *context, const pa_source_info *source, int end, void *userdata)
{
    struct asking *asking = userdata;
    (void)context;
    if (end)
        return;
    asking->is_answered = 1;
    asking->tell_source(
        text(source->description), source->mute, source->monitor_of_sink != PA_INVALID_INDEX,
        asking->userdata);
}

static void take_server(pa_context *context, const pa_server_info *server, void *userdata)
{
    struct asking *asking = userdata;
    (void)context;
    if (!server)
        return;
    asking->is_answered = 1;
    asking->tell(
        text(server->server_name), text(server->default_source_name), asking->userdata);
}

static pa_operation *ask_for_sources(
    struct pulse *pulse, pa_context *context, struct asking *asking)
{
    return pulse->pa_context_get_source_info_list(context, take, asking);
}

static pa_operation *ask_for_source(
    struct pulse *pulse, pa_context *context, struct asking *asking)
{
    return pulse->pa_context_get_source_info_by_name(context, asking->name, take_one, asking);
}

static pa_operation *ask_for_server(
    struct pulse *pulse, pa_context *context, struct asking *asking)
{
    return pulse->pa_context_get_server_info(context, take_server, asking);
}

/* One iteration of the loop; 0 at the limit or when the connection broke. */
static int turn(struct pulse *pulse, pa_mainloop *loop, int64_t end)
{
    int64_t left = end - milliseconds();
    return left > 0 && pulse->pa_mainloop_prepare(loop, (int)left * 1000) >= 0
        && pulse->pa_mainloop_poll(loop) >= 0 && pulse->pa_mainloop_dispatch(loop) >= 0;
}

typedef pa_operation *request(struct pulse *, pa_context *, struct asking *);

static void ask(
    struct pulse *pulse, pa_mainloop *loop, pa_context *context, request *request,
    struct asking *asking, int64_t end)
{
    pa_operation *operation;
    if (pulse->pa_context_connect(context, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL) < 0)
        return;
    while (pulse->pa_context_get_state(context) != PA_CONTEXT_READY)
        if (!PA_CONTEXT_IS_GOOD(pulse->pa_context_get_state(context)) || !turn(pulse, loop, end))
            return;
    operation = request(pulse, context, asking);
    if (!operation)
        return;
    while (pulse->pa_operation_get_state(operation) == PA_OPERATION_RUNNING
        && turn(pulse, loop, end))
        ;
    pulse->pa_operation_unref(operation);
}

static int connect_and_ask(request *request, struct asking *asking, int limit_ms)
{
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
        ask(&pulse, loop, context, request, asking, end);
        pulse.pa_context_disconnect(context);
        pulse.pa_context_unref(context);
    }
    pulse.pa_mainloop_free(loop);
    return asking->is_answered ? 0 : -1;
}

int utter_pulse_sources(
    void (*tell)(const char *, const char *, void *), void *userdata, int limit_ms)
{
    struct asking asking = {.tell = tell, .userdata = userdata};
    return connect_and_ask(ask_for_sources, &asking, limit_ms);
}

int utter_pulse_server(
    void (*tell)(const char *, const char *, void *), void *userdata, int limit_ms)
{
    struct asking asking = {.tell = tell, .userdata = userdata};
    return connect_and_ask(ask_for_server, &asking, limit_ms);
}

int utter_pulse_source(
    const char *name, void (*tell)(const char *, int, int, void *), void *userdata, int limit_ms)
{
    struct asking asking = {.tell_source = tell, .name = name, .userdata = userdata};
    return connect_and_ask(ask_for_source, &asking, limit_ms);
}
