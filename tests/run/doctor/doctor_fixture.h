/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DOCTOR_FIXTURE_H
#define TESTS_DOCTOR_FIXTURE_H

#include "run/doctor/doctor.h"
#include "run/run_fixture.h"
#include "test.h"

/*
 * An examination of the fake target's monitor.  Around every test: the doctor
 * is asked for an ARM1176, and the faces may be changed.
 */
extern struct doctor d;
extern struct target_control control;
extern struct target_registers registers;

int begin(void **state);

/* Opens a run, examines and ends it. */
void examine(void);
/* How many findings fail; others have no cure, and none is healthy. */
unsigned failures(void);
/* The check's one finding is this. */
void found(const char *check, enum finding_outcome outcome, const char *text);
void not_looked_at(const char *check);

#define EXAMINED(name) TEST_WITH(name, begin, tear_down)

#endif
