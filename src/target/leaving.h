/* SPDX-License-Identifier: MIT */
#ifndef TARGET_LEAVING_H
#define TARGET_LEAVING_H

struct target;

/* How a target is left by the runs that have ended. */
enum target_leaving {
	TARGET_AS_FOUND,
	TARGET_MENDED,  /* ... after trouble */
	TARGET_CHANGED, /* something is left that was not there */
};

/* Ends what target_put_back() kept, and gives t->leaving, of which t->left
 * tells.  No run follows. */
enum target_leaving target_left(struct target *t);

#endif
