/**
 * When two texts look the same to a user. Lists the characters that are drawn like Latin letters and digits, as far
 * as a symbol or a name uses them; the rest is left to Unicode's compatibility forms. Source: UTS 39 (confusables).
 */

/** Each character is drawn like the letter in front of it. */
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

/** Capitals whose small letter is drawn like another one. */
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

/** Marks that are set on a letter, and everything that is drawn as nothing. */
const UNSEEN = /[\p{M}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;
/** What people read over: spaces and signs between letters. */
const BETWEEN = /[^\p{L}\p{N}|!$¢€¥×₮∀+]/gu;

/** Names are short; of a hostile text no more is looked at. */
const MAX = 200;

/**
 * What people compare of a text: in one case, without marks, spaces and signs, every character as the Latin letter
 * that it is drawn like. Two texts with one skeleton look the same. Empty where nothing of it can be seen.
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
	// Two letters that are drawn like one.
	return letters.replaceAll("rn", "m").replaceAll("vv", "w");
}
