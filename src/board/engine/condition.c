/* SPDX-License-Identifier: MIT */
/* The conditions of ARM instructions, which both architectures share. */
#include "board/engine/condition.h"

bool condition_holds(unsigned condition, uint32_t flags)
{
	bool n = flags >> 31 & 1, z = flags >> 30 & 1;
	bool c = flags >> 29 & 1, v = flags >> 28 & 1;
	bool holds;

	switch (condition >> 1) {
	case 0:
		holds = z;
		break;
	case 1:
		holds = c;
		break;
	case 2:
		holds = n;
		break;
	case 3:
		holds = v;
		break;
	case 4:
		holds = c && !z;
		break;
	case 5:
		holds = n == v;
		break;
	case 6:
		holds = n == v && !z;
		break;
	default:
		return true;
	}
	return holds != (condition & 1);
}
