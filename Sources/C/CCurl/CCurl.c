#include "CCurl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The type-checking macros in libcurl's headers are only for direct calls. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_strerror) \
    X(curl_easy_setopt) X(curl_easy_getinfo) X(curl_easy_header) X(curl_easy_pause) \
    X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_add_handle) \
    X(curl_multi_remove_handle) X(curl_multi_socket_action) X(curl_multi_setopt) \
    X(curl_multi_info_read) X(curl_slist_append) X(curl_slist_free_all) X(curl_mime_init) \
    X(curl_mime_free) X(curl_mime_addpart) X(curl_mime_name) X(curl_mime_data) \
    X(curl_mime_data_cb) X(curl_mime_filename) X(curl_mime_type) X(curl_version_info)

static struct {
#define X(name) __typeof__(&name) name;
    FUNCTIONS(X)
#undef X
    /* Null where there are none; libcurl's header has other types in other versions. */
    CURLcode (*ws_send)(CURL *, const void *, size_t, size_t *, curl_off_t, unsigned int);
    CURLcode (*ws_recv)(CURL *, void *, size_t, size_t *, const struct curl_ws_frame **);
} curl;

static const char *load(void)
{
    /* A file of these names would get the keys of all connections, and so what is said (GnuTLS and
     * libcurl's other TLS libraries), or GnuTLS's log of what it does. Both are read later than
     * this. What is started from here on doesn't have them either. */
    unsetenv("SSLKEYLOGFILE");
    unsetenv("GNUTLS_DEBUG_LEVEL");
    /* Debian's two builds of it; others have the second. Never closed: its TLS libraries can't
     * be unloaded. */
    void *library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return "there is no libcurl-gnutls.so.4 and no libcurl.so.4";
#define X(name) \
    if (!(curl.name = (__typeof__(&name))dlsym(library, #name))) \
        return "libcurl has no " #name;
    FUNCTIONS(X)
#undef X
    curl.ws_send = (__typeof__(curl.ws_send))dlsym(library, "curl_ws_send");
    curl.ws_recv = (__typeof__(curl.ws_recv))dlsym(library, "curl_ws_recv");
    return curl.curl_global_init(CURL_GLOBAL_DEFAULT) ? "libcurl can't be initialised" : 0;
}

const char *utter_curl_load(void)
{
    static const char *problem;
    static int is_loaded;
    if (!is_loaded) {
        problem = load();
        is_loaded = !problem;
    }
    return problem;
}

CURL *utter_curl_easy_init(void)
{
    return curl.curl_easy_init();
}

void utter_curl_easy_cleanup(CURL *easy)
{
    curl.curl_easy_cleanup(easy);
}

const char *utter_curl_easy_strerror(CURLcode code)
{
    return curl.curl_easy_strerror(code);
}

CURLcode utter_curl_set_number(CURL *easy, CURLoption option, long value)
{
    return curl.curl_easy_setopt(easy, option, value);
}

CURLcode utter_curl_set_pointer(CURL *easy, CURLoption option, const void *value)
{
    return curl.curl_easy_setopt(easy, option, value);
}

CURLcode utter_curl_set_writer(
    CURL *easy, size_t (*writer)(char *, size_t, size_t, void *), void *userdata)
{
    CURLcode code = curl.curl_easy_setopt(easy, CURLOPT_WRITEDATA, userdata);
    return code ? code : curl.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, writer);
}

CURLcode utter_curl_set_body(CURL *easy, const void *bytes, size_t size)
{
    CURLcode code = curl.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
    return code ? code : curl.curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

curl_mime *utter_curl_set_form(CURL *easy)
{
    curl_mime *form = curl.curl_mime_init(easy);
    if (form && curl.curl_easy_setopt(easy, CURLOPT_MIMEPOST, form)) {
        curl.curl_mime_free(form);
        form = 0;
    }
    return form;
}

CURLcode utter_curl_form_field(curl_mime *form, const char *name, const void *value, size_t size)
{
    curl_mimepart *part = curl.curl_mime_addpart(form);
    if (!part)
        return CURLE_OUT_OF_MEMORY;
    CURLcode code = curl.curl_mime_name(part, name);
    return code ? code : curl.curl_mime_data(part, value, size);
}

CURLcode utter_curl_form_file(
    curl_mime *form, const char *name, const char *file, const char *type, curl_off_t size,
    size_t (*reader)(char *, size_t, size_t, void *), int (*seeker)(void *, curl_off_t, int),
    void *userdata)
{
    curl_mimepart *part = curl.curl_mime_addpart(form);
    if (!part)
        return CURLE_OUT_OF_MEMORY;
    CURLcode code = curl.curl_mime_name(part, name);
    if (!code)
        code = curl.curl_mime_filename(part, file);
    if (!code)
        code = curl.curl_mime_type(part, type);
    return code ? code : curl.curl_mime_data_cb(part, size, reader, seeker, 0, userdata);
}

void utter_curl_form_free(curl_mime *form)
{
    curl.curl_mime_free(form);
}

const char *utter_curl_version(void)
{
    return curl.curl_version_info(CURLVERSION_NOW)->version;
}

int utter_curl_has_websockets(void)
{
    int known = 0;
    /* A libcurl without them may have the functions, which then refuse everything. */
    const char *const *name = curl.curl_version_info(CURLVERSION_NOW)->protocols;
    for (; *name; name++)
        known += !strcmp(*name, "ws") || !strcmp(*name, "wss");
    return known == 2 && curl.ws_send && curl.ws_recv;
}

curl_socket_t utter_curl_socket(CURL *easy)
{
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl.curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
    return socket;
}

CURLcode utter_curl_ws_send(
    CURL *easy, const void *bytes, size_t size, size_t *sent, unsigned int kind)
{
    return curl.ws_send(easy, bytes, size, sent, 0, kind);
}

CURLcode utter_curl_ws_receive(
    CURL *easy, void *room, size_t size, size_t *count, int *kind, int *is_end)
{
    const struct curl_ws_frame *frame;
    CURLcode code = curl.ws_recv(easy, room, size, count, &frame);
    if (!code) {
        *kind = frame->flags & (CURLWS_TEXT | CURLWS_BINARY | CURLWS_CLOSE | CURLWS_PONG);
        *is_end = !frame->bytesleft && !(frame->flags & CURLWS_CONT);
    }
    return code;
}

long utter_curl_status(CURL *easy)
{
    long status = 0;
    curl.curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

long utter_curl_retry_after(CURL *easy)
{
    curl_off_t seconds = 0;
    curl.curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
    return (long)seconds;
}

long long utter_curl_announced_length(CURL *easy)
{
    curl_off_t length = -1;
    curl.curl_easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    return length;
}

const char *utter_curl_header(CURL *easy, const char *name)
{
    struct curl_header *header;
    return curl.curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) ? 0 : header->value;
}

CURLcode utter_curl_pause(CURL *easy, int isPaused)
{
    return curl.curl_easy_pause(easy, isPaused ? CURLPAUSE_RECV : CURLPAUSE_CONT);
}

CURLM *utter_curl_multi_init(void)
{
    return curl.curl_multi_init();
}

void utter_curl_multi_cleanup(CURLM *multi)
{
    curl.curl_multi_cleanup(multi);
}

CURLMcode utter_curl_multi_add(CURLM *multi, CURL *easy)
{
    return curl.curl_multi_add_handle(multi, easy);
}

CURLMcode utter_curl_multi_remove(CURLM *multi, CURL *easy)
{
    return curl.curl_multi_remove_handle(multi, easy);
}

CURLMcode utter_curl_multi_action(CURLM *multi, curl_socket_t socket, int events)
{
    int running;
    return curl.curl_multi_socket_action(multi, socket, events, &running);
}

void utter_curl_multi_watch(
    CURLM *multi, int (*socket)(CURL *, curl_socket_t, int, void *, void *),
    int (*timer)(CURLM *, long, void *), void *userdata)
{
    curl.curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, userdata);
    curl.curl_multi_setopt(multi, CURLMOPT_TIMERDATA, userdata);
    curl.curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    curl.curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
}

CURL *utter_curl_multi_ended(CURLM *multi, CURLcode *result)
{
    int left;
    CURLMsg *message;
    while ((message = curl.curl_multi_info_read(multi, &left)))
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return 0;
}

struct curl_slist *utter_curl_list_append(struct curl_slist *list, const char *line)
{
    return curl.curl_slist_append(list, line);
}

void utter_curl_list_free(struct curl_slist *list)
{
    curl.curl_slist_free_all(list);
}
