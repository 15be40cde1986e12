/* SPDX-License-Identifier: MIT */
#ifndef TARGET_PROBE_SERVER_LIBEXPAT_H
#define TARGET_PROBE_SERVER_LIBEXPAT_H

#include <expat.h>

#include "base/error.h"

/*
 * The library that reads XML, loaded when a server describes its registers and
 * not when the command starts.  Below here its functions go by their own names.
 */
#define LIBEXPAT_FUNCTIONS(F)                                                  \
	F(ErrorString)                                                         \
	F(GetCurrentLineNumber)                                                \
	F(GetErrorCode)                                                        \
	F(Parse)                                                               \
	F(ParserCreate)                                                        \
	F(ParserFree)                                                          \
	F(SetStartElementHandler)                                              \
	F(SetUserData)

struct libexpat {
#define F(name) __typeof__(XML_##name) *(name);
	LIBEXPAT_FUNCTIONS(F)
#undef F
};

extern struct libexpat libexpat;

/* Once; then it does nothing.  False: the library or a function is missing. */
bool libexpat_load(struct error *err);

#define XML_ErrorString            libexpat.ErrorString
#define XML_GetCurrentLineNumber   libexpat.GetCurrentLineNumber
#define XML_GetErrorCode           libexpat.GetErrorCode
#define XML_Parse                  libexpat.Parse
#define XML_ParserCreate           libexpat.ParserCreate
#define XML_ParserFree             libexpat.ParserFree
#define XML_SetStartElementHandler libexpat.SetStartElementHandler
#define XML_SetUserData            libexpat.SetUserData

#endif
