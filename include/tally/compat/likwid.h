/* SPDX-License-Identifier: MIT */
/* The older name of it. */
#include "likwid-marker.h"
