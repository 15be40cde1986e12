/* SPDX-License-Identifier: MIT */
#ifndef TESTS_HAND_RECORD_H
#define TESTS_HAND_RECORD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "record/file.h"

/*
 * A record in which every number is another one, made by hand and judged by
 * nobody: two monitors, an event each way, a metric each way.
 */
struct record *hand_record(void);

#endif
