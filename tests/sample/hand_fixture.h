/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SAMPLE_HAND_FIXTURE_H
#define TESTS_SAMPLE_HAND_FIXTURE_H

#include "sample/sample.h"

/* tests/sample/hand_sampled.json with other members, an object's text.  NULL
 * and `err`: it is no profile. */
struct sample *hand_with(const char *members, struct error *err);

/* Reads the profile again from what is written of it. */
struct sample *hand_again(const struct sample *s);

#endif
