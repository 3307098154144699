// libcurl, opened with dlopen when it is first needed: it loads a dozen libraries, which a program
// that never uses a server should not have. Its setters are variadic, which Swift can't call; here
// is one for each type of value.
#pragma once
#include <curl/curl.h>

/// Opens libcurl. NULL on success, else why it failed, in a string that stays valid. Call it from
/// one thread.
const char *utter_curl_load(void);

// Call everything below only after that. The functions are as in libcurl's manual, except for their
// names.
CURL *utter_curl_easy_init(void);
void utter_curl_easy_cleanup(CURL *easy);
const char *utter_curl_easy_strerror(CURLcode code);
CURLcode utter_curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode utter_curl_set_pointer(CURL *easy, CURLoption option, const void *value);
CURLcode utter_curl_set_writer(
    CURL *easy, size_t (*writer)(char *, size_t, size_t, void *), void *userdata);
/// Sends a copy of these bytes with POST.
CURLcode utter_curl_set_body(CURL *easy, const void *bytes, size_t size);
/// Sends a form with POST (curl_mime_init(3), CURLOPT_MIMEPOST(3)), to be freed after the handle;
/// NULL if there is no memory.
curl_mime *utter_curl_set_form(CURL *easy);
/// Adds a field to the form. The value is copied.
CURLcode utter_curl_form_field(curl_mime *form, const char *name, const void *value, size_t size);
/// Adds a file to the form; libcurl reads its `size` bytes as it sends them (curl_mime_data_cb(3)).
CURLcode utter_curl_form_file(
    curl_mime *form, const char *name, const char *file, const char *type, curl_off_t size,
    size_t (*reader)(char *, size_t, size_t, void *), int (*seeker)(void *, curl_off_t, int),
    void *userdata);
void utter_curl_form_free(curl_mime *form);
/// CURLINFO_RESPONSE_CODE.
long utter_curl_status(CURL *easy);
/// CURLINFO_RETRY_AFTER: seconds, 0 if the server gave none.
long utter_curl_retry_after(CURL *easy);
/// CURLINFO_CONTENT_LENGTH_DOWNLOAD_T: what the last answer's head announces; -1 if nothing.
long long utter_curl_announced_length(CURL *easy);
/// A header of the last answer (curl_easy_header(3)), valid until the next call; NULL if there is
/// none.
const char *utter_curl_header(CURL *easy, const char *name);
/// Pauses receiving, or continues it: curl_easy_pause(3). Not from a callback.
CURLcode utter_curl_pause(CURL *easy, int isPaused);

/// `8.14.1`
const char *utter_curl_version(void);
/// Whether the functions below work: libcurl's part for WebSockets may be left out of it.
int utter_curl_has_websockets(void);
/// CURLINFO_ACTIVESOCKET.
curl_socket_t utter_curl_socket(CURL *easy);
/// Sends a frame (curl_ws_send(3)): CURLE_AGAIN if none of it could be sent. If only a part could, the
/// rest is to be sent next.
CURLcode utter_curl_ws_send(
    CURL *easy, const void *bytes, size_t size, size_t *sent, unsigned int kind);
/// Receives a part of a message (curl_ws_recv(3)), of what kind (one of CURLWS_TEXT, CURLWS_BINARY,
/// CURLWS_CLOSE, CURLWS_PONG), and whether it is the last one. CURLE_AGAIN if there is none.
CURLcode utter_curl_ws_receive(
    CURL *easy, void *room, size_t size, size_t *count, int *kind, int *is_end);

CURLM *utter_curl_multi_init(void);
void utter_curl_multi_cleanup(CURLM *multi);
CURLMcode utter_curl_multi_add(CURLM *multi, CURL *easy);
CURLMcode utter_curl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode utter_curl_multi_action(CURLM *multi, curl_socket_t socket, int events);
/// NULL as a function ends its callbacks.
void utter_curl_multi_watch(
    CURLM *multi, int (*socket)(CURL *, curl_socket_t, int, void *, void *),
    int (*timer)(CURLM *, long, void *), void *userdata);
/// The next transfer that has ended, and its result; NULL if none has.
CURL *utter_curl_multi_ended(CURLM *multi, CURLcode *result);

struct curl_slist *utter_curl_list_append(struct curl_slist *list, const char *line);
void utter_curl_list_free(struct curl_slist *list);
