/* SPDX-License-Identifier: MIT */
/*
 * Parts that every page has: its head with the rules of how it looks, its
 * parts, and the document that it was made of.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/memory.h"
#include "html/inner.h"

/* Nothing is loaded, from anywhere, whatever a text on the page says, and no
 * script runs but the page's own. */
static const char policy[] =
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	"'none'; script-src '%s'; style-src 'unsafe-inline'\">\n";
static const char head[] =
	"<meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, "
	"initial-scale=1\">\n"
	"<meta name=\"generator\" content=\"Tally\">\n"
	"<meta name=\"color-scheme\" content=\"light dark\">\n";

static const char style[] =
	"*{box-sizing:border-box}\n"
	"html{color-scheme:light dark;background:var(--paper);"
	"color:var(--ink);-webkit-text-size-adjust:100%}\n"
	"body{margin:0 auto;max-width:64rem;padding:1.25rem 1rem 3rem;"
	"font:1rem/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,"
	"\"DejaVu Sans\",sans-serif}\n"
	"h1{font-size:1.6rem;line-height:1.2;margin:0 0 .35rem;"
	"overflow-wrap:anywhere}\n"
	"h2{font-size:1.2rem;line-height:1.3;margin:0 0 .6rem}\n"
	"h3{font-size:1rem;margin:1.6rem 0 .25rem}\n"
	"h2+h3,figure h3{margin-top:0}\n"
	"table+table,table+details{margin-top:.8rem}\n"
	"dl+p,table+p,.scroll+p{margin-top:.7rem}\n"
	"p{margin:0 0 .6rem;max-width:44rem;overflow-wrap:anywhere}\n"
	"a{color:var(--mark)}\n"
	"section{margin-top:2.25rem}\n"
	"nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;"
	"margin:.8rem 0 0;padding:.5rem 0;border:solid var(--rule);"
	"border-width:1px 0;font-size:.9rem}\n"
	".soft{color:var(--soft)}\n"
	".small{font-size:.875rem}\n"
	".rows tr{border-bottom:1px solid var(--rule)}\n"
	".rows th{overflow-wrap:anywhere}\n"
	".word{display:inline-block;min-width:4.2rem;text-align:left;"
	"margin-left:.4rem}\n"
	".verdict{border-left:4px solid var(--mark);background:var(--panel);"
	"padding:.7rem 1rem;margin:1.1rem 0 0;max-width:46rem}\n"
	".verdict p:last-child{margin:0}\n"
	".answer{font-size:1.15rem;font-weight:600;line-height:1.4}\n"
	".alarm{border-color:var(--warn)}\n"
	".alarm strong,.worse,.wrong{color:var(--warn);font-weight:600}\n"
	".better{color:var(--mark);font-weight:600}\n"
	"table{border-collapse:collapse;width:100%;font-size:.9375rem}\n"
	"caption{text-align:left;color:var(--soft);font-size:.875rem;"
	"padding-bottom:.4rem;overflow-wrap:anywhere}\n"
	"th,td{text-align:left;vertical-align:baseline;"
	"padding:.35rem 1.1rem .35rem 0;overflow-wrap:break-word}\n"
	"th:last-child,td:last-child{padding-right:0}\n"
	"thead th{font-size:.8125rem;font-weight:600;color:var(--soft);"
	"border-bottom:1px solid var(--rule)}\n"
	"thead td{border-bottom:1px solid var(--rule)}\n"
	"thead th:first-child{width:34%}\n"
	".plan thead th:first-child{width:4rem}\n"
	"tbody th{font-weight:500}\n"
	"tbody,table.lines tbody tr{border-bottom:1px solid var(--rule)}\n"
	".number{text-align:right;white-space:nowrap;overflow-wrap:normal}\n"
	"data,code{font-family:ui-monospace,\"SF Mono\",Menlo,Consolas,"
	"\"DejaVu Sans Mono\",monospace;font-size:.94em}\n"
	"td data{white-space:pre}\n"
	".option{white-space:nowrap}\n"
	"tr.more td{padding-top:0;padding-bottom:.5rem;font-size:.875rem;"
	"color:var(--soft)}\n"
	".unseen{position:absolute;width:1px;height:1px;overflow:hidden;"
	"clip-path:inset(50%)}\n"
	"tr.more p{margin:0 0 .2rem}\n"
	"details>summary{cursor:pointer;width:fit-content;color:var(--mark)}\n"
	"details ul{margin:.4rem 0 .2rem;padding-left:1.1rem}\n"
	"details li{margin-bottom:.3rem;max-width:44rem}\n"
	".code{white-space:pre;font-weight:400}\n"
	".scroll+.scroll{margin-top:1.6rem}\n"
	".meter{display:block;width:8rem;height:.55rem}\n"
	".meter .track{fill:var(--panel);stroke:var(--rule)}\n"
	".meter .bar{fill:var(--mark)}\n"
	".pictures{display:grid;gap:2rem;grid-template-columns:"
	"repeat(auto-fit,minmax(min(100%,20rem),1fr))}\n"
	"figure{margin:0;max-width:26rem}\n"
	"figcaption{font-size:.875rem;color:var(--soft);margin-top:.5rem}\n"
	".chart{display:block;width:100%;height:auto}\n"
	"dl{margin:0;display:grid;grid-template-columns:minmax(7rem,max-"
	"content)"
	" 1fr;gap:.3rem 1.2rem;font-size:.9375rem}\n"
	"dt{color:var(--soft)}\n"
	"dd{margin:0;overflow-wrap:anywhere;min-width:0}\n"
	"ul.flow{list-style:none;margin:0;padding:0;display:flex;"
	"flex-wrap:wrap;gap:.15rem 1.4rem}\n"
	".dense .word{display:block;min-width:0;margin:0;text-align:right}\n"
	".dense thead th:first-child{width:auto}\n"
	".dense .code{white-space:pre-wrap}\n"
	/* A shadow at the right as long as something is behind that edge. */
	".scroll{overflow-x:auto;background:"
	"linear-gradient(to left,var(--paper) 1rem,transparent) right/2.5rem "
	"100% no-repeat local,"
	"linear-gradient(to left,var(--soft),transparent) right/.7rem 100% "
	"no-repeat scroll}\n"
	":focus-visible{outline:2px solid var(--mark);outline-offset:2px}\n"
	".narrow{display:none}\n"
	"@media(max-width:36rem){\n"
	"table{font-size:.875rem}\n"
	"th,td{padding-right:.5rem}\n"
	"thead th:first-child{width:auto}\n"
	"tbody th{overflow-wrap:anywhere}\n"
	".scroll .rows th{min-width:7.5rem}\n"
	"td code{overflow-wrap:anywhere}\n"
	".wide{display:none}\n"
	".narrow{display:block;color:var(--soft);font-size:.8125rem;"
	"white-space:normal}\n"
	".word{display:block;min-width:0;margin:0;text-align:right;"
	"white-space:normal}\n"
	".code{white-space:pre-wrap}\n"
	".lines tbody th{min-width:7rem}\n"
	"dl{grid-template-columns:1fr;gap:0}\n"
	"dd{margin-bottom:.5rem}\n"
	"}\n"
	"@media print{nav{display:none}}\n";

