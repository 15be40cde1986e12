/* SPDX-License-Identifier: MIT */
/*
 * picolibc does these otherwise than a program expects, so they are mended for
 * the virt boards and QEMU's virt machine.
 *
 * main()'s arguments: picolibc's start-up code calls the program "program-name"
 * and parts the command line at every blank.  __wrap_main() stands between it
 * and main() (the linker's --wrap) and parts the line as newlib does on the
 * other boards: blanks part words, a word that begins with ' or " goes to the
 * next of the same, there is no escape.
 *
 * clock(): picolibc gives the host's ticks, whatever their frequency, and says
 * that there are 100 in a second.
 *
 * getchar(): picolibc takes the answer of a console at its end, -1, for the
 * character 255, for ever.
 *
 * What <stdio.h> and <stdlib.h> declare and picolibc leaves out is here, too.
 * It is weak, so that a program may bring its own.
 */
#include <errno.h>
#include <limits.h>
#include <semihost.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 4096, WORDS = 512, QUICK = 32, SYS_READC = 0x07 };

/* picolibc's, without a header: one call of semihosting. */
uintptr_t sys_semihost(uintptr_t call, uintptr_t argument);
int __real_main(int argc, char **argv, char **environment);
int __wrap_main(int argc, char **argv, char **environment);

_Static_assert(CLOCKS_PER_SEC == 100, "the unit of SYS_CLOCK");

clock_t clock(void)
{
	return (clock_t)sys_semihost_clock();
}

/* Standard input is read by this; picolibc's makes a character of the end. */
int sys_semihost_getc(FILE *stream)
{
	const uintptr_t got = sys_semihost(SYS_READC, 0);

	(void)stream;
	return got > UCHAR_MAX ? _FDEV_EOF : (int)got;
}

/* There are no files. */
__attribute__((weak)) int rename(const char *from, const char *to)
{
	(void)from;
	(void)to;
	errno = ENOENT;
	return -1;
}

__attribute__((weak)) int fgetpos(FILE *stream, fpos_t *position)
{
	long at = ftell(stream);

	if (at < 0)
		return -1;
	*position = at;
	return 0;
}

__attribute__((weak)) int fsetpos(FILE *stream, fpos_t *position)
{
	return fseek(stream, (long)*position, SEEK_SET);
}

static void (*quick[QUICK])(void);
static size_t quicks;

__attribute__((weak)) int at_quick_exit(void (*function)(void))
{
	if (quicks == QUICK)
		return -1;
	quick[quicks++] = function;
	return 0;
}

__attribute__((weak)) _Noreturn void quick_exit(int status)
{
	while (quicks)
		quick[--quicks]();
	_Exit(status);
}

static int split(char *at, char **word)
{
	int count = 0;

	for (;;) {
		char end = ' ';

		while (*at == ' ')
			at++;
		if (!*at || count == WORDS)
			return count;
		if (*at == '\'' || *at == '"')
			end = *at++;
		word[count++] = at;
		while (*at && *at != end)
			at++;
		if (*at)
			*at++ = '\0';
	}
}

int __wrap_main(int argc, char **argv, char **environment)
{
	static char line[LINE];
	static char *word[WORDS + 1];

	if (sys_semihost_get_cmdline(line, LINE) == 0) {
		argc = split(line, word);
		argv = word;
	}
	return __real_main(argc, argv, environment);
}
