package script

import (
	"go.starlark.net/syntax"
)

// Starlark's interpreter has no bound on memory, compares values to one bool only,
// and has no @. So operators are written as calls of ours before the compiler sees
// them, each at the operator's place: that is where an error is shown.
//
//	a + b         __add(a, b)
//	x += e        x = __iadd(x, e)
//	x[i] += e     x[i] += __operand(e)
//	a < b         __lt(a, b)
//	l.extend      __attr(l, "extend"), for methods that copy or grow
//	l[a:b]        __sliced(l, a, b, None)
//	x[a:b] = e    x[__slice(a, b, None)] = e
//	(a, b)        __tuple(a, b)
//
// What such a call costs beside Starlark's own work is in bounds.go.

// operators names the functions that stand for binary operators.
var operators = map[syntax.Token]string{
	syntax.PLUS: "__add", syntax.MINUS: "__sub", syntax.STAR: "__mul", syntax.SLASH: "__div",
	syntax.SLASHSLASH: "__floordiv", syntax.PERCENT: "__mod",
	syntax.AMP: "__and", syntax.PIPE: "__or", syntax.CIRCUMFLEX: "__xor", syntax.LTLT: "__lsh", syntax.GTGT: "__rsh",
	syntax.LT: "__lt", syntax.GT: "__gt", syntax.LE: "__le", syntax.GE: "__ge", syntax.EQL: "__eq", syntax.NEQ: "__ne",
	syntax.IN: "__in", syntax.NOT_IN: "__notin",
}

// augmented names those of x += e and its like, where x is a name.
var augmented = map[syntax.Token]string{
	syntax.PLUS_EQ: "__iadd", syntax.MINUS_EQ: "__isub", syntax.STAR_EQ: "__imul", syntax.SLASH_EQ: "__idiv",
	syntax.SLASHSLASH_EQ: "__ifloordiv", syntax.PERCENT_EQ: "__imod",
	syntax.AMP_EQ: "__iand", syntax.PIPE_EQ: "__ior", syntax.CIRCUMFLEX_EQ: "__ixor", syntax.LTLT_EQ: "__ilsh", syntax.GTGT_EQ: "__irsh",
}

const (
	matmulName  = "__matmul"
	imatmulName = "__imatmul"
)

// costly are the methods of Starlark's own values that make something as large as
// what they work on, or go through it.
var costly = map[string]bool{
	"extend": true, "index": true, "insert": true, "remove": true, "update": true, "items": true, "keys": true, "values": true, "popitem": true,
	"union": true, "intersection": true, "difference": true, "symmetric_difference": true, "issubset": true, "issuperset": true,
	"join": true, "replace": true, "format": true, "split": true, "rsplit": true, "splitlines": true, "partition": true, "rpartition": true,
	"upper": true, "lower": true, "title": true, "capitalize": true, "strip": true, "lstrip": true, "rstrip": true,
	"removeprefix": true, "removesuffix": true, "find": true, "rfind": true, "rindex": true, "count": true,
	"elems": true, "elem_ords": true, "codepoints": true, "codepoint_ords": true, "__pow": true,
}

type rewriter struct {
	src *source
	err error
}

// rewrite changes the file in place.
func rewrite(f *syntax.File, src *source) error {
	w := &rewriter{src: src}
	w.stmts(f.Stmts)
	return w.err
}

func (w *rewriter) refuse(pos syntax.Position, text string) {
	if w.err == nil {
		e := &Error{Message: text}
		e.Line, e.Column = w.src.original(pos)
		w.err = e
	}
}