static void put_texts(FILE *to, const char *const *line)
{
	for (; *line; line++)
		fputs(*line, to);
}

void html_begin(FILE *to, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n", to);
	fputs(head, to);
	fprintf(to, policy, html_script_hash);
	fputs("<title>", to);
	xml_text(to, title);
	fputs("</title>\n<style>\n", to);
	chart_colours(to, ":root");
	fputs(style, to);
	chart_style(to);
	put_texts(to, html_style);
	fputs("</style>\n</head>\n<body>\n<header>\n", to);
}

void html_contents(FILE *to, const struct page_section *section, unsigned count)
{
	fputs("<nav aria-label=\"On this page\"><ul>\n", to);
	for (unsigned i = 0; i < count; i++)
		if (section[i].there)
			fprintf(to, "<li><a href=\"#%s\">%s</a></li>\n",
				section[i].id, section[i].title);
	fputs("</ul></nav>\n</header>\n<main>\n", to);
}

void html_section(FILE *to, const struct page_section *section)
{
	fprintf(to, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n",
		section->id, section->id, section->title);
}

void html_section_end(FILE *to)
{
	fputs("</section>\n", to);
}

/* A '<' is nowhere in JSON but in texts, where it can be written so; thus no
 * text ends the element. */
static void print_json(FILE *to, const char *json, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (json[i] == '<')
			fputs("\\u003c", to);
		else
			fputc(json[i], to);
}

