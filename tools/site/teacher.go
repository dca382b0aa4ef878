package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"lockstep/engine/lesson"
)

// teacherWords are the headings of the teacher's page.
var teacherWords = map[string]map[string]string{
	"zh": {
		"title": "Lockstep 课程：给教师", "intro": "每课：提问、预测并锁定、运行、逐格对照、解释、自由变式、小结。学生的预测与自测结果作为 answered 消息发给嵌入它的页面。下面的嵌入代码放进课程网页即可。",
		"first": "开课先问的四题", "aims": "目标", "minutes": "时间：", "ask": "课上可以问", "mistakes": "常见误解与回应", "shows": "能说明", "not": "不能说明", "quiz": "自测与答案", "embed": "嵌入",
		"open": "打开这一课", "places": "接着读", "answer": "答：", "stop": "。", "other": "English", "glossary": "术语表",
	},
	"en": {
		"title": "The Lockstep course: for teachers", "intro": "Each lesson asks a question; the learner predicts and locks, the run is compared cell by cell and explained, then comes a free variation and what it all shows. Predictions and answers reach the page around as answered messages. Put the embed lines into a course page.",
		"first": "Four questions to begin with", "aims": "Aims", "minutes": "Time: ", "ask": "What to ask", "mistakes": "Common mistakes, and what to say", "shows": "Shows", "not": "Does not show", "quiz": "Self-check and answers", "embed": "Embed",
		"open": "Open the lesson", "places": "Read on", "answer": "Answer: ", "stop": ". ", "other": "中文", "glossary": "Glossary",
	},
}

// taught is one lesson on the teacher's page.
type taught struct {
	ID, Title, Question       string
	Teaching                  lesson.Teaching
	Mistakes, Shows, ShowsNot []string
	Quiz                      []answered
	Places                    []lesson.Place
	Embed                     string
}

type answered struct {
	Text    string
	Options []string
	Answer  string
	Because string
}

// first are the questions that a course begins with: lesson and number.
var first = [][2]string{{"01", "1"}, {"02", "1"}, {"07", "1"}, {"10", "1"}}

// teachers makes the teacher's page in each language, of the lessons themselves.
func teachers(root string) ([]File, error) {
	assets := os.DirFS(filepath.Join(root, "assets"))
	course, err := lesson.ReadAll(assets, "lessons")
	if err != nil {
		return nil, err
	}
	var files []File
	for i, lang := range lesson.Languages {
		data, err := teacherPage(assets, course, lang, lesson.Languages[1-i])
		if err != nil {
			return nil, fmt.Errorf("teacher's page, %s: %w", lang, err)
		}
		files = append(files, File{Name: "teacher-" + lang + ".html", Data: data})
	}
	return files, nil
}

func teacherPage(assets fs.FS, course []*lesson.Lesson, lang, other string) ([]byte, error) {
	page := struct {
		Lang, Other string
		W           map[string]string
		Lessons     []taught
		First       []answered
		Terms       []lesson.Term
	}{Lang: lang, Other: other, W: teacherWords[lang]}
	for _, l := range course {
		t, err := teach(assets, l, lang)
		if err != nil {
			return nil, err
		}
		page.Lessons = append(page.Lessons, t)
		for _, f := range first {
			if k, err := strconv.Atoi(f[1]); err == nil && f[0] == l.ID && k <= len(t.Quiz) {
				page.First = append(page.First, t.Quiz[k-1])
			}
		}
	}
	var err error
	if page.Terms, err = lesson.ReadGlossary(assets, "glossary", lang); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = teacherTemplate.Execute(&b, page)
	return b.Bytes(), err
}

