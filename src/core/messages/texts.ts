import { base58, base64, base64url } from "@scure/base";
import { message } from "../message.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { danger, finding } from "./explanation.ts";
import { isPlainText } from "./plain-text.ts";

/** Texts that are no sign-in: a hash in letters, a text from which somebody makes keys, and all others. */

const HASH_BYTES = 32;
/** So many letters beside a hash are a label of it, and nothing that tells what it stands for. */
const MAX_LABEL = 48;

const decodes = (decode: () => Uint8Array): boolean => {
	try {
		return decode().length === HASH_BYTES;
	} catch {
		return false;
	}
};

/** Exactly 32 bytes, in base64 of either alphabet or in base58. */
const isEncodedHash = (text: string): boolean =>
	/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
		? decodes(() => base58.decode(text))
		: /^[\w+/-]{43}=?$/.test(text) &&
			[base64, base64url].some((coder) => decodes(() => coder.decode(text.padEnd(44, "="))));

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** 64 digits of hex, with or without 0x, in groups of whatever size: spaces, colons and dashes may part them. */
const HEX = /(?<![0-9a-f])(?:\\x|0x)?[0-9a-f](?:[\s:_,-]*(?:\\x|0x)?[0-9a-f]){63}(?![0-9a-f])/gi;

/** As many digits as a number of 32 bytes has, but for a few of the smallest. */
const DECIMAL = /^[0-9]{70,78}$/;

/**
 * A 32-byte hash, and beside it nothing that would say what it stands for: a contract may take a signature over its
 * letters as one over the hash.
 */
export function isHashText(text: string): boolean {
	const bare = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
	const quoted = bare.replace(/^[\s"'`<([{]+|[\s"'`>)\]}.;,]+$/g, "");
	if (isEncodedHash(quoted.replace(/\s+/g, ""))) return true;
	if (DECIMAL.test(quoted)) return true;
	const rest = bare.replace(HEX, " ");
	if (rest !== bare && letters(rest) <= MAX_LABEL) return true;
	// Of several words the last one, where the others only name it.
	const words = quoted.split(/\s+|[:"']\s*/).filter((word) => word !== "");
	const last = words.at(-1) ?? "";
	const before = words.slice(0, -1).join("");
	return words.length > 1 && letters(before) <= MAX_LABEL && /\bhash|digest|sign\b/i.test(text)
		? isEncodedHash(last)
		: false;
}

/** What applications write where they make a key of the signature: whoever has it has the key. */
const KEY_TEXTS: readonly RegExp[] = [
	// "Sign to generate your keys", "used to derive an encryption key", "Creates a trading key for you".
	/\b(?:generat|deriv|creat|comput|produc|recover|restor|regenerat|unlock|obtain|retriev|set ?up|register)\w*\b[^.!?]{0,80}\b(?:key|keys|keypair|key-pair|seed|mnemonic|secret)\b/,
	/\b(?:key|keys|keypair|seed|secret)\b[^.!?]{0,60}\b(?:will be |is |are |be )?(?:generated|derived|created|computed|recovered|restored|unlocked)\b/,
	/\b(?:stark|starkex|l2|layer[ -]?2|zk|zksync|viewing|spending|privacy|encryption|decryption|private|trading|session|account|api|shielded|stealth)[ -]?(?:key|keys|keypair|seed)\b/,
	// zkSync Lite, Umbra, Lighter and others.
	/\bonly sign (?:this|the|it)\b[^.!?]{0,80}\b(?:trust|trusted|official|genuine|client|website|site|app|application|interface|domain|initiated)\b/,
	/\b(?:never|do not|don't) sign (?:this|it)\b[^.!?]{0,80}\b(?:other|another|untrusted|unknown|elsewhere|unless)\b/,
	/\b(?:access|activate|onboard|enable|unlock)\w*\b[^.!?]{0,40}\b(?:zksync|stark\w*|dydx|paradex|lighter|loopring|immutable(?: ?x)?|imx|umbra|aztec|railgun|apex|edgex)\b/,
	/\b(?:zksync|starkex|dydx|paradex|lighter|loopring|immutable ?x|imx|umbra|aztec|railgun|apex|edgex)\b[^.!?]{0,60}\b(?:account|onboarding|key|pubkey|registration)\b/,
	/\bregister lighter account\b/,
	// Mail, chat and storage that are encrypted for a wallet.
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

/** A text from which keys are made; null for any other. A sign-in may say so too. */
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

/** Typed data of a kind that nobody knows. */
export const unknownFinding = (name: string): Finding => ({
	...doubt(danger("unknown-typed-data", message("finding.unknown-typed-data", { name }))),
	short: message("reason.unknown-typed-data", { name }),
});

/** Judges a text that is no sign-in of a known form: never nothing, since nobody knows what is made of it. */
export function textFinding(text: string, signer: string): Finding {
	// The signer's own address may be 32 bytes in letters, too; a plain text holds no other.
	const isPlain = isPlainText(text, signer);
	if (!isPlain && isHashText(text)) return HASH;
	const keys = keysFinding(text);
	if (keys !== null) return keys;
	return isPlain ? doubt(finding("text-plain", "caution", message("finding.text-plain"))) : FREE;
}
