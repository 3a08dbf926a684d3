import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
	linkDestination,
	namesAnotherHost,
} from "../../../../../src/renderer/desk/session/markdown/link.tsx";
import { Markdown } from "../../../../../src/renderer/desk/session/markdown/markdown.tsx";
import {
	GrowingMarkdown,
	isReadable,
	readMarkdown,
} from "../../../../../src/renderer/desk/session/markdown/read.ts";

/** Markdown from malicious and from honest agents. */

const rendered = (text: string, live = false) => renderToStaticMarkup(<Markdown text={text} live={live} />);
/** Lists our own elements with their attributes, without any text. */
const tags = (html: string) =>
	[...html.matchAll(/<(\w+)((?:\s[^<>]*)?)>/g)].map(([, name, rest]) => `${name}${rest}`);
/** Text that screen readers read out before a link whose text names another host. */
const ELSEWHERE = "opens a different host";
const textIn = (html: string) => html.replace(/<[^>]*>/g, "");

describe("markdown of an honest agent", () => {
	it("has headings, lists, tables, quotes, code and emphasis", () => {
		const html = rendered(
			"# One\n\n## Two\n\n**b** _i_ ~~d~~ `c`\n\n3. x\n4. y\n\n- [x] done\n- [ ] open\n\n> q\n\n|a|b|\n|-|-:|\n|1|2|\n\n---\n\n```ts\nx\n```",
		);
		for (const part of [
			">One</h3>",
			">Two</h3>",
			"<strong",
			"<em",
			"<del",
			"<code",
			'<ol start="3"',
			"<blockquote",
			"<table",
			"<hr",
		])
			expect(html).toContain(part);
		expect(html.match(/type="checkbox"/g)).toHaveLength(2);
		expect(html.match(/checked=""/g)).toHaveLength(1);
		expect(html).toContain('aria-label="Copy the code"');
	});

	it("keeps the written lines", () => {
		expect(textIn(rendered("one\ntwo"))).toBe("one\ntwo");
	});

	it("decodes character references", () => {
		expect(textIn(rendered("a &amp; b &lt;c&gt; &#65; &nope;"))).toBe("a &amp; b &lt;c&gt; A &amp;nope;");
	});

	it("is not read inside code", () => {
		expect(textIn(rendered("`**x** &lt;`"))).toBe("**x** &amp;lt;");
	});
});

