// libvosk (vosk_api.h of version 0.3.45), opened with dlopen(3) when it is first needed, so that
// nothing depends on it where it isn't installed. Debian has no package of it.
//
// In C because Swift can't call a function pointer from dlsym(3) without an unchecked cast.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct VoskModel VoskModel;
typedef struct VoskRecognizer VoskRecognizer;

// The functions of a library, which stays open until the process ends: Kaldi's static objects can't
// be unloaded.
typedef struct utter_vosk utter_vosk;

typedef enum {
    UTTER_VOSK_OPEN,
    // The loader doesn't find or refuses the library; `reason` has its message.
    UTTER_VOSK_UNUSABLE,
    // The library lacks a function; `reason` has its name.
    UTTER_VOSK_OTHER_VERSION,
} utter_vosk_result;

// Opens a library by a path, or by a name that ld.so(8) finds. May be called on any thread.
utter_vosk_result utter_vosk_open(
    const char *path, const utter_vosk **library, char *reason, size_t capacity);

// vosk_model_new: NULL if the library refuses the folder; its reason goes to standard error.
VoskModel *utter_vosk_model(const utter_vosk *library, const char *folder);
void utter_vosk_free_model(const utter_vosk *library, VoskModel *model);

// vosk_recognizer_new, with words' times and confidences in its results; NULL on failure. To be
// used by one thread, and freed before its model.
VoskRecognizer *utter_vosk_recognizer(const utter_vosk *library, VoskModel *model, float rate);
void utter_vosk_free_recognizer(const utter_vosk *library, VoskRecognizer *recognizer);

// vosk_recognizer_accept_waveform_s: 1 at the end of an utterance, 0 within one, -1 on failure.
int utter_vosk_accept(
    const utter_vosk *library, VoskRecognizer *recognizer, const short *samples, int count);

// Results as JSON, valid until the next call: the first after the end of an utterance, the second
// within an utterance, the third after the last samples.
const char *utter_vosk_result_of(const utter_vosk *library, VoskRecognizer *recognizer);
const char *utter_vosk_partial_of(const utter_vosk *library, VoskRecognizer *recognizer);
const char *utter_vosk_final_of(const utter_vosk *library, VoskRecognizer *recognizer);

// Discards the utterance; the recogniser's time stamps continue.
void utter_vosk_reset(const utter_vosk *library, VoskRecognizer *recognizer);
