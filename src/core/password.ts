/**
 * Estimates a password's strength in bits, based on its shortest description in terms of known words,
 * sequences, years, and single characters. Character classes aren't required, because length matters most.
 */

export const MIN_PASSWORD_LENGTH = 8;
/**
 * Minimum strength of a new password. An attempt takes a third of a second, so 2^30 attempts take ten years.
 */
const MIN_BITS = 30;
const READ = 64;

/** Most common entries in leaked password lists, starting with the most frequent. */
const COMMON = `password passwort 123456 qwerty letmein welcome iloveyou admin dragon monkey football baseball
sunshine princess master shadow superman batman trustno1 login abc123 starwars hello freedom whatever qazwsx ninja
azerty michael jordan hunter ranger buster soccer hockey killer george andrew charlie thomas jessica pepper daniel
access secret summer winter spring autumn flower cookie cheese banana orange purple silver golden diamond computer
internet samsung google apple iphone android windows microsoft facebook linkedin pokemon liverpool arsenal chelsea
barcelona ferrari porsche mercedes yamaha harley chocolate butterfly angel jesus heaven lucky love lover forever
family mother father sister brother ashley amanda jennifer matthew joshua robert nicole natasha alexander maximilian
hallo schatz passw0rd changeme default guest root user test testing test123 demo sample temp temporary pass word
private wallet crypto bitcoin ethereum solana metamask ledger countersign coinbase binance satoshi vitalik hodl
tothemoon blockchain money dollar million monday tuesday wednesday thursday friday saturday sunday january february
march april june july august september october november december germany france england america canada australia
london paris berlin newyork zaq12wsx 1q2w3e4r 1qaz2wsx q1w2e3r4 zxcvbn asdf`.split(/\s+/);

const RANKS: ReadonlyMap<string, number> = new Map(COMMON.map((word, at) => [word, at]));
const MAX_LENGTH = Math.max(...COMMON.map((word) => word.length));

const ROWS = [
	"abcdefghijklmnopqrstuvwxyz",
	"01234567890",
	"qwertyuiop",
	"qwertzuiop",
	"azertyuiop",
	"asdfghjkl",
	"qsdfghjklm",
	"zxcvbnm",
	"yxcvbnm",
].flatMap((row) => [row, [...row].reverse().join("")]);

const LEET: Readonly<Record<string, string>> = {
	"0": "o",
	"1": "i",
	"3": "e",
	"4": "a",
	"5": "s",
	"7": "t",
	"@": "a",
	$: "s",
	"!": "i",
};

function characterBits(character: string): number {
	if (/[0-9]/.test(character)) return 3.3;
	if (/[a-z]/.test(character)) return 4.7;
	if (/[A-Z]/.test(character)) return 5.7;
	return character.charCodeAt(0) < 0x80 ? 5 : 6;
}

const unleeted = (text: string) => [...text].map((character) => LEET[character] ?? character).join("");

function wordBits(part: string): number {
	const lower = part.toLowerCase();
	const plain = RANKS.get(lower);
	const rank = plain ?? RANKS.get(unleeted(lower));
	if (rank === undefined) return Number.POSITIVE_INFINITY;
	return Math.log2(rank + 2) + (lower === part ? 0 : 1) + (plain === undefined ? 1 : 0);
}

function runBits(part: string): number {
	const lower = part.toLowerCase();
	const [first = ""] = lower;
	if (lower === first.repeat(lower.length)) return characterBits(first) + Math.log2(lower.length);
	if (ROWS.some((row) => row.includes(lower))) return 5 + Math.log2(lower.length);
	return /^(19|20)\d\d$/.test(part) ? 6.6 : Number.POSITIVE_INFINITY;
}

function bitsOf(text: string): number {
	const best = [0];
	for (let end = 1; end <= text.length; end += 1) {
		let least = (best[end - 1] ?? 0) + characterBits(text.charAt(end - 1));
		for (let start = end - 3; start >= 0; start -= 1) {
			const part = text.slice(start, end);
			const bits = Math.min(
				part.length > MAX_LENGTH ? Number.POSITIVE_INFINITY : wordBits(part),
				runBits(part),
			);
			least = Math.min(least, (best[start] ?? 0) + bits);
		}
		best.push(least);
	}
	return best[text.length] ?? 0;
}

function withoutRepetition(text: string): string {
	for (let length = 1; length <= text.length / 2; length += 1)
		if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length))
			return text.slice(0, length);
	return text;
}

export function passwordBits(password: string): number {
	const read = password.slice(0, READ);
	const once = withoutRepetition(read);
	return bitsOf(once) + Math.log2(read.length / Math.max(once.length, 1) || 1);
}

/** Returns the reason to reject a new password. Existing passwords are never checked. */
export function newPasswordFault(password: string): "short" | "guessable" | null {
	if (password.length < MIN_PASSWORD_LENGTH) return "short";
	return passwordBits(password) < MIN_BITS ? "guessable" : null;
}
