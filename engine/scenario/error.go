package scenario

import (
	"fmt"
	"sort"
	"strings"
)

// Error is the one thing that is wrong with a file: where, what, and with which
// values. Its sentence exists in every language of the page under the key
// "err." + Code; English is here.
type Error struct {
	// Path names the place as a person would: ranks[1].program[2].src. It is
	// empty where the text is not JSON at all.
	Path string
	Code string
	Args map[string]string
	// Offset is the byte of the text where the value begins; Line and Column
	// (in characters) count from 1. Column 0 means that there was no text.
	Offset, Line, Column int
}

func newError(code string, args ...any) *Error {
	if _, ok := sentences[code]; !ok {
		panic("scenario: no sentence for error code " + code)
	}
	e := &Error{Code: code, Args: make(map[string]string, len(args)/2)}
	for i := 0; i+1 < len(args); i += 2 {
		e.Args[args[i].(string)] = excerpt(fmt.Sprint(args[i+1]))
	}
	return e
}

// excerpt keeps what a file quotes at a length that a sentence bears.
func excerpt(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Error is the English sentence after the path, or after the line and column.
func (e *Error) Error() string { return e.In(sentences[e.Code], "line {line}, column {column}") }

// In says the error in the language of two templates: the sentence of e.Code
// and the words for a line and column, with {names} in braces.
func (e *Error) In(sentence, place string) string {
	where := e.Path
	if where == "" && e.Column > 0 {
		where = strings.NewReplacer("{line}", fmt.Sprint(e.Line), "{column}", fmt.Sprint(e.Column)).Replace(place)
	}
	if where == "" {
		return e.Sentence(sentence)
	}
	return where + ": " + e.Sentence(sentence)
}

// Sentence fills a template with the values of e.
func (e *Error) Sentence(template string) string {
	names := make([]string, 0, len(e.Args))
	for name := range e.Args {
		names = append(names, name)
	}
	sort.Strings(names)
	pairs := make([]string, 0, 2*len(names))
	for _, name := range names {
		pairs = append(pairs, "{"+name+"}", e.Args[name])
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// Codes lists every code in order, for the locale files and their test.
func Codes() []string {
	codes := make([]string, 0, len(sentences))
	for code := range sentences {
		codes = append(codes, code)
	}
	sort.Strings(codes)
	return codes
}

// English returns the template of a code.
func English(code string) string { return sentences[code] }

var sentences = map[string]string{
	// Not JSON.
	"not_utf8":        "this is not UTF-8 text",
	"syntax_value":    "a value was expected here, not {got}",
	"syntax_key":      "a key in double quotes was expected here, not {got}",
	"syntax_colon":    "a colon was expected here, not {got}",
	"syntax_list":     "a comma or ] was expected here, not {got}",
	"syntax_object":   "a comma or } was expected here, not {got}",
	"syntax_number":   "{got} is not how JSON writes a number",
	"syntax_escape":   "this escape is none of JSON's",
	"syntax_control":  "a line break or control character stands in a string; write \\n or \\u00XX",
	"syntax_end":      "the text ends too early",
	"syntax_trailing": "something follows the end of the scenario: {got}",

	// The wrong kind of value.
	"duplicate_key": "the key \"{key}\" stands twice",
	"unknown_key":   "there is no such key here",
	"near_key":      "there is no such key here; {near} is one",
	"missing_key":   "this key is missing",
	"not_object":    "{value} is not an object {…}",
	"not_list":      "{value} is not a list […]",
	"not_string":    "{value} is not a text in double quotes",
	"not_int":       "{value} is not a whole number",
	"not_number":    "{value} is not a number",
	"not_bool":      "{value} is not true or false",
	"not_duration":  "{value} is not a duration such as \"3s\", \"50us\" or \"1m30s\"",
	"not_bandwidth": "{value} is not a bandwidth such as \"1GB/s\" or \"10MB/s\"",
	"not_tensor":    "{value} is neither the name of a tensor nor a tensor with dtype and data or fill",
	"not_name":      "{value} is not a name: a letter or _, then letters, digits and _",
	"not_language":  "{value} is not a language code such as zh or en",
	"not_choice":    "{value} is not one of {choices}",
	"out_of_range":  "{value} is not from {min} to {max}",

	// The wrong value.
	"version_missing":   "this is not a Lockstep scenario: the version is missing",
	"version_newer":     "the file has version {value}; this program reads versions up to {version}",
	"unknown_op":        "there is no op {value}",
	"near_op":           "there is no op {value}; {near} is one",
	"rank_out_of_world": "{value} is not a rank of a world of {world}",
	"not_process":       "{value} is not one of the {processes} processes",
	"op_out_of_program": "the program of rank {rank} has {ops} ops; none has the index {value}",
	"ranks_too_many":    "{ranks} ranks are listed for a world of {world}",
	"not_element":       "{value} is not a value of {dtype}: {domain}",
	"not_fill":          "{value} is not a fill: a number of the dtype, \"rank\", \"arange\" or \"random\"",
	"data_and_fill":     "data and fill exclude each other",
	"no_data":           "a tensor needs data or fill",
	"data_length":       "{elements} elements do not fill the shape {shape}, which has {want}",
	"no_tensor":         "rank {rank} has no tensor named {value}",
	"script_and_ops":    "a script and op lists exclude each other",
	"link_to_itself":    "a link from a rank to itself does not exist",
	"link_twice":        "the link from {from} to {to} stands twice",
	"at_needs":          "when does it strike? give \"op\" or \"time\"",
	"at_both":           "op and time exclude each other",
	"empty":             "this must not be empty",

	// Limits.
	"limit_file":           "the file has {bytes} bytes; the limit is {limit}",
	"limit_nesting":        "lists are nested too deep here; the limit is {limit} levels",
	"limit_processes":      "{value} processes are too many; the limit is {limit}",
	"limit_ops":            "{value} ops are too many for one rank; the limit is {limit}",
	"limit_repeat":         "repeats are nested too deep here; the limit is {limit} levels",
	"limit_elements":       "a tensor of shape {shape} is too large; the limit is {limit} elements",
	"limit_total_elements": "all tensors of all ranks together have more than {limit} elements, which is the limit",
	"limit_dims":           "{value} dimensions are too many; the limit is {limit}",
	"limit_items":          "{value} entries are too many; the limit is {limit}",
	"limit_text":           "a text of {value} characters is too long; the limit is {limit}",
}
