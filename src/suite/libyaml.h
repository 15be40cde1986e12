/* SPDX-License-Identifier: MIT */
#ifndef SUITE_LIBYAML_H
#define SUITE_LIBYAML_H

#include <yaml.h>

#include "base/error.h"

/*
 * The library that reads a suite, loaded when there is one to read and not when
 * the command starts.  Below here its functions go by their own names.
 */
#define LIBYAML_FUNCTIONS(F)                                                   \
	F(document_delete)                                                     \
	F(document_get_node)                                                   \
	F(document_get_root_node)                                              \
	F(parser_delete)                                                       \
	F(parser_initialize)                                                   \
	F(parser_load)                                                         \
	F(parser_set_input_file)

struct libyaml {
#define F(name) __typeof__(yaml_##name) *(name);
	LIBYAML_FUNCTIONS(F)
#undef F
};

extern struct libyaml libyaml;

/* Once; then it does nothing.  False: the library or a function is missing. */
bool libyaml_load(struct error *err);

#define yaml_document_delete        libyaml.document_delete
#define yaml_document_get_node      libyaml.document_get_node
#define yaml_document_get_root_node libyaml.document_get_root_node
#define yaml_parser_delete          libyaml.parser_delete
#define yaml_parser_initialize      libyaml.parser_initialize
#define yaml_parser_load            libyaml.parser_load
#define yaml_parser_set_input_file  libyaml.parser_set_input_file

#endif
