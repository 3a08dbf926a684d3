/**
 * Visual similarity of texts. Lists characters drawn like Latin letters and digits in symbols and names;
 * Unicode's compatibility forms cover the rest. Source: UTS 39 (confusables).
 */

/** Characters that look like the key. */
const DRAWN_ALIKE: Readonly<Record<string, string>> = {
	a: "аɑαᴀ∀",
	b: "ЬƄвʙβᖯ",
	c: "сϲᴄⅽ¢",
	d: "ԁɗᴅđ",
	e: "еҽєεᴇ€ё",
	f: "ғϝƒꜰ",
	g: "ɡցԍɢ",
	h: "һհнʜ",
	i: "іıɩιӏ1l|!ⅼ",
	j: "јϳᴊ",
	k: "κкᴋ",
	m: "мᴍⅿ",
	n: "ոռпɴη",
	o: "оοօ0σᴏ०๐",
	p: "рρᴘ",
	q: "ԛգ",
	r: "гᴦʀя",
	s: "ѕꜱ5$",
	t: "тτᴛ₮",
	u: "υսᴜцμ",
	v: "ѵᴠν",
	w: "ԝᴡωшѡ",
	x: "хχ×ⅹ",
	y: "уүʏγ¥",
	z: "ᴢʐζ2",
};

/** Capitals whose small letter looks like a different one. */
const CAPITALS: ReadonlyMap<string, string> = new Map([
	["Η", "h"],
	["Ν", "n"],
	["Μ", "m"],
	["Υ", "y"],
	["Ү", "y"],
]);

const LETTER_OF: ReadonlyMap<string, string> = new Map(
	Object.entries(DRAWN_ALIKE).flatMap(([letter, alike]) => [...alike].map((each) => [each, letter] as const)),
);

/** Combining marks and characters that draw nothing. */
const UNSEEN = /[\p{M}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;
/** Spaces and signs between letters that readers overlook. */
const BETWEEN = /[^\p{L}\p{N}|!$¢€¥×₮∀+]/gu;

/** Maximum characters considered of a hostile text. */
const MAX = 200;

/**
 * Returns the visual skeleton of a text: one case, without marks, spaces and signs, every character as the
 * Latin letter it resembles. Texts with equal skeletons look the same. Empty if nothing is visible.
 */
export function skeletonOf(text: string): string {
	const folded = text
		.slice(0, MAX)
		.normalize("NFKD")
		.replace(UNSEEN, "")
		.replace(/[ΗΝΜΥҮ]/gu, (capital) => CAPITALS.get(capital) ?? capital)
		.toLowerCase()
		.normalize("NFKD")
		.replace(UNSEEN, "")
		.replace(BETWEEN, "");
	const letters = [...folded].map((each) => LETTER_OF.get(each) ?? each).join("");
	// Pairs of letters that look like one.
	return letters.replaceAll("rn", "m").replaceAll("vv", "w");
}
