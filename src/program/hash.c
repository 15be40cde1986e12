/* SPDX-License-Identifier: MIT */
#include <sys/types.h>

#include <sha2.h>

#include "program/program.h"

bool program_hash(const char *path, char to[PROGRAM_HASH])
{
	return SHA256File(path, to) != NULL;
}
