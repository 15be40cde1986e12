/* SPDX-License-Identifier: MIT */
#ifndef TESTS_HAND_RECORD_H
#define TESTS_HAND_RECORD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "record/document/file.h"

/*
 * A record in which every number is another one, made by hand and judged by
 * nobody: two monitors, an event each way, a metric each way.
 */
struct record *hand_record(void);

/*
 * One with all that is measured in parts: regions that were entered, left and
 * never come to, and intervals, of a bus with layers.
 */
struct record *hand_parts(void);
/* A board's ledger is in that, of its regions as well. */
struct record *hand_ledger(void);

/* Firmware's log has the same record: by no clock, of no period. */
struct record *hand_log(void);

/* As an operating system counts: by its clock, without regions. */
struct record *hand_linux(void);

#endif
