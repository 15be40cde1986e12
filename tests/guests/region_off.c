/* SPDX-License-Identifier: MIT */
/*
 * Built with -DTALLY_REGIONS=0: the regions must leave nothing behind, not
 * even a use of the session, which does not exist here.  tests/guest_tests.py
 * looks into the object file.
 */
#include <tally/region.h>

int region_off(int x);

int region_off(int x)
{
	TALLY_BEGIN(&no_such_session);
	x = x * 2 + 1;
	TALLY_END(&no_such_session);
	TALLY_REGION(CP15, &no_such_session)
	{
		x ^= 5;
	}
	return x;
}