FILE *html_json_begin(struct page_json *json)
{
	*json = (struct page_json){ 0 };
	json->to = memory_stream(&json->text, &json->size);
	return json->to;
}

bool html_json_beside(FILE *page, struct page_json *json, const char *id,
		      bool good)
{
	if (json->to && memory_stream_end(json->to, &json->text))
		good = false;
	if (good) {
		fprintf(page, "<script type=\"application/json\" id=\"%s\">\n",
			id);
		print_json(page, json->text, json->size);
		fputs("</script>\n", page);
	}
	free(json->text);
	return good;
}

bool html_json_end(FILE *page, struct page_json *json, bool good)
{
	if (json->to && fclose(json->to))
		good = false;
	if (good) {
		fprintf(page, "</main>\n%s\n", html_document);
		print_json(page, json->text, json->size);
		fputs("</script>\n<script>", page);
		put_texts(page, html_script);
		fputs("</script>\n</body>\n</html>\n", page);
	}
	free(json->text);
	return good;
}

void html_table(FILE *to, const char *caption, const char *titles)
{
	fputs("<table>\n<caption>", to);
	xml_text(to, caption);
	fputs("</caption>\n<thead><tr>\n", to);
	while (*titles) {
		size_t length = strcspn(titles, "|");
		size_t marks = strspn(titles, "#>");
		bool number = memchr(titles, '#', marks);
		bool wide = memchr(titles, '>', marks);

		fprintf(to, "<th scope=\"col\"%s>%.*s</th>\n",
			number && wide ? " class=\"number wide\""
			: number       ? " class=\"number\""
			: wide         ? " class=\"wide\""
				       : "",
			(int)(length - marks), titles + marks);
		titles += length + (titles[length] == '|');
	}
	fputs("</tr></thead>\n", to);
}

void html_wide_table(FILE *to, const char *section, const char *caption,
		     const char *titles)
{
	fprintf(to,
		"<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
		"aria-labelledby=\"%s\">\n",
		section);
	html_table(to, caption, titles);
}

void html_wide_table_end(FILE *to)
{
	fputs("</table>\n</div>\n", to);
}

void html_number(FILE *to, double value, const char *shown)
{
	fprintf(to, "<data value=\"%.15g\">", value);
	xml_text(to, shown);
	fputs("</data>", to);
}

void html_spread(FILE *to, const char *text)
{
	const char *sign;

	for (; (sign = strstr(text, "+-")); text = sign + 2) {
		char before[512];

		snprintf(before, sizeof before, "%.*s", (int)(sign - text),
			 text);
		html_text(to, before);
		fputs("\u00b1", to);
	}
	html_text(to, text);
}

static void put_word(FILE *to, const char *text, size_t length)
{
	const bool option = length > 2 && strncmp(text, "--", 2) == 0;
	char *word = strndup(text, length);

	fputs(option ? "<span class=\"option\">" : "", to);
	xml_text(to, word ? word : "?");
	fputs(option ? "</span>" : "", to);
	free(word);
}

