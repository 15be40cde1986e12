/* SPDX-License-Identifier: MIT */
/*
 * Opening and closing of the folded form.  Included once per family, as a
 * template: FAMILY is its word, and it has written down
 *
 *	FAMILY_probe(f)		is it there, and has it what the setup asks for?
 *	FAMILY_save(f, force)	remember what release() puts back; false: in use
 *	FAMILY_configure(f)
 *	FAMILY_release(f)	stop, no request left, all put back as saved
 */
#define TALLY_FIXED_3_(a, b, c) a##b##_##c
#define TALLY_FIXED_3(a, b, c)  TALLY_FIXED_3_(a, b, c)
#define FN(what)                TALLY_FIXED_3(tally_fixed_, FAMILY, what)

TALLY_FOLD enum tally_status FN(open)(const struct tally_fixed *f, bool force)
{
	if (f->found->opened)
		return TALLY_E_STATE;
	if (TALLY_CHECKS) {
		enum tally_status status = FN(probe)(f);

		if (status)
			return status;
	}
	if (!FN(save)(f, force))
		return TALLY_E_BUSY;
	if (TALLY_FIXED_CORES)
		f->found->core = tally_fixed_core();
	f->found->opened = true;
	FN(configure)(f);
	return TALLY_OK;
}

TALLY_FOLD enum tally_status FN(close)(const struct tally_fixed *f)
{
	if (!f->found->opened)
		return TALLY_E_STATE;
	if (TALLY_CHECKS && TALLY_FIXED_CORES &&
	    f->found->core != tally_fixed_core())
		return TALLY_E_CORE;
	FN(release)(f);
	return TALLY_OK;
}

#undef FN
#undef TALLY_FIXED_3
#undef TALLY_FIXED_3_
#undef FAMILY
