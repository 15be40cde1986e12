/* SPDX-License-Identifier: MIT */
#ifndef TALLY_REGION_H
#define TALLY_REGION_H

/*
 * Regions of code, measured with an opened session:
 *
 *	TALLY_BEGIN(&s);
 *	work();
 *	TALLY_END(&s);
 *
 * Built with -DTALLY_REGIONS=0 they vanish: no code, no data, and the session
 * argument is not evaluated, so it need not even be declared.
 */
#ifndef TALLY_REGIONS
#define TALLY_REGIONS 1
#endif

#if TALLY_REGIONS
#include <tally/session.h>
#define TALLY_BEGIN(session) ((void)tally_session_start(session))
#define TALLY_END(session)   ((void)tally_session_stop(session))
#else
#define TALLY_BEGIN(session) ((void)0)
#define TALLY_END(session)   ((void)0)
#endif

#endif