describe("hostile markdown", () => {
	const OURS =
		/^(div|p|span|button|svg|path|line|polyline|circle|rect|bdi|pre|code|h[34]|strong|em|del|ul|ol|li|input|blockquote|section|table|thead|tbody|tr|th|td|hr|br)\b/;

	it.each([
		"<script>alert(1)</script>",
		"<img src=x onerror=alert(1)>",
		'a <img src="x" onerror="alert(1)"> b',
		'<iframe src="https://x.example"></iframe>',
		"<a href='javascript:alert(1)'>x</a>",
		"<style>*{display:none}</style>",
		"<!-- hidden -->",
		"<svg/onload=alert(1)>",
		"<details open ontoggle=alert(1)>",
		"- <b onclick=x>y</b>",
		"| <b>a</b> |\n|---|\n| <script>x</script> |",
		"```html\n</code></pre><script>x</script>\n```",
		"`<script>`",
		"[<img src=x onerror=y>](https://a.example)",
		"# <object data=x>",
		"> <form action=//x><input name=a>",
	])("makes no element of its own: %s", (text) => {
		const html = rendered(text);
		for (const tag of tags(html)) {
			expect(tag).toMatch(OURS);
			expect(tag).not.toMatch(/\s(on\w+|style|src|srcset|href|action|formaction|data|xlink:href)=/i);
		}
		expect(html).not.toContain("<script");
	});

	it("hides no HTML, comment or definition", () => {
		expect(textIn(rendered("a <!-- b --> c"))).toContain("&lt;!-- b --&gt;");
		expect(textIn(rendered("<div hidden>\nsecret\n</div>"))).toContain("secret");
		expect(textIn(rendered("[x]: https://evil.example 'secret'"))).toContain("evil.example");
	});

	it.each([
		"[click](javascript:alert(1))",
		"[click](JaVaScRiPt:alert(1))",
		"[click](data:text/html,x)",
		"[click](file:///etc/passwd)",
		"[click](vbscript:x)",
		"[click](blob:https://a.example/1)",
		"[click](/relative)",
		"[click](//evil.example)",
		"[click](countersign://x)",
		"[click](https://bank.example@evil.example)",
		"<javascript:alert(1)>",
		"a@b.example",
	])("creates no clickable link: %s", (text) => {
		expect(rendered(text)).not.toContain("<button");
	});

	it("shows a link's real target, whatever its text", () => {
		const html = rendered("[uniswap.org](https://evil.example/x)");
		expect(textIn(html)).toContain("evil.example");
		expect(html).toContain(ELSEWHERE);
		expect(html).toContain('title="https://evil.example/x"');
		expect(rendered("[uniswap.org](https://app.uniswap.org/x)")).not.toContain(ELSEWHERE);
		expect(textIn(rendered("[ok](https://xn--pple-43d.com/)"))).toContain("xn--pple-43d.com");
		expect(textIn(rendered("[ok](https://аpple.com/)"))).toContain("xn--");
	});

	it("finds bare addresses, and gives those without a scheme the safe one", () => {
		expect(rendered("see https://a.example/b.")).toContain('title="https://a.example/b"');
		expect(rendered("see www.a.example")).toContain('title="https://www.a.example/"');
	});

	it("fetches no image", () => {
		const html = rendered(
			"![chart](https://track.example/p.png) [![i](https://a.example/i.png)](https://b.example)",
		);
		expect(html).not.toMatch(/<img|src=|url\(/);
		expect(textIn(html)).toContain("[image: chart]");
		expect(textIn(html)).toContain("track.example");
	});

	it("shows hidden characters everywhere", () => {
		const hidden = "a\u202Eb";
		for (const text of [
			hidden,
			`# ${hidden}`,
			`**${hidden}**`,
			`\`${hidden}\``,
			`\`\`\`${hidden}\n${hidden}\n\`\`\``,
			`[${hidden}](https://a.example)`,
			`![${hidden}](https://a.example)`,
			`- ${hidden}`,
			`> ${hidden}`,
			`|${hidden}|\n|-|\n|x|`,
			`<b>${hidden}</b>`,
			"a&#x202e;b",
			"a&#8238;b",
		]) {
			const html = rendered(text);
			expect(html).toContain("⟦U+202E⟧");
			expect(html).not.toContain("\u202E");
		}
	});
});

describe("too much markdown", () => {
	const big = 30_000;
	it.each([
		["quotes in quotes", ">".repeat(10_000)],
		["quotes in quotes, spaced", "> ".repeat(10_000)],
		["lists in lists", "- ".repeat(10_000)],
		["numbers in numbers", "1. ".repeat(10_000)],
		["lists in quotes", "> - ".repeat(5_000)],
		[
			"a list that steps to the right",
			Array.from({ length: 300 }, (_, i) => `${" ".repeat(i * 2)}- a`).join("\n"),
		],
		["emphasis without end", "*a_".repeat(big / 3)],
		["emphasis in emphasis", "*_a ".repeat(big / 4)],
		["emphasis over many paragraphs", "*a_*a_*a_\n\n".repeat(3_000)],
		["a megabyte", "word ".repeat(200_000)],
	])("is shown as plain text: %s", (_, text) => {
		expect(isReadable(text)).toBe(false);
		expect(readMarkdown(text)).toBeNull();
		const html = rendered(text);
		expect(html.includes("Show all")).toBe(true);
		// Only the visible start of a long text is rendered.
		expect(html.length).toBeLessThan(200_000);
	});

	it.each([
		["a long report", "Some **bold** and `code` with a [link](https://a.example) and _em_.\n\n".repeat(300)],
		["a long list", "- an **item** of it\n".repeat(600)],
		["a rule of dashes", "-".repeat(200)],
		["ten quotes deep", `${">".repeat(10)} a`],
		["code with stars", `\`\`\`\n${"/* a */\n".repeat(200)}\`\`\``],
	])("is not what an honest agent writes: %s", (_, text) => {
		expect(isReadable(text)).toBe(true);
		expect(readMarkdown(text)).not.toBeNull();
	});

	it("is labelled as plain text", () => {
		expect(rendered(">".repeat(500))).toContain("too long or too deeply nested");
	});

	it("is rendered to a limited depth, and the rest as written", () => {
		const html = rendered(`${">".repeat(20)} deep`);
		expect(html.match(/<blockquote/g)?.length).toBeLessThanOrEqual(13);
		expect(textIn(html)).toContain("deep");
	});

	it("is drawn partly at first if it is long", () => {
		const html = rendered("word ".repeat(4_000));
		expect(html).toContain("Show all 20,000 characters");
		expect(textIn(html).length).toBeLessThan(9_000);
	});
});

describe("growing text", () => {
	const WHOLE =
		"# Title\n\nA **paragraph** of\ntwo lines.\n\n- one\n- two\n\n  more\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n```ts\ncode\n\nmore code\n```\n\nThe end is _near_.";

	it("ends like a text parsed at once, for any cuts", () => {
		for (const size of [1, 2, 3, 7, 20]) {
			const growing = new GrowingMarkdown();
			for (let end = size; end < WHOLE.length; end += size) growing.read(WHOLE.slice(0, end));
			expect(growing.read(WHOLE)).toEqual(readMarkdown(WHOLE));
		}
	});

	it("keeps settled blocks as the same objects, so that they are not redrawn", () => {
		const growing = new GrowingMarkdown();
		const before = growing.read("# A\n\nfirst\n\nsecond")?.slice(0, 2);
		const after = growing.read("# A\n\nfirst\n\nsecond grows")?.slice(0, 2);
		expect(after?.[0]).toBe(before?.[0]);
		expect(after?.[1]).toBe(before?.[1]);
	});

	it("may start again from the beginning", () => {
		const growing = new GrowingMarkdown();
		growing.read("# A\n\nfirst\n\nsecond");
		expect(growing.read("Other")).toEqual(readMarkdown("Other"));
	});

	it("has a caret, even if it is too much for markdown", () => {
		expect(rendered("Half a **sen", true)).toContain("writing");
		expect(rendered(">".repeat(10_000), true)).toContain("writing");
	});
});

describe("a link's target", () => {
	it("is read from the address", () => {
		expect(linkDestination("https://a.example:8443/x")).toEqual({
			kind: "web",
			url: "https://a.example:8443/x",
			host: "a.example:8443",
		});
		expect(linkDestination("http://a.example")).toMatchObject({ kind: "web" });
		expect(linkDestination(`https://a.example/${"x".repeat(5_000)}`)).toEqual({ kind: "other" });
		expect(linkDestination(" javascript:alert(1)")).toEqual({ kind: "other" });
	});

	it("is compared with the hosts in its text", () => {
		expect(namesAnotherHost("Open app.uniswap.org now", "evil.example")).toBe(true);
		expect(namesAnotherHost("uniswap.org", "app.uniswap.org")).toBe(false);
		expect(namesAnotherHost("https://www.a.com/x", "a.com")).toBe(false);
		expect(namesAnotherHost("see report.txt, e.g. this", "evil.example")).toBe(false);
		expect(namesAnotherHost("uniswap.org.evil.example", "uniswap.org")).toBe(false);
	});
});
