/* SPDX-License-Identifier: MIT */
/*
 * What picolibc does otherwise than a program expects, mended for the virt
 * boards and QEMU's virt machine.
 *
 * main()'s arguments: picolibc's start-up code calls the program "program-name"
 * and parts the command line at every blank.  __wrap_main() stands between it
 * and main() (the linker's --wrap) and parts the line as newlib does on the
 * other boards: blanks part words, a word that begins with ' or " goes to the
 * next of the same, there is no escape.
 *
 * clock(): picolibc gives the host's ticks, whatever their frequency, and says
 * that there are 100 in a second.
 */
#include <semihost.h>
#include <stddef.h>
#include <time.h>

enum { LINE = 4096, WORDS = 512 };

int __real_main(int argc, char **argv, char **environment);
int __wrap_main(int argc, char **argv, char **environment);

_Static_assert(CLOCKS_PER_SEC == 100, "the unit of SYS_CLOCK");

clock_t clock(void)
{
	return (clock_t)sys_semihost_clock();
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
