/* SPDX-License-Identifier: MIT */
/* The words for a status, apart so that firmware need not link them. */
#include <tally/library.h>

#include <tally/status.h>

const char *tally_status_text(enum tally_status status)
{
	switch (status) {
	case TALLY_OK:
		return "no error";
	case TALLY_E_INVALID:
		return "an argument is missing or out of its range";
	case TALLY_E_COUNTER:
		return "no such counter, or one counter is used twice";
	case TALLY_E_EVENT:
		return "the monitor has no such event, or not on that counter";
	case TALLY_E_FEATURE:
		return "the monitor cannot do what the setup asks";
	case TALLY_E_ROOM:
		return "the caller's array is too small";
	case TALLY_E_BUSY:
		return "the monitor is in use";
	case TALLY_E_ABSENT:
		return "nothing answers as this monitor does";
	case TALLY_E_STATE:
		return "out of order for the state of the session";
	case TALLY_E_BUS:
		return "a register access failed";
	case TALLY_E_NOREG:
		return "this bus does not reach that register";
	case TALLY_E_REPLAY:
		return "the run left the recording that is replayed";
	case TALLY_E_CORE:
		return "the session belongs to another core";
	}
	return "an unknown status";
}
