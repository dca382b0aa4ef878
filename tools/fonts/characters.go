package main

// latin is ASCII and Latin-1; marks are punctuation of both languages; symbols
// are arrows, mathematics and the signs that the page draws as text.
var latin = span(0x20, 0x7e) + span(0xa0, 0xff)

var marks = "…–—‘’“”•·′″‰※" + span(0x3000, 0x3017) + span(0xff01, 0xff5e) + "￥"

const symbols = "←↑→↓↔↕↖↗↘↙↺↻⇄⇅⇐⇒⇔⟳−×÷±∓∕∗∘√∞∝≈≠≡≤≥≪≫∈∉∅∧∨∩∪∑∏∂∆∇⊕⊖⊗⊙⌈⌉⌊⌋" +
	"ḡΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξοπρστυφχψω" +
	"✓✔✗✘✕▲△▴▶▷▸▼▽▾◀◁◂●○◦◆◇■□▪▫★☆☀☾☰⚙⚠⏎⌘⌥⇧⇥⌫␣①②③④⑤⑥⑦⑧⑨⑩₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ…–—‘’“”•·′″█▓▒░│─┌┐└┘├┤┬┴┼"

// common are Chinese characters that lesson titles, notes and programs are
// likely to use beside those that the assets already do: the 700 commonest of the
// written language, and at the end the words of the trade that are rarer. What
// is in neither is drawn with the browser's own face.
const common = "一是人了不在有大中国和为这上他个地年来我会以到时要出的生学说道民家子也成行下们于后就发自之对得主长可过天作分方用多你着部" +
	"能市等业全里工公经本都而高政法面门动日进区事代那去心小同北定开产前其军还然起种所如现理机体表力好外与文当两实重新三么只山" +
	"水关明从化平建又制南内西没此将员名手最东头者月间无安看见各城十相但已些正口通想度加第她合院物性战由位常点海意场武使次二向" +
	"治因立数样身情入原问把路被并利石老教万知级量任江及应省资委务元美特期世湖回系比气汉总展电科金先声提品设或义王社很统处四首" +
	"共马形己儿司太目基领队直计别女权话少流命至报米给打变果书清活几州华解议更称程今决张导术府才保交放管结师便走达族反再题色五" +
	"京河接条规式县白它改风光运信受什组听布百济党指论强做取技黄神选记斯真却职号界件花类何眼兵传带空干农边据集联古广完质阳难增" +
	"历史专官每住商即步认车台林必死游举线言皇土团收考求德叫近备研争非具李众连调感转笑革该持始英克士尔让拉思根格造较际亲单朝红" +
	"型价校约器字段周亚深候则功属积快图火千准究往极育装许参半令吃观鱼精办像帝八复影告远群包整构料随划算象容示投势热值夫网望源" +
	"息语股铁断派速怎需片爱律纪支早况病境证编越局推满且列觉服双未居除乐企引标确织初青志率项飞球节察龙响药站施均消客失轻存低甚" +
	"般击曾防请离落显罗营足素视护副食创余照兴占巴虽洲村费易试星木黑左宝置跟央识维采六底宫房音环案批切斗富乡另倒若按查故突责严" +
	"桥模仅胜杀围席态破承招杨负层须父供续状域似依银范修找九致密终血旅钱赛独细效玉冲获习医演毛尽脸弹楼艺航陆右协七攻镇检写苏宗" +
	"章注阿抗弟坐验封紧劳户优财养适陈喜卫排射哥油刻留急降念云微伤例景拿绝阶座刘刚害印链拓扑握屏障栅栏阻锁挂崩溃匹启恢迟吞吐槽" +
	"柄钥键储冻丢诊骤梯矩浮溢舍乘逻宿签拟仿撤享暂缩添删粘贴剪拖捷浅绩贡拷贝隆零壹贰叁肆伍柒捌玖拾佰仟兆"

func span(from, to rune) string {
	var out []rune
	for r := from; r <= to; r++ {
		out = append(out, r)
	}
	return string(out)
}
