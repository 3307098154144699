#pragma once
#include <pocketsphinx.h>
// The cepstral mean normalization, part of the result of ps_get_feat().
#include <sphinxbase/cmn.h>
#include <sphinxbase/feat.h>
