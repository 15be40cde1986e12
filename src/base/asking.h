/* SPDX-License-Identifier: MIT */
#ifndef BASE_ASKING_H
#define BASE_ASKING_H

/* Why something was asked for. */
enum asking {
	ASKED_NOT,    /* it is only needed for something else */
	ASKED_AMONG,  /* with others: a group, `all`, the overview */
	ASKED_BY_NAME /* with -e or -M */
};

#endif