void html_text(FILE *to, const char *text)
{
	while (*text) {
		const size_t blanks = strspn(text, " ");
		const size_t length = strcspn(text + blanks, " ");

		fprintf(to, "%.*s", (int)blanks, text);
		put_word(to, text + blanks, length);
		text += blanks + length;
	}
}

void html_sentence(FILE *to, const char *clause)
{
	char first[2] = { (char)toupper((unsigned char)*clause), 0 };

	if (!*clause)
		return;
	if (islower((unsigned char)*clause)) {
		xml_text(to, first);
		clause++;
	}
	html_spread(to, clause);
	fputs(".", to);
}

void html_count(FILE *to, uint64_t count)
{
	fprintf(to, "<data value=\"%llu\">%s</data>", (unsigned long long)count,
		digits_grouped(count).text);
}

unsigned html_blanks(const char *shown)
{
	size_t length = strlen(shown), width = length;

	while (width && shown[width - 1] == ' ')
		width--;
	return (unsigned)(length - width);
}

void html_aligned(FILE *to, double value, const char *shown, unsigned cut)
{
	char text[64];
	unsigned blanks = html_blanks(shown);

	snprintf(text, sizeof text, "%.*s%*s", (int)(strlen(shown) - blanks),
		 shown, blanks > cut ? (int)(blanks - cut) : 0, "");
	html_number(to, value, text);
}

void html_cut(const char *name, char *cut, size_t room)
{
	size_t length = strlen(name);
	const bool whole = length < room;

	if (!whole)
		length = room - sizeof "\u2026";
	/* No character is cut in two. */
	while (!whole && length && (name[length] & 0xC0) == 0x80)
		length--;
	snprintf(cut, room, "%.*s%s", (int)length, name, whole ? "" : "\u2026");
}

void html_meter(FILE *to, double share)
{
	fputs("<td class=\"wide\">", to);
	if (share >= 0)
		fprintf(to,
			"<svg class=\"meter\" viewBox=\"0 0 100 8\" "
			"preserveAspectRatio=\"none\" aria-hidden=\"true\">"
			"<rect class=\"track\" width=\"100\" height=\"8\"/>"
			"<rect class=\"bar\" width=\"%.2f\" height=\"8\"/>"
			"</svg>",
			100 * (share < 1 ? share : 1));
	fputs("</td>", to);
}

void html_fact(FILE *to, const char *name)
{
	fprintf(to, "<dt>%s</dt><dd>", name);
}

void html_fact_end(FILE *to)
{
	fputs("</dd>\n", to);
}

/* Up to the end of "dcache_" or "__sinit_", or of "Ct" in "CtArmdRd". */
static size_t word_length(const char *name)
{
	size_t length = strspn(name, "_");

	while (name[length] && name[length] != '_' &&
	       !(length && islower((unsigned char)name[length - 1]) &&
		 isupper((unsigned char)name[length])))
		length++;
	return length + strspn(name + length, "_");
}

void html_users(FILE *to, bool is)
{
	if (is)
		fputs(" <span class=\"soft\">(the user's)</span>", to);
}

struct html_title html_title(const char *name, bool users)
{
	struct html_title title;
	char cut[sizeof title.text - 16];

	html_cut(name, cut, sizeof cut);
	snprintf(title.text, sizeof title.text, "%s%s", cut,
		 users ? " (the user's)" : "");
	return title;
}

void html_name(FILE *to, const char *name)
{
	char part[64];

	while (*name) {
		size_t length = word_length(name);

		if (length >= sizeof part)
			length = sizeof part - 1;
		/* No character is cut in two. */
		while (length > 1 && (name[length] & 0xC0) == 0x80)
			length--;
		snprintf(part, sizeof part, "%.*s", (int)length, name);
		xml_text(to, part);
		name += length;
		if (*name)
			fputs("<wbr>", to);
	}
}