func (w *rewriter) stmts(list []syntax.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *rewriter) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		s.X = w.expr(s.X)
	case *syntax.AssignStmt:
		w.assign(s)
	case *syntax.DefStmt:
		w.params(s.Params)
		w.stmts(s.Body)
		s.Body = append(checked(s.Params, s.Def), s.Body...)
	case *syntax.ForStmt:
		s.Vars = w.target(s.Vars)
		s.X = w.expr(s.X)
		w.stmts(s.Body)
	case *syntax.WhileStmt:
		s.Cond = w.expr(s.Cond)
		w.stmts(s.Body)
	case *syntax.IfStmt:
		s.Cond = w.expr(s.Cond)
		w.stmts(s.True)
		w.stmts(s.False)
	case *syntax.ReturnStmt:
		if s.Result != nil {
			s.Result = w.expr(s.Result)
		}
	case *syntax.LoadStmt:
		w.refuse(s.Load, "there is no load: a script is one file")
	}
}

func (w *rewriter) assign(s *syntax.AssignStmt) {
	s.RHS = w.expr(s.RHS)
	if s.Op == syntax.EQ {
		s.LHS = w.target(s.LHS)
		return
	}
	name := augmented[s.Op]
	matmul := s.Op == syntax.STAR_EQ && w.isMatmul(s.OpPos)
	if matmul {
		name = imatmulName
	}
	if id, ok := s.LHS.(*syntax.Ident); ok {
		s.RHS = call(name, s.OpPos, &syntax.Ident{Name: id.Name, NamePos: id.NamePos}, s.RHS)
		s.Op = syntax.EQ
		return
	}
	if matmul {
		w.refuse(s.OpPos, "@= takes a name on its left")
	}
	s.LHS = w.target(s.LHS)
	s.RHS = call("__operand", s.OpPos, s.RHS)
}

// target rewrites what is assigned to: only the expressions within it.
func (w *rewriter) target(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		e.X = w.target(e.X)
	case *syntax.TupleExpr:
		for i := range e.List {
			e.List[i] = w.target(e.List[i])
		}
	case *syntax.ListExpr:
		for i := range e.List {
			e.List[i] = w.target(e.List[i])
		}
	case *syntax.IndexExpr:
		e.X, e.Y = w.expr(e.X), w.expr(e.Y)
	case *syntax.DotExpr:
		e.X = w.expr(e.X)
	case *syntax.SliceExpr:
		return &syntax.IndexExpr{X: w.expr(e.X), Lbrack: e.Lbrack, Y: w.sliceCall("__slice", e), Rbrack: e.Rbrack}
	}
	return e
}

// sliceCall makes the call for lo:hi:step, behind the leading arguments.
func (w *rewriter) sliceCall(name string, e *syntax.SliceExpr, leading ...syntax.Expr) syntax.Expr {
	args := leading
	for _, part := range []syntax.Expr{e.Lo, e.Hi, e.Step} {
		if part == nil {
			args = append(args, &syntax.Ident{Name: "None", NamePos: e.Lbrack})
			continue
		}
		args = append(args, w.expr(part))
	}
	return call(name, e.Lbrack, args...)
}

func (w *rewriter) exprs(list []syntax.Expr) {
	for i := range list {
		list[i] = w.expr(list[i])
	}
}

func (w *rewriter) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		return w.binary(e)
	case *syntax.UnaryExpr:
		if e.X != nil {
			e.X = w.expr(e.X)
		}
	case *syntax.ParenExpr:
		e.X = w.expr(e.X)
	case *syntax.CallExpr:
		w.call(e)
	case *syntax.DotExpr:
		e.X = w.expr(e.X)
		if costly[e.Name.Name] {
			name := &syntax.Literal{Token: syntax.STRING, TokenPos: e.Name.NamePos, Value: e.Name.Name}
			return call("__attr", e.Dot, e.X, name)
		}
	case *syntax.IndexExpr:
		e.X, e.Y = w.expr(e.X), w.expr(e.Y)
	case *syntax.SliceExpr:
		return w.sliceCall("__sliced", e, w.expr(e.X))
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = w.expr(e.Cond), w.expr(e.True), w.expr(e.False)
	case *syntax.ListExpr:
		w.exprs(e.List)
	case *syntax.TupleExpr:
		w.exprs(e.List)
		if !plain(e.List) {
			return call("__tuple", syntax.Start(e), e.List...)
		}
	case *syntax.DictExpr:
		for _, entry := range e.List {
			d := entry.(*syntax.DictEntry)
			d.Key, d.Value = w.expr(d.Key), w.expr(d.Value)
		}
	case *syntax.Comprehension:
		w.comprehension(e)
	case *syntax.LambdaExpr:
		w.lambda(e)
	}
	return e
}

