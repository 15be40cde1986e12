/* SPDX-License-Identifier: MIT */
/*
 * A suite's file.  libyaml makes a tree of nodes, each with its line, and keys
 * are rows here.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/nearest.h"
#include "base/text.h"
#include "suite/libyaml.h"
#include "suite/suite.h"

struct reader {
	yaml_document_t document;
	struct error *err;
};

/* A key of a mapping, and who takes its value into `to`. */
struct key {
	const char *name;
	bool (*take)(struct reader *r, yaml_node_t *value, void *to);
	size_t place; /* in `to` */
};

static unsigned line_of(const yaml_node_t *node)
{
	return (unsigned)node->start_mark.line + 1;
}

static yaml_node_t *node_at(struct reader *r, int index)
{
	return yaml_document_get_node(&r->document, index);
}

/* The text of a scalar.  NULL: it is none. */
static const char *scalar(const yaml_node_t *node)
{
	return node->type == YAML_SCALAR_NODE
		       ? (const char *)node->data.scalar.value
		       : NULL;
}

static bool take_text(struct reader *r, yaml_node_t *value, void *to)
{
	char **text = to;

	if (!scalar(value))
		return error_set(r->err, "line %u: one text is wanted here",
				 line_of(value));
	free(*text);
	*text = strdup(scalar(value));
	return *text || error_no_memory(r->err);
}

/* Letters of a name, which becomes a part of a file's. */
static bool is_name_letter(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z') || (c && strchr("._+=-", c));
}

static bool check_name(struct reader *r, const yaml_node_t *key)
{
	const char *name = scalar(key);

	for (const char *c = name; c && *c; c++)
		if (!is_name_letter(*c))
			return error_set(r->err,
					 "line %u: %s: a name is made of "
					 "letters, digits and ._+=-",
					 line_of(key), text_seen(name));
	return (name && *name && strlen(name) <= SUITE_PART) ||
	       error_set(r->err,
			 "line %u: a name is wanted here, of at most %d "
			 "letters",
			 line_of(key), SUITE_PART);
}

/* The name of an item that has none: of its text what a name may have. */
static char *item_name_of(const char *text)
{
	static const char board[] = "board:";
	const bool on_board = !strncmp(text, board, sizeof board - 1);
	char *name = strdup(on_board ? text + sizeof board - 1 : text);

	for (char *c = name; c && *c; c++)
		if (!is_name_letter(*c))
			*c = '_';
	if (name && strlen(name) > SUITE_PART)
		name[SUITE_PART] = '\0';
	return name;
}

/* Takes the name, which was allocated. */
static bool add_item(struct reader *r, struct suite_list *l, char *name,
		     const yaml_node_t *value)
{
	struct suite_item item = { .name = name, .line = line_of(value) };

	if (!take_text(r, (yaml_node_t *)value, &item.text)) {
		free(name);
		return false;
	}
	if (!name || !array_grow(&l->item, l->count, &l->room, sizeof item)) {
		free(name);
		free(item.text);
		return error_no_memory(r->err);
	}
	l->item[l->count++] = item;
	return true;
}

/* A name, and the line in which it stands. */
struct named {
	const char *name;
	unsigned line, place;
};

static int by_name_and_line(const void *a, const void *b)
{
	const struct named *one = a, *other = b;
	const int order = strcmp(one->name, other->name);

	return order ? order : one->place < other->place ? -1 : 1;
}

/* Each name once: of those that stand there again the first is told.  Frees the
 * array. */
static bool check_each_once(struct reader *r, struct named *all, unsigned count)
{
	const struct named *again = NULL;
	bool good = true;

	if (!all)
		return error_no_memory(r->err);
	qsort(all, count, sizeof *all, by_name_and_line);
	for (unsigned i = 1; i < count; i++)
		if (!strcmp(all[i - 1].name, all[i].name) &&
		    (!again || all[i].place < again->place))
			again = &all[i];
	if (again)
		good = error_set(r->err,
				 "line %u: %s stands in line %u, too; give "
				 "each a name of its own",
				 again->line, again->name, again[-1].line);
	free(all);
	return good;
}

