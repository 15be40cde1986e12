/* SPDX-License-Identifier: MIT */
/*
 * newlib's aligned_alloc() calls posix_memalign(), which it has for Cygwin
 * alone, so that no program that calls either links without this.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

int posix_memalign(void **to, size_t alignment, size_t size)
{
	void *memory;

	if (alignment < sizeof(void *) || alignment & (alignment - 1))
		return EINVAL;
	memory = memalign(alignment, size);
	if (!memory)
		return ENOMEM;
	*to = memory;
	return 0;
}
