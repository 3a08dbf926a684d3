/** What can be said about a private key while it is typed. Whether it is one, the vault decides. */

const HEX_DIGITS = 64;
const SOLANA_BYTES = 64;
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const LONGEST_BASE58 = 88;

export const LONGEST_KEY = 400;

export const KEY_HELP =
	"Ethereum: 64 hex digits, with or without 0x. Solana: the 87 or 88 characters that wallets export, or the 64 numbers in brackets of a key file.";

/** How many bytes a base58 text holds: each leading 1 is a zero byte. */
function base58Bytes(text: string): number {
	const zeros = /^1*/.exec(text)?.[0].length ?? 0;
	let value = 0n;
	for (const char of text) value = value * 58n + BigInt(BASE58.indexOf(char));
	return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

function listFault(text: string): string | null {
	const numbers = text
		.replace(/^\[|\]$/g, "")
		.split(",")
		.map((part) => part.trim());
	if (!text.endsWith("]")) return `${numbers.length} of ${SOLANA_BYTES} numbers: the list ends with ]`;
	if (!numbers.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255))
		return "A list holds only numbers from 0 to 255";
	return numbers.length === SOLANA_BYTES ? null : `${numbers.length} of ${SOLANA_BYTES} numbers`;
}

/** What keeps a text from being a key of either kind; null where nothing does as far as a window can tell. */
export function keyFault(text: string): string | null {
	const key = text.trim();
	if (key === "") return null;
	if (key.startsWith("[")) return listFault(key);
	const hex = key.replace(/^0x/i, "");
	if (/^[0-9a-f]*$/i.test(hex)) {
		if (hex.length <= HEX_DIGITS || key !== hex)
			return hex.length === HEX_DIGITS ? null : `${hex.length} of ${HEX_DIGITS} digits`;
	}
	const wrong = [...key].find((char) => !BASE58.includes(char));
	if (wrong !== undefined)
		return "Neither hex (0–9 and a–f) nor a Solana key, which has no 0, O, I, l or signs";
	if (key.length <= LONGEST_BASE58 && base58Bytes(key) === SOLANA_BYTES) return null;
	return `${key.length} characters: a Solana key has 87 or 88`;
}