// plain reports whether a tuple of these can be no deeper than one level.
func plain(list []syntax.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*syntax.Literal); !ok {
			return false
		}
	}
	return true
}

func (w *rewriter) binary(e *syntax.BinaryExpr) syntax.Expr {
	if e.Op == syntax.EQ { // a named argument or a default
		e.Y = w.expr(e.Y)
		return e
	}
	e.X, e.Y = w.expr(e.X), w.expr(e.Y)
	name, ok := operators[e.Op]
	if !ok {
		return e // and, or
	}
	if e.Op == syntax.STAR && w.isMatmul(e.OpPos) {
		name = matmulName
	}
	return call(name, e.OpPos, e.X, e.Y)
}

func (w *rewriter) isMatmul(pos syntax.Position) bool {
	return w.src.matmul[place{int(pos.Line), int(pos.Col)}]
}

func (w *rewriter) call(e *syntax.CallExpr) {
	e.Fn = w.expr(e.Fn)
	for i, a := range e.Args {
		if u, ok := a.(*syntax.UnaryExpr); ok && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR) {
			u.X = w.expr(u.X)
			continue
		}
		e.Args[i] = w.expr(a)
	}
}

func (w *rewriter) comprehension(e *syntax.Comprehension) {
	for _, c := range e.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			c.Vars, c.X = w.target(c.Vars), w.expr(c.X)
		case *syntax.IfClause:
			c.Cond = w.expr(c.Cond)
		}
	}
	if d, ok := e.Body.(*syntax.DictEntry); ok {
		d.Key, d.Value = w.expr(d.Key), w.expr(d.Value)
		return
	}
	e.Body = w.expr(e.Body)
}

func (w *rewriter) lambda(e *syntax.LambdaExpr) {
	w.params(e.Params)
	e.Body = w.expr(e.Body)
	for _, s := range checked(e.Params, e.Lambda) {
		check := s.(*syntax.ExprStmt).X
		e.Body = call("__second", e.Lambda, check, e.Body)
	}
}

func (w *rewriter) params(list []syntax.Expr) {
	for _, p := range list {
		if b, ok := p.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ {
			b.Y = w.expr(b.Y)
		}
	}
}

// checked counts what a call gathers in *args and **kwargs.
func checked(params []syntax.Expr, at syntax.Position) []syntax.Stmt {
	var out []syntax.Stmt
	for _, p := range params {
		u, ok := p.(*syntax.UnaryExpr)
		if !ok || u.X == nil {
			continue
		}
		name := u.X.(*syntax.Ident).Name
		out = append(out, &syntax.ExprStmt{X: call("__operand", at, &syntax.Ident{Name: name, NamePos: at})})
	}
	return out
}

// call makes a call of one of our functions at a place.
func call(name string, at syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{Name: name, NamePos: at}, Lparen: at, Args: args, Rparen: at}
}

// imports begins a program with x = __env["x"] for each name.
func imports(names []string) []syntax.Stmt {
	file := fileName
	at := syntax.MakePosition(&file, 1, 1)
	out := make([]syntax.Stmt, 0, len(names))
	for _, name := range names {
		out = append(out, &syntax.AssignStmt{
			OpPos: at, Op: syntax.EQ, LHS: &syntax.Ident{Name: name, NamePos: at},
			RHS: call("__env", at, &syntax.Literal{Token: syntax.STRING, TokenPos: at, Value: name}),
		})
	}
	return out
}