static bool check_items(struct reader *r, const struct suite_list *l)
{
	struct named *all = calloc((size_t)l->count + 1, sizeof *all);

	for (unsigned i = 0; all && i < l->count; i++)
		all[i] = (struct named){ l->item[i].name, l->item[i].line, i };
	return check_each_once(r, all, l->count);
}

static bool check_programs(struct reader *r, const struct suite *s)
{
	struct named *all = calloc((size_t)s->programs + 1, sizeof *all);

	for (unsigned i = 0; all && i < s->programs; i++)
		all[i] = (struct named){ s->program[i].name, s->program[i].line,
					 i };
	return check_each_once(r, all, s->programs);
}

static bool take_sequence(struct reader *r, const yaml_node_t *value,
			  struct suite_list *l)
{
	for (yaml_node_item_t *i = value->data.sequence.items.start;
	     i < value->data.sequence.items.top; i++) {
		const yaml_node_t *item = node_at(r, *i);

		if (!add_item(r, l,
			      item_name_of(scalar(item) ? scalar(item) : ""),
			      item))
			return false;
	}
	return check_items(r, l);
}

/* A list of texts, a mapping from names to texts, or one text. */
static bool take_list(struct reader *r, yaml_node_t *value, void *to)
{
	struct suite_list *l = to;

	if (scalar(value))
		return add_item(r, l, item_name_of(scalar(value)), value);
	if (value->type == YAML_SEQUENCE_NODE)
		return take_sequence(r, value, l);
	for (yaml_node_pair_t *i = value->data.mapping.pairs.start;
	     i < value->data.mapping.pairs.top; i++)
		if (!check_name(r, node_at(r, i->key)) ||
		    !add_item(r, l, strdup(scalar(node_at(r, i->key))),
			      node_at(r, i->value)))
			return false;
	return check_items(r, l);
}

static bool unknown(struct reader *r, const yaml_node_t *key,
		    const struct key *known)
{
	struct nearest near = { 0 };
	char text[128];

	for (; known->name; known++)
		nearest_offer(&near, scalar(key) ? scalar(key) : "",
			      known->name);
	return error_set(r->err, "line %u: no key is called %s%s%s%s",
			 line_of(key), scalar(key) ? scalar(key) : "that",
			 near.best ? "; did you mean " : "",
			 near.best ? nearest_names(&near, text, sizeof text)
				   : "",
			 near.best ? "?" : "");
}

static bool take_mapping(struct reader *r, const yaml_node_t *value,
			 const struct key *keys, void *to)
{
	for (yaml_node_pair_t *i = value->data.mapping.pairs.start;
	     i < value->data.mapping.pairs.top; i++) {
		const yaml_node_t *key = node_at(r, i->key);
		const struct key *k = keys;

		while (k->name &&
		       (!scalar(key) || strcmp(k->name, scalar(key)) != 0))
			k++;
		if (!k->name)
			return unknown(r, key, keys);
		if (!k->take(r, node_at(r, i->value), (char *)to + k->place))
			return false;
	}
	return true;
}

#define OF(member) offsetof(struct suite_program, member)
static const struct key program_keys[] = {
	{ "elf", take_text, OF(elf) },
	{ "source", take_list, OF(sources) },
	{ "arguments", take_list, OF(arguments) },
	{ 0 },
};
#undef OF

static bool take_program(struct reader *r, const yaml_node_t *key,
			 yaml_node_t *value, struct suite *s)
{
	struct suite_program *p;

	if (!check_name(r, key))
		return false;
	if (!array_grow(&s->program, s->programs, &s->room, sizeof *p))
		return error_no_memory(r->err);
	p = &s->program[s->programs++];
	*p = (struct suite_program){ .name = strdup(scalar(key)),
				     .line = line_of(key) };
	if (!p->name)
		return error_no_memory(r->err);
	if (scalar(value))
		return take_text(r, value, &p->elf);
	if (value->type != YAML_MAPPING_NODE ||
	    !take_mapping(r, value, program_keys, p))
		return value->type == YAML_MAPPING_NODE
			       ? false
			       : error_set(r->err,
					   "line %u: %s: the path of an ELF "
					   "file is wanted here, or keys",
					   line_of(value), p->name);
	if (!p->elf == !p->sources.count)
		return error_set(r->err,
				 "line %u: %s: elf or source says which "
				 "program this is, one of the two",
				 p->line, p->name);
	return true;
}

