/* SPDX-License-Identifier: MIT */
/*
 * newlib calls these of the machine below it: the console is the first UART,
 * time is the core's time base, memory lies between the program and its stack,
 * and the end is the reset request, in which the board finds the exit status.
 * There are no files and no other processes.
 */
#define _POSIX_TIMERS          1
#define _POSIX_MONOTONIC_CLOCK 1
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "../clock.h"

enum { STACK = 1 << 20, MICROSECONDS = 1000000 };

#define CCSR        UINT32_C(0xe0000000)
#define UART_THR    (*(volatile uint8_t *)(CCSR + 0x4500))
#define UART_LSR    (*(volatile uint8_t *)(CCSR + 0x4505))
#define LSR_ROOM    0x20
#define RSTCR       (*(volatile uint32_t *)(CCSR + 0xe00b0))
#define RSTCR_RESET 2

/* Places, and the time base's frequency, from the linker script. */
extern char fw_heap[], fw_stack_top[], fw_time_base_hz[];

int main(int argc, char **argv, char **environment);
_Noreturn void fw_begin(int argc, char **argv);
void __libc_init_array(void);
void _init(void);
void _fini(void);
int getentropy(void *to, size_t size);

/* newlib's arrays are framed by these; nothing else is in them here. */
void _init(void)
{
}

void _fini(void)
{
}

_Noreturn void fw_begin(int argc, char **argv)
{
	static char *nothing[1];

	__libc_init_array();
	exit(main(argc, argv ? argv : nothing, nothing));
}

_Noreturn void _exit(int status)
{
	for (;;) {
		RSTCR = ((uint32_t)status & 0xff) << 8 | RSTCR_RESET;
		__asm__ volatile("mbar" : : : "memory");
	}
}

void *sbrk(ptrdiff_t more)
{
	static uintptr_t used;
	const uintptr_t bottom = (uintptr_t)fw_heap;
	const uintptr_t room = (uintptr_t)fw_stack_top - STACK - bottom;
	const uintptr_t before = used;

	if (used + (uintptr_t)more > room) { /* also what falls below 0 */
		errno = ENOMEM;
		return (void *)-1;
	}
	used += (uintptr_t)more;
	return (void *)(bottom + before);
}

ssize_t write(int file, const void *bytes, size_t count)
{
	const uint8_t *at = bytes;

	if (file != STDOUT_FILENO && file != STDERR_FILENO) {
		errno = EBADF;
		return -1;
	}
	for (size_t i = 0; i < count; i++) {
		while (!(UART_LSR & LSR_ROOM))
			;
		UART_THR = at[i];
	}
	return (ssize_t)count;
}

/* Nothing is ever typed. */
ssize_t read(int file, void *to, size_t count)
{
	(void)to;
	(void)count;
	if (file == STDIN_FILENO)
		return 0;
	errno = EBADF;
	return -1;
}

static uint64_t time_base(void)
{
	uint32_t upper, lower, again;

	do {
		__asm__ volatile("mfspr %0, 269" : "=r"(upper));
		__asm__ volatile("mfspr %0, 268" : "=r"(lower));
		__asm__ volatile("mfspr %0, 269" : "=r"(again));
	} while (upper != again);
	return (uint64_t)upper << 32 | lower;
}

static uint64_t clock_ticks(void)
{
	return time_base();
}

static uint32_t clock_hz(void)
{
	return (uint32_t)(uintptr_t)fw_time_base_hz;
}

/* Time since the board was switched on, in steps of 1/per second. */
static uint64_t elapsed(uint32_t per)
{
	uint32_t hz = (uint32_t)(uintptr_t)fw_time_base_hz;
	uint64_t ticks = time_base();

	return ticks / hz * per + ticks % hz * per / hz;
}

int gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
	uint64_t now = elapsed(MICROSECONDS);

	(void)zone;
	tv->tv_sec = (time_t)(now / MICROSECONDS);
	tv->tv_usec = (suseconds_t)(now % MICROSECONDS);
	return 0;
}

clock_t times(struct tms *t)
{
	clock_t now = (clock_t)elapsed((uint32_t)CLOCKS_PER_SEC);

	*t = (struct tms){ .tms_utime = now };
	return now;
}

int isatty(int file)
{
	if (file >= STDIN_FILENO && file <= STDERR_FILENO)
		return 1;
	errno = EBADF;
	return 0;
}

int fstat(int file, struct stat *s)
{
	if (!isatty(file))
		return -1;
	*s = (struct stat){ .st_mode = S_IFCHR };
	return 0;
}

off_t lseek(int file, off_t offset, int whence)
{
	(void)file;
	(void)offset;
	(void)whence;
	errno = ESPIPE;
	return -1;
}

int close(int file)
{
	return isatty(file) ? 0 : -1;
}

int open(const char *name, int flags, ...)
{
	(void)name;
	(void)flags;
	errno = ENOENT;
	return -1;
}

int stat(const char *restrict name, struct stat *restrict s)
{
	(void)name;
	(void)s;
	errno = ENOENT;
	return -1;
}

int unlink(const char *name)
{
	(void)name;
	errno = ENOENT;
	return -1;
}

/* newlib's own would fork. */
__attribute__((weak)) int system(const char *command)
{
	if (!command)
		return 0; /* nobody takes commands */
	errno = ENOSYS;
	return -1;
}

int link(const char *from, const char *to)
{
	(void)from;
	(void)to;
	errno = ENOENT;
	return -1;
}

pid_t getpid(void)
{
	return 1;
}

/* raise() and abort() come here: the run ends as a shell would have it. */
int kill(pid_t process, int signal)
{
	(void)process;
	_exit(128 + signal);
}

int getentropy(void *to, size_t size)
{
	(void)to;
	(void)size;
	errno = ENOSYS;
	return -1;
}
