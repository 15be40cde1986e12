/* SPDX-License-Identifier: MIT */
/*
 * The compiler calls these to multiply and divide complex numbers and for
 * integer powers.  libgcc has these with floating point instructions, which an
 * e500 has not; here they are made of the calls of software floating point.
 * Infinities and zeros are as Annex G of C11 has them.
 */
#include <complex.h>
#include <math.h>
#include <stdbool.h>

#define TINIEST 0x1p-1022 /* below, a number loses digits */
#define UP      0x1p600
#define SMALL   0x1p-400
#define LARGE   0x1p1000

double _Complex __muldc3(double a, double b, double c, double d);
float _Complex __mulsc3(float a, float b, float c, float d);
double _Complex __divdc3(double a, double b, double c, double d);
float _Complex __divsc3(float a, float b, float c, float d);
double __powidf2(double x, int power);
float __powisf2(float x, int power);

static double _Complex pair(double real, double imaginary)
{
	double _Complex z;

	__real__ z = real;
	__imag__ z = imaginary;
	return z;
}

/* An infinite part becomes 1 and a finite one 0, with their signs. */
static double boxed(double part)
{
	return copysign(isinf(part) ? 1 : 0, part);
}

static double not_nan(double part)
{
	return isnan(part) ? copysign(0, part) : part;
}

/* Both parts of a product came out as NaN: was one factor infinite? */
static double _Complex infinite_product(double a, double b, double c, double d,
					bool overflowed)
{
	bool infinite = false;

	if (isinf(a) || isinf(b)) {
		a = boxed(a);
		b = boxed(b);
		c = not_nan(c);
		d = not_nan(d);
		infinite = true;
	}
	if (isinf(c) || isinf(d)) {
		c = boxed(c);
		d = boxed(d);
		a = not_nan(a);
		b = not_nan(b);
		infinite = true;
	}
	if (!infinite && overflowed) {
		a = not_nan(a);
		b = not_nan(b);
		c = not_nan(c);
		d = not_nan(d);
		infinite = true;
	}
	if (!infinite)
		return pair(NAN, NAN);
	return pair((double)INFINITY * (a * c - b * d),
		    (double)INFINITY * (a * d + b * c));
}

double _Complex __muldc3(double a, double b, double c, double d)
{
	const double ac = a * c, bd = b * d, ad = a * d, bc = b * c;

	if (isnan(ac - bd) && isnan(ad + bc))
		return infinite_product(a, b, c, d,
					isinf(ac) || isinf(bd) || isinf(ad) ||
						isinf(bc));
	return pair(ac - bd, ad + bc);
}

float _Complex __mulsc3(float a, float b, float c, float d)
{
	const float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
	const float real = ac - bd, imaginary = ad + bc;

	if (isnan(real) && isnan(imaginary))
		return (float _Complex)infinite_product(
			(double)a, (double)b, (double)c, (double)d,
			isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc));
	return (float _Complex)pair((double)real, (double)imaginary);
}

/* Both parts of a quotient came out as NaN. */
static double _Complex special_quotient(double a, double b, double c, double d)
{
	if (c == 0 && d == 0 && (!isnan(a) || !isnan(b)))
		return pair(copysign((double)INFINITY, c) * a,
			    copysign((double)INFINITY, c) * b);
	if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
		a = boxed(a);
		b = boxed(b);
		return pair((double)INFINITY * (a * c + b * d),
			    (double)INFINITY * (b * c - a * d));
	}
	if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
		c = boxed(c);
		d = boxed(d);
		return pair(0 * (a * c + b * d), 0 * (b * c - a * d));
	}
	return pair(NAN, NAN);
}

/* One part of a quotient times what both are divided by: part + other *
 * smaller / larger.  Where the ratio underflows, the other order does not. */
static double share(double other, double smaller, double larger)
{
	const double ratio = smaller / larger;

	return fabs(ratio) < TINIEST ? smaller * (other / larger)
				     : other * ratio;
}

static double larger_of(double a, double b)
{
	return fabs(a) > fabs(b) ? fabs(a) : fabs(b);
}

/* Smith's way: divided by the larger part first, so that no square of a part
 * overflows, and brought to a middling size before. */
double _Complex __divdc3(double a, double b, double c, double d)
{
	const bool real = fabs(c) >= fabs(d);
	const double p = a, q = b, r = c, s = d;
	double undo = 1, by, x, y;

	if (larger_of(a, b) < 1) {
		a *= UP;
		b *= UP;
		if (larger_of(c, d) < SMALL) {
			c *= UP;
			d *= UP;
		} else {
			undo = 1 / UP;
		}
	} else if (larger_of(a, b) > LARGE) {
		a /= 16;
		b /= 16;
		undo = 16;
	}
	if (larger_of(c, d) > LARGE) {
		c /= 16;
		d /= 16;
		undo /= 16;
	}
	by = real ? c + share(d, d, c) : d + share(c, c, d);
	x = real ? a + share(b, d, c) : share(a, c, d) + b;
	y = real ? b - share(a, d, c) : share(b, c, d) - a;
	x = x / by * undo;
	y = y / by * undo;
	return isnan(x) && isnan(y) ? special_quotient(p, q, r, s) : pair(x, y);
}

float _Complex __divsc3(float a, float b, float c, float d)
{
	return (float _Complex)__divdc3((double)a, (double)b, (double)c,
					(double)d);
}

double __powidf2(double x, int power)
{
	unsigned left = power < 0 ? -(unsigned)power : (unsigned)power;
	double made = left & 1 ? x : 1;

	while (left >>= 1) {
		x *= x;
		if (left & 1)
			made *= x;
	}
	return power < 0 ? 1 / made : made;
}

float __powisf2(float x, int power)
{
	unsigned left = power < 0 ? -(unsigned)power : (unsigned)power;
	float made = left & 1 ? x : 1;

	while (left >>= 1) {
		x *= x;
		if (left & 1)
			made *= x;
	}
	return power < 0 ? 1 / made : made;
}
