/**
 * Detects lookalike texts. The tables list characters that look like Latin letters and digits. Unicode's
 * compatibility forms cover the rest. Source: UTS 39 (confusables).
 */

const LOOKALIKES: Readonly<Record<string, string>> = {
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

const CAPITALS: ReadonlyMap<string, string> = new Map([
	["Η", "h"],
	["Ν", "n"],
	["Μ", "m"],
	["Υ", "y"],
	["Ү", "y"],
]);

const LETTER_OF: ReadonlyMap<string, string> = new Map(
	Object.entries(LOOKALIKES).flatMap(([letter, alike]) => [...alike].map((each) => [each, letter] as const)),
);

/** Combining marks and invisible characters. */
const UNSEEN = /[\p{M}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;
/** Spaces and symbols that readers overlook between letters. */
const BETWEEN = /[^\p{L}\p{N}|!$¢€¥×₮∀+]/gu;

const MAX = 200;

/**
 * Returns a canonical form shared by all texts that look alike: a single case, no marks, spaces or symbols,
 * and each character replaced by the Latin letter that it resembles. Returns an empty string if nothing is
 * visible.
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
	return letters.replaceAll("rn", "m").replaceAll("vv", "w");
}
