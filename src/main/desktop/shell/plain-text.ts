// Control characters, invisible and bidirectional characters, line separators, and private-use characters.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]+/gu;
const MARKUP: Readonly<Record<string, string>> = { "<": "‹", ">": "›", "&": "＆" };

/**
 * Makes untrusted text safe for notifications, menus and tooltips. Some Linux notification servers parse
 * markup, so markup characters are replaced with lookalikes.
 */
export function plainText(text: string, most: number): string {
	const line = text
		.toWellFormed()
		.replace(UNSHOWABLE, " ")
		.replace(/[<>&]/g, (sign) => MARKUP[sign] ?? sign)
		.replace(/\s+/g, " ")
		.trim();
	const characters = [...line];
	return characters.length <= most
		? line
		: `${characters
				.slice(0, most - 1)
				.join("")
				.trimEnd()}…`;
}
