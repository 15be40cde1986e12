/* SPDX-License-Identifier: MIT */
#ifndef BASE_SECONDS_H
#define BASE_SECONDS_H

/* The host's clock that never goes back, in seconds since some moment. */
double seconds_now(void);

#endif
