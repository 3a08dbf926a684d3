import { message } from "../../../core/message.ts";
import { t } from "../../../text/index.ts";

/** What can be said about a private key while it is typed. Whether it is one, the vault decides. */

const HEX_DIGITS = 64;
const SOLANA_BYTES = 64;
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const MAX_BASE58_LENGTH = 88;

export const MAX_KEY_LENGTH = 400;

export const KEY_HELP = message("trusted.setup.ethereum-64-hex-digits-without");

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
	if (!text.endsWith("]"))
		return t("trusted.setup.key.list-open", { count: numbers.length, whole: SOLANA_BYTES });
	if (!numbers.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255))
		return t("trusted.setup.list-holds-only-numbers-0");
	return numbers.length === SOLANA_BYTES
		? null
		: t("trusted.setup.of-numbers", { count: numbers.length, whole: SOLANA_BYTES });
}

/** What keeps a text from being a key of either kind; null where nothing does as far as a window can tell. */
export function keyFault(text: string): string | null {
	const key = text.trim();
	if (key === "") return null;
	if (key.startsWith("[")) return listFault(key);
	const hex = key.replace(/^0x/i, "");
	if (/^[0-9a-f]*$/i.test(hex)) {
		if (hex.length <= HEX_DIGITS || key !== hex)
			return hex.length === HEX_DIGITS
				? null
				: t("trusted.setup.of-digits", { count: hex.length, whole: HEX_DIGITS });
	}
	const wrong = [...key].find((char) => !BASE58.includes(char));
	if (wrong !== undefined) return t("trusted.setup.neither-hex-0-9-f");
	if (key.length <= MAX_BASE58_LENGTH && base58Bytes(key) === SOLANA_BYTES) return null;
	return t("trusted.setup.characters-solana-key-87-88", { count: key.length });
}
