import { readAddress } from "../format/numeral.ts";
import { readKey } from "../format/svm-wire.ts";
import type { Labels } from "../people/labels.ts";
import { ARTICLES, BEFORE_NAME } from "./vocabulary.ts";

/** A user's sentence as words, numbers, addresses and names of theirs. */

/** A decimal number, exact: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
	readonly digits: bigint;
	readonly scale: number;
}

export type Token =
	/** Of EVM in lower case. */
	| { readonly kind: "address"; readonly address: string }
	/** An address of EVM of which only both ends are written, in lower case. */
	| { readonly kind: "ends"; readonly head: string; readonly tail: string }
	/** Of a naming system of the chain: "vitalik.eth". */
	| { readonly kind: "name"; readonly name: string }
	/** A name that the user has given, with every address that has it. */
	| { readonly kind: "contact"; readonly name: string; readonly addresses: readonly string[] }
	/** More values than one where it can be read in two ways. */
	| {
			readonly kind: "number";
			readonly values: readonly Decimal[];
			readonly fiat: boolean;
			readonly percent: boolean;
	  }
	| { readonly kind: "word"; readonly text: string; readonly lower: string }
	| { readonly kind: "mark"; readonly text: string };

/** No longer text is read: what stands behind is as if it had not been typed. */
const MAX_LENGTH = 8000;

