/* SPDX-License-Identifier: MIT */
/*
 * Reads and writes words of memory that a device file maps:
 *
 *	window FILE FROM [AT | AT=VALUE]...
 *
 * FROM is where the mapping begins in the file.  An AT alone is read and
 * printed; each access is one of 32 bits.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { BYTES = 0x4000 };

int main(int argc, char **argv)
{
	const int fd = argc > 2 ? open(argv[1], O_RDWR | O_SYNC) : -1;
	void *page;

	if (fd < 0)
		return 2;
	page = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		    (off_t)strtoull(argv[2], NULL, 0));
	if (page == MAP_FAILED) {
		perror(argv[1]);
		return 1;
	}
	for (int i = 3; i < argc; i++) {
		char *rest;
		volatile uint32_t *word =
			(volatile uint32_t *)page +
			strtoul(argv[i], &rest, 0) % BYTES / 4;

		if (*rest == '=')
			*word = (uint32_t)strtoul(rest + 1, NULL, 0);
		else
			printf("%#x\n", (unsigned)*word);
	}
	return 0;
}
