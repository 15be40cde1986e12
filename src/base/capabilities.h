/* SPDX-License-Identifier: MIT */
#ifndef BASE_CAPABILITIES_H
#define BASE_CAPABILITIES_H

/*
 * Takes root's powers in the kernel from this process for good, also where it
 * runs as root: nothing that it starts, or becomes, gets any of it back.
 */
void capabilities_drop(void);

#endif