const PATTERNS = {
	url: /https?:\/\/\S+/y,
	hash: /0x[0-9a-fA-F]{41,}/y,
	address: /0x[0-9a-fA-F]{40}(?![0-9a-zA-Z])/y,
	ends: /0x([0-9a-fA-F]{2,16})(?:…|\.{2,3})([0-9a-fA-F]{3,16})(?![0-9a-zA-Z])/y,
	key: /[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9a-zA-Z])/y,
	name: /[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:eth|sol)(?![0-9a-zA-Z.-])/iy,
	number: /([$€£])?(\d[\d,']*(?:\.\d+)*|\.\d+)(?:\s?(k|m|thousand|million)(?![0-9a-zA-Z]))?(\s?%)?/iy,
	word: /[\p{L}][\p{L}\p{N}_₮]*(?:['’.][\p{L}\p{N}_₮]+)*/uy,
	mark: /[^\s]/uy,
} as const;

const decimal = (whole: string, fraction: string): Decimal => ({
	digits: BigInt(`${whole}${fraction}` === "" ? "0" : `${whole}${fraction}`),
	scale: fraction.length,
});

/** How a number may be meant: "1,000" is a thousand here and one elsewhere. */
function readings(written: string): readonly Decimal[] {
	const text = written.replace(/[,']+$/, "").replaceAll("'", "");
	const commas = text.split(",").length - 1;
	const dots = text.split(".").length - 1;
	const plain = (whole: string, fraction = "") => decimal(whole.replace(/[.,]/g, ""), fraction);
	const split = (mark: string) => {
		const at = text.lastIndexOf(mark);
		return plain(text.slice(0, at), text.slice(at + 1).replace(/[.,]/g, ""));
	};
	if (commas === 0 && dots === 0) return [plain(text)];
	if (commas > 0 && dots > 0) return [split(text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".")];
	const mark = commas > 0 ? "," : ".";
	if (commas + dots > 1) return [plain(text)];
	const isGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
	return isGrouped ? [plain(text), split(mark)] : [split(mark)];
}

const POWERS: Readonly<Record<string, number>> = { k: 3, thousand: 3, m: 6, million: 6 };

function times({ digits, scale }: Decimal, power: number): Decimal {
	return power <= scale
		? { digits, scale: scale - power }
		: { digits: digits * 10n ** BigInt(power - scale), scale: 0 };
}

function isBefore(tokens: readonly Token[]): boolean {
	const last = tokens.findLast((token) => !(token.kind === "word" && ARTICLES.has(token.lower)));
	if (last === undefined) return false;
	return last.kind === "mark"
		? last.text === "@" || last.text === ","
		: last.kind === "word" && BEFORE_NAME.has(last.lower);
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

interface Contact {
	readonly name: string;
	readonly folded: string;
	readonly addresses: readonly string[];
}

const MIN_NAME = 2;

/** The longest name first, each with every address that it stands for. */
function contactsOf(labels: Labels): readonly Contact[] {
	const found = new Map<string, { readonly name: string; readonly addresses: string[] }>();
	for (const [address, name] of Object.entries(labels)) {
		const folded = fold(name).trim();
		if (folded.length < MIN_NAME) continue;
		const held = found.get(folded);
		if (held === undefined) found.set(folded, { name, addresses: [address] });
		else held.addresses.push(address);
	}
	return [...found]
		.map(([folded, { name, addresses }]) => ({ folded, name, addresses }))
		.toSorted((left, right) => right.folded.length - left.folded.length);
}

/** A name that goes on is another one: "Bob Smith", "Bob's sister", "bob-2". */
const GOES_ON = /^(?:['’-]|\.[\p{L}\p{N}]|[\p{L}\p{N}_]| \p{Lu}\p{Ll})/u;

export function tokensOf(typed: string, labels: Labels): readonly Token[] {
	const text = typed.slice(0, MAX_LENGTH).normalize("NFC");
	const contacts = contactsOf(labels);
	const tokens: Token[] = [];
	let at = 0;
	const match = (pattern: RegExp): RegExpExecArray | null => {
		pattern.lastIndex = at;
		return pattern.exec(text);
	};
	const take = (length: number, ...made: Token[]) => {
		at += length;
		tokens.push(...made);
	};
	const contactHere = (): Contact | undefined => {
		const rest = text.slice(at, at + 200);
		return contacts.find(({ folded }) => {
			const written = rest.slice(0, folded.length);
			return fold(written) === folded && !GOES_ON.test(rest.slice(folded.length));
		});
	};
	while (at < text.length) {
		if (/\s/.test(text[at] ?? "")) {
			take(1, ...(text[at] === "\n" ? [{ kind: "mark", text: "\n" } as const] : []));
			continue;
		}
		const url = match(PATTERNS.url);
		if (url !== null) {
			const inside = /0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/.exec(url[0])?.[0];
			const address = inside === undefined ? null : readAddress(inside);
			take(url[0].length, ...(address === null ? [] : [{ kind: "address", address } as const]));
			continue;
		}
		const evm = match(PATTERNS.address);
		const address = evm === null ? null : readAddress(evm[0]);
		if (evm !== null && address !== null) {
			take(evm[0].length, { kind: "address", address });
			continue;
		}
		const hash = match(PATTERNS.hash);
		if (hash !== null) {
			take(hash[0].length);
			continue;
		}
		const ends = match(PATTERNS.ends);
		if (ends !== null) {
			take(ends[0].length, {
				kind: "ends",
				head: (ends[1] ?? "").toLowerCase(),
				tail: (ends[2] ?? "").toLowerCase(),
			});
			continue;
		}
		const key = match(PATTERNS.key);
		if (key !== null && readKey(key[0]) !== null) {
			take(key[0].length, { kind: "address", address: key[0] });
			continue;
		}
		const contact = isBefore(tokens) ? contactHere() : undefined;
		if (contact !== undefined) {
			const { name, addresses } = contact;
			take(contact.folded.length, { kind: "contact", name, addresses });
			continue;
		}
		const name = match(PATTERNS.name);
		if (name !== null) {
			take(name[0].length, { kind: "name", name: name[0].toLowerCase() });
			continue;
		}
		const number = match(PATTERNS.number);
		if (number !== null) {
			const [whole, currency, digits = "", power, percent] = number;
			const values = readings(digits).map((each) => times(each, POWERS[power?.toLowerCase() ?? ""] ?? 0));
			take(whole.length, {
				kind: "number",
				values,
				fiat: currency !== undefined,
				percent: percent !== undefined,
			});
			continue;
		}
		const word = match(PATTERNS.word);
		if (word !== null) {
			const lower = word[0].toLowerCase().replaceAll("’", "'");
			take(word[0].length, { kind: "word", text: word[0], lower });
			continue;
		}
		const mark = match(PATTERNS.mark);
		take(mark?.[0].length ?? 1, ...(mark === null ? [] : [{ kind: "mark", text: mark[0] } as const]));
	}
	return tokens;
}

const ENDS: ReadonlySet<string> = new Set([".", "!", "?", ";", "\n"]);

export interface Sentence {
	readonly tokens: readonly Token[];
	/** A question mark ends it. */
	readonly asks: boolean;
}

export function sentencesOf(tokens: readonly Token[]): readonly Sentence[] {
	const sentences: Sentence[] = [];
	let open: Token[] = [];
	for (const token of tokens) {
		if (token.kind !== "mark" || !ENDS.has(token.text)) {
			open.push(token);
			continue;
		}
		if (open.length > 0) sentences.push({ tokens: open, asks: token.text === "?" });
		open = [];
	}
	return open.length > 0 ? [...sentences, { tokens: open, asks: false }] : sentences;
}

/** Every address that a text names, each once: of EVM in lower case. */
export const addressesTyped = (text: string): readonly string[] => [
	...new Set(tokensOf(text, {}).flatMap((token) => (token.kind === "address" ? [token.address] : []))),
];