static bool take_programs(struct reader *r, yaml_node_t *value, void *to)
{
	if (value->type != YAML_MAPPING_NODE)
		return error_set(r->err,
				 "line %u: names of programs are wanted here, "
				 "each with its elf or source",
				 line_of(value));
	for (yaml_node_pair_t *i = value->data.mapping.pairs.start;
	     i < value->data.mapping.pairs.top; i++)
		if (!take_program(r, node_at(r, i->key), node_at(r, i->value),
				  to))
			return false;
	return check_programs(r, to);
}

#define OF(member) offsetof(struct suite, member)
static const struct key suite_keys[] = {
	{ "targets", take_list, OF(targets) },
	{ "compile", take_list, OF(compile) },
	{ "options", take_list, OF(options) },
	{ "metrics", take_list, OF(metrics) },
	{ "events", take_list, OF(events) },
	{ "groups", take_list, OF(groups) },
	{ "regions", take_list, OF(regions) },
	{ "repeat", take_text, OF(repeat) },
	{ "programs", take_programs, 0 },
	{ 0 },
};
#undef OF

static bool take_suite(struct reader *r, struct suite *s)
{
	const yaml_node_t *root = yaml_document_get_root_node(&r->document);

	if (!root || root->type != YAML_MAPPING_NODE)
		return error_set(r->err,
				 "no suite is in it: keys are wanted, targets "
				 "and programs at least");
	if (!take_mapping(r, root, suite_keys, s))
		return false;
	if (!s->targets.count || !s->programs)
		return error_set(r->err, "it has no %s",
				 s->programs ? "targets" : "programs");
	return suite_sweep(&s->options, r->err);
}

static bool load(FILE *file, struct suite *s, struct error *err)
{
	struct reader r = { .err = err };
	yaml_parser_t parser;
	bool good;

	if (!libyaml_load(err))
		return false;
	if (!yaml_parser_initialize(&parser))
		return error_no_memory(err);
	yaml_parser_set_input_file(&parser, file);
	good = yaml_parser_load(&parser, &r.document);
	if (good) {
		good = take_suite(&r, s);
		yaml_document_delete(&r.document);
	} else {
		error_set(err, "line %zu: not YAML: %s",
			  parser.problem_mark.line + 1,
			  parser.problem ? parser.problem : "no more is known");
	}
	yaml_parser_delete(&parser);
	return good;
}

/* The file's folder with the slash at its end; "" for the one in which the
 * command runs. */
static char *suite_folder_of(const char *path)
{
	return strndup(path, (size_t)(text_base_name(path) - path));
}

struct suite *suite_read(const char *path, struct error *err)
{
	struct suite *s = calloc(1, sizeof *s);
	FILE *file = fopen(path, "rb");
	bool good = false;

	if (!file)
		error_set(err, "%s", strerror(errno));
	else if (!s || !(s->folder = suite_folder_of(path)))
		error_no_memory(err);
	else
		good = load(file, s, err);
	if (file)
		fclose(file);
	if (good)
		return s;
	error_within(err, "%s", path);
	suite_free(s);
	return NULL;
}

void suite_free(struct suite *s)
{
	if (!s)
		return;
	for (unsigned i = 0; i < s->programs; i++) {
		free(s->program[i].name);
		free(s->program[i].elf);
		suite_list_free(&s->program[i].sources);
		suite_list_free(&s->program[i].arguments);
	}
	free(s->program);
	suite_list_free(&s->targets);
	suite_list_free(&s->compile);
	suite_list_free(&s->options);
	suite_list_free(&s->metrics);
	suite_list_free(&s->events);
	suite_list_free(&s->groups);
	suite_list_free(&s->regions);
	free(s->repeat);
	free(s->folder);
	free(s);
}
