// A TOML file as a flat list, parsed by toml++ (Debian: libtomlplusplus-dev, header only).
//
// toml++ uses C++ templates and exceptions, which Swift's C importer can't see. Here the document
// becomes an array of nodes in which each node comes after its parent.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where something begins: line and column count from 1, columns in Unicode scalars. Both are 0 if
/// the position is unknown.
typedef struct {
    uint32_t line;
    uint32_t column;
} utter_toml_place;

typedef enum {
    UTTER_TOML_TABLE,
    UTTER_TOML_ARRAY,
    UTTER_TOML_STRING,
    UTTER_TOML_INTEGER,
    UTTER_TOML_FLOAT,
    UTTER_TOML_BOOLEAN,
    /// A date, a time or both; its value is not passed on.
    UTTER_TOML_DATE,
} utter_toml_kind;

/// Bytes of UTF-8 that belong to the document; not terminated, may contain NUL.
typedef struct {
    const char *bytes;
    size_t count;
} utter_toml_text;

typedef struct {
    utter_toml_kind kind;
    /// The index of the table or array that holds this node: always less than its own.
    /// The root is its own parent.
    size_t parent;
    /// The key in a table; empty in an array and for the root.
    utter_toml_text key;
    utter_toml_place key_place;
    utter_toml_place value_place;
    utter_toml_text string;
    int64_t integer;
    double floating;
    bool boolean;
} utter_toml_node;

typedef struct utter_toml_document utter_toml_document;

/// Parses UTF-8. NULL only when out of memory; throws no exceptions. The text isn't needed
/// afterwards. Free the document with utter_toml_free.
utter_toml_document *utter_toml_parse(const char *bytes, size_t count);

/// Why the text is no TOML, in toml++'s words and NUL-terminated, and where; NULL if it is TOML.
const char *utter_toml_error(const utter_toml_document *document, utter_toml_place *place);

/// The nodes, the root table first; none after an error. Valid as long as the document. Tables and
/// arrays eight levels below the root look empty.
const utter_toml_node *utter_toml_nodes(const utter_toml_document *document, size_t *count);

void utter_toml_free(utter_toml_document *document);

#ifdef __cplusplus
}
#endif
