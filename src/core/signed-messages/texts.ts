import { base58, base64, base64url } from "@scure/base";
import { message } from "../localized-text.ts";
import { orIfThrown } from "../or-if-thrown.ts";
import { doubt, type Finding, newFinding } from "../risk/finding.ts";
import { danger } from "./explanation.ts";
import { isPlainText } from "./plain-text.ts";

const HASH_BYTES = 32;
/** Maximum number of letters next to a hash in a label. A longer text is an explanation. */
const MAX_LABEL = 48;

const decodes = (decode: () => Uint8Array): boolean => {
	return orIfThrown(false, () => decode().length === HASH_BYTES);
};

const isEncodedHash = (text: string): boolean =>
	/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
		? decodes(() => base58.decode(text))
		: /^[\w+/-]{43}=?$/.test(text) &&
			[base64, base64url].some((coder) => decodes(() => coder.decode(text.padEnd(44, "="))));

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

const HEX = /(?<![0-9a-f])(?:\\x|0x)?[0-9a-f](?:[\s:_,-]*(?:\\x|0x)?[0-9a-f]){63}(?![0-9a-f])/gi;

/** A 32-byte number in decimal digits, unless the number is very small. */
const DECIMAL = /^[0-9]{70,78}$/;

/**
 * Returns whether the text is a bare 32-byte hash. A contract could accept a signature for the text as a
 * signature for the hash.
 */
export function isHashText(text: string): boolean {
	const bare = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
	const quoted = bare.replace(/^[\s"'`<([{]+|[\s"'`>)\]}.;,]+$/g, "");
	if (isEncodedHash(quoted.replace(/\s+/g, ""))) return true;
	if (DECIMAL.test(quoted)) return true;
	const rest = bare.replace(HEX, " ");
	if (rest !== bare && letters(rest) <= MAX_LABEL) return true;
	const words = quoted.split(/\s+|[:"']\s*/).filter((word) => word !== "");
	const last = words.at(-1) ?? "";
	const before = words.slice(0, -1).join("");
	return words.length > 1 && letters(before) <= MAX_LABEL && /\bhash|digest|sign\b/i.test(text)
		? isEncodedHash(last)
		: false;
}

const KEY_TEXTS: readonly RegExp[] = [
	/\b(?:generat|deriv|creat|comput|produc|recover|restor|regenerat|unlock|obtain|retriev|set ?up|register)\w*\b[^.!?]{0,80}\b(?:key|keys|keypair|key-pair|seed|mnemonic|secret)\b/,
	/\b(?:key|keys|keypair|seed|secret)\b[^.!?]{0,60}\b(?:will be |is |are |be )?(?:generated|derived|created|computed|recovered|restored|unlocked)\b/,
	/\b(?:stark|starkex|l2|layer[ -]?2|zk|zksync|viewing|spending|privacy|encryption|decryption|private|trading|session|account|api|shielded|stealth)[ -]?(?:key|keys|keypair|seed)\b/,
	/\bonly sign (?:this|the|it)\b[^.!?]{0,80}\b(?:trust|trusted|official|genuine|client|website|site|app|application|interface|domain|initiated)\b/,
	/\b(?:never|do not|don't) sign (?:this|it)\b[^.!?]{0,80}\b(?:other|another|untrusted|unknown|elsewhere|unless)\b/,
	/\b(?:access|activate|onboard|enable|unlock)\w*\b[^.!?]{0,40}\b(?:zksync|stark\w*|dydx|paradex|lighter|loopring|immutable(?: ?x)?|imx|umbra|aztec|railgun|apex|edgex)\b/,
	/\b(?:zksync|starkex|dydx|paradex|lighter|loopring|immutable ?x|imx|umbra|aztec|railgun|apex|edgex)\b[^.!?]{0,60}\b(?:account|onboarding|key|pubkey|registration)\b/,
	/\bregister lighter account\b/,
	/\b(?:decrypt|encrypt)\w*\b[^.!?]{0,60}\b(?:data|messages?|files?|notes?|storage|wallet|account|vault|key)\b/,
	/\bxmtp ?: ?(?:create|enable) identity\b/,
];

const plainLetters = (text: string) =>
	text
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "")
		.replace(/[\u2018\u2019]/g, "'")
		.replace(/\s+/g, " ")
		.toLowerCase();

function makesKeys(text: string): boolean {
	const read = plainLetters(text);
	return KEY_TEXTS.some((each) => each.test(read));
}

export function keysFinding(text: string): Finding | null {
	return makesKeys(text) ? danger("text-keys", message("finding.text-keys")) : null;
}

const HASH: Finding = {
	...doubt(danger("text-hash", message("finding.text-hash"))),
	short: message("reason.text-hash"),
};
const FREE: Finding = {
	...doubt(danger("text-free", message("finding.text-free"))),
	short: message("reason.text-free"),
};

export const unknownFinding = (name: string): Finding => ({
	...doubt(danger("unknown-typed-data", message("finding.unknown-typed-data", { name }))),
	short: message("reason.unknown-typed-data", { name }),
});

/** Always returns a finding, because no one knows how the text will be used. */
export function textFinding(text: string, signer: string): Finding {
	// The text could also be the signer's own address, which can have 32 bytes too.
	const isPlain = isPlainText(text, signer);
	if (!isPlain && isHashText(text)) return HASH;
	const keys = keysFinding(text);
	if (keys !== null) return keys;
	return isPlain ? doubt(newFinding("text-plain", "caution", message("finding.text-plain"))) : FREE;
}