func teach(assets fs.FS, l *lesson.Lesson, lang string) (taught, error) {
	teaching, err := lesson.ReadTeaching(assets, "lessons", l, lang)
	if err != nil {
		return taught{}, err
	}
	t := taught{ID: l.ID, Title: l.Title(lang), Question: l.Text(lang, "question").Text, Teaching: teaching, Mistakes: l.Mistakes(lang),
		Shows: l.Text(lang, "shows").Items, ShowsNot: l.Text(lang, "shows not").Items,
		Places: []lesson.Place{l.Places.PyTorch, l.Places.CMU, l.Places.MIT}}
	t.Embed = fmt.Sprintf("<script src=\"embed.js\"></script>\n<lockstep-playground lesson=%q lang=%q></lockstep-playground>", l.ID, lang)
	for i, q := range l.Quiz {
		key := "quiz " + strconv.Itoa(i+1)
		words := l.Text(lang, key)
		a := answered{Text: words.Text, Options: words.Items, Answer: q.Right, Because: l.Text(lang, key+" because").Text}
		if k, err := strconv.Atoi(q.Right); err == nil && k >= 1 && k <= len(words.Items) {
			a.Answer = words.Items[k-1]
		}
		t.Quiz = append(t.Quiz, a)
	}
	return t, nil
}

var teacherTemplate = template.Must(template.New("teacher").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{{.W.title}}</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { line-height: 1.25; text-wrap: balance } h2 { margin-top: 3rem; border-top: 1px solid #8886; padding-top: 1.5rem } h3 { margin-bottom: 0.3rem; font-size: 1rem }
ul, ol { margin: 0.3rem 0; padding-left: 1.4rem } pre { background: #8882; padding: 0.8rem; overflow-x: auto; font-size: 0.85rem }
.answer { opacity: 0.85 } nav a { display: block } dt { font-weight: 600; margin-top: 0.6rem } dd { margin: 0 }
@media print { h2 { break-before: page; border: 0 } nav { display: none } }
</style>
<h1>{{.W.title}}</h1>
<p>{{.W.intro}} <a href="teacher-{{.Other}}.html" lang="{{.Other}}">{{.W.other}}</a></p>
<nav>{{range .Lessons}}<a href="#{{.ID}}">{{.ID}} · {{.Title}}</a>{{end}}<a href="#glossary">{{.W.glossary}}</a></nav>
<h3>{{.W.first}}</h3>
<ol>{{range .First}}<li>{{.Text}}<div class="answer">{{$.W.answer}}{{.Answer}}</div></li>{{end}}</ol>
{{range .Lessons}}
<h2 id="{{.ID}}">{{.ID}} · {{.Title}}</h2>
<p><strong>{{.Question}}</strong></p>
<p>{{$.W.minutes}}{{.Teaching.Minutes}} · <a href="index.html?lesson={{.ID}}&amp;lang={{$.Lang}}">{{$.W.open}}</a></p>
<h3>{{$.W.aims}}</h3><ul>{{range .Teaching.Aims}}<li>{{.}}</li>{{end}}</ul>
<h3>{{$.W.ask}}</h3><ul>{{range .Teaching.Ask}}<li>{{.}}</li>{{end}}</ul>
<h3>{{$.W.mistakes}}</h3><ul>{{range .Mistakes}}<li>{{.}}</li>{{end}}</ul>
<h3>{{$.W.shows}}</h3><ul>{{range .Shows}}<li>{{.}}</li>{{end}}</ul>
<h3>{{$.W.not}}</h3><ul>{{range .ShowsNot}}<li>{{.}}</li>{{end}}</ul>
<h3>{{$.W.quiz}}</h3>
<ol>{{range .Quiz}}<li>{{.Text}}{{if .Options}}<ul>{{range .Options}}<li>{{.}}</li>{{end}}</ul>{{end}}<div class="answer">{{$.W.answer}}{{.Answer}}{{$.W.stop}}{{.Because}}</div></li>{{end}}</ol>
<h3>{{$.W.embed}}</h3><pre>{{.Embed}}</pre>
<h3>{{$.W.places}}</h3><ul>{{range .Places}}<li><a href="{{.URL}}">{{.Topic}}</a></li>{{end}}</ul>
{{end}}
<h2 id="glossary">{{.W.glossary}}</h2>
<dl>{{range .Terms}}<dt>{{.Name}}</dt><dd>{{.Text}}</dd>{{end}}</dl>
<script>
// The lines are copied to pages that lie elsewhere.
if (location.protocol !== 'file:') for (const e of document.querySelectorAll('pre')) e.textContent = e.textContent.replace('"embed.js"', JSON.stringify(new URL('embed.js', location.href).href));
</script>
</html>
`))
