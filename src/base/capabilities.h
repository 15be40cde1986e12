/* SPDX-License-Identifier: MIT */
#ifndef BASE_CAPABILITIES_H
#define BASE_CAPABILITIES_H

/*
 * What root may do in the kernel, taken from this process for good, also where
 * it runs as root: nothing that it starts, or becomes, gets any of it back.
 */
void capabilities_drop(void);

#endif
