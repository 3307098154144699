#pragma once
#include <pocketsphinx.h>
// The cepstral mean, which ps_get_feat() leads to.
#include <sphinxbase/cmn.h>
#include <sphinxbase/feat.h>
