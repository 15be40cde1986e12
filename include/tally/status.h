/* SPDX-License-Identifier: MIT */
#ifndef TALLY_STATUS_H
#define TALLY_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The outcome of an operation.  0 is good; every failure is negative, so a
 * caller may test `if (status)` or `if (status < 0)`.  tally_status_text()
 * gives the sentence for people; firmware that never calls it does not link it.
 */
enum tally_status {
	TALLY_OK = 0,
	TALLY_E_INVALID = -1, /* an argument is null or out of its range */
	TALLY_E_COUNTER = -2, /* no such counter, or one counter used twice */
	TALLY_E_EVENT = -3,   /* no such event, or not on that counter */
	TALLY_E_FEATURE = -4, /* this monitor cannot do what the setup asks */
	TALLY_E_ROOM = -5,    /* the caller's array is too small */
	TALLY_E_BUSY = -6,    /* the monitor is running for somebody else */
	TALLY_E_ABSENT = -7,  /* nothing answers as this monitor does */
	TALLY_E_STATE = -8,   /* out of order: start before open, say */
	TALLY_E_BUS = -9,     /* a register access failed */
	TALLY_E_NOREG = -10,  /* this bus does not reach that register */
	TALLY_E_REPLAY = -11, /* a replayed run left the recorded one */
	TALLY_E_CORE = -12,   /* the session belongs to another core */
};

/* One sentence, without a full stop; never NULL.  Any context. */
const char *tally_status_text(enum tally_status status);

#ifdef __cplusplus
}
#endif

#endif
