/* SPDX-License-Identifier: MIT */
/*
 * A plain C program, as somebody would bring it: several sources, the usual
 * headers, floating point, the heap, sorting, every usual conversion, and its
 * arguments.  What it prints is the same on every board and on the host.
 */
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "other.h"

enum { VALUES = 16, STATUS = 3 };

static jmp_buf back;

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void sorted(void)
{
	double value[VALUES];

	for (int i = 0; i < VALUES; i++)
		value[i] = sqrt((double)(i * 7919 % VALUES)) / 3;
	qsort(value, VALUES, sizeof *value, by_value);
	for (int i = 0; i < VALUES; i += 5)
		printf("%.6f %e %g %10.3f|%-12.4f|%+.2f\n", value[i],
		       value[i] * 1e10, value[i] / 1e7, value[i], value[i],
		       value[i]);
}

static void conversions(void)
{
	printf("%d %i %u %x %X %o %c %s %% %5d|%-5d|%05d\n", -5, 7, 9u, 0xbeefu,
	       0xBEEFu, 8u, 'z', "text", 42, 42, 42);
	printf("%ld %lu %lld %llu %hd %hhu %#x %.3s %*d\n", -1L, 1UL,
	       -123456789012345LL, 18446744073709551615ULL, -3, 250, 255u,
	       "texts", 6, 12);
	printf("%zu %td %jd %" PRId64 " %" PRIu32 "\n", sizeof(char[999]),
	       (ptrdiff_t)-4, (intmax_t)5, INT64_C(-9), UINT32_C(7));
	printf("%.10g %.10g %a\n", (double)INT64_MAX, (double)UINT64_MAX, 1.5);
}

static void strings(void)
{
	char line[32], *text = malloc(1000);
	int a, b;

	memset(text, 'a', 999);
	text[999] = '\0';
	memmove(text + 1, text, 10);
	printf("%d %d\n", (int)strlen(text), memcmp(text, text + 500, 10));
	text = realloc(text, 5000);
	free(text);
	snprintf(line, sizeof line, "%s-%d", "x", 3);
	puts(line);
	printf("%ld %f %d\n", strtol("0x1f", NULL, 0), strtod("3.25e2", NULL),
	       toupper('a'));
	sscanf("12 34", "%d %d", &a, &b);
	printf("%d\n", a + b);
}

static void floats(void)
{
	float f = 1.5f;

	f = f * 3 + (float)other((int)f);
	printf("%f %d %u %lld %llu\n", (double)f, (int)f, (unsigned)f,
	       (long long)(f * 1e9f), (unsigned long long)((double)f * 1e9));
	printf("%g %d %d\n",
	       sin(0.5) + pow(2, 0.5) + exp(1) + log(10) + fmod(10, 3),
	       isnan(NAN), isinf(INFINITY) != 0);
}

/* Compilers call functions of their own library for these, in both widths. */
static void complexes(int argc)
{
	double complex a = argc + 2 * I, b = 3 - argc * I, z;
	float complex f = (float complex)a, g = (float complex)b;
	double x = argc + 0.5;
	float y = (float)x;

	z = a * b;
	printf("%.15g %.15g\n", creal(z), cimag(z));
	z = a / b;
	printf("%.14g %.14g\n", creal(z), cimag(z));
	printf("%.7g %.7g %.6g %.6g\n", (double)crealf(f * g),
	       (double)cimagf(f * g), (double)crealf(f / g),
	       (double)cimagf(f / g));
	z = (1e300 + 1e300 * I) * b / (1e300 - 1e300 * I);
	printf("%.14g %.14g\n", creal(z), cimag(z));
	z = (0x1p-840 - 0x1p-1040 * I) * a / (0x1p-820 - 0x1p-584 * I);
	printf("%.14g %.14g\n", creal(z), cimag(z));
	z = (0x1p1019 + 0x1p1019 * I) * a / (0x1p1023 - 0x1p1023 * I);
	printf("%.14g %.14g\n", creal(z), cimag(z));
	z = a / (0.0 * b);
	printf("%d", isinf(creal(z)) || isinf(cimag(z)));
	z = a * ((double)argc * (double complex){ INFINITY });
	printf(" %d", isinf(creal(z)) || isinf(cimag(z)));
	z = a / ((double)argc * (double complex){ INFINITY });
	printf(" %d\n", creal(z) == 0 && cimag(z) == 0);
	printf("%.12g %.12g %.6g\n", __builtin_powi(x, argc),
	       __builtin_powi(x, -argc), (double)__builtin_powif(y, argc));
}

/* Programs name these functions, and few need them: they link, and say so where
 * there is neither a file nor a shell. */
static void rarities(void)
{
	void *line = aligned_alloc(256, 512);
	int (*volatile shell)(const char *) = system;
	fpos_t at;

	printf("%d %d\n", line && (uintptr_t)line % 256 == 0,
	       rename("", "") < 0);
	free(line);
	puts(shell && at_quick_exit(abort) == 0 ? "linked" : "failed");
	fgetpos(stdin, &at);
	fsetpos(stdin, &at);
}

int main(int argc, char **argv)
{
	printf("%d arguments, name %s\n", argc, argv[0][0] ? "there" : "empty");
	for (int i = 1; i < argc; i++)
		printf("<%s>\n", argv[i]);
	assert(argv[argc] == NULL);
	sorted();
	conversions();
	strings();
	floats();
	complexes(argc);
	rarities();
	if (setjmp(back) == 0)
		longjmp(back, 1);
	puts("back");
	fprintf(stderr, "to standard error\n");
	return STATUS;
}
