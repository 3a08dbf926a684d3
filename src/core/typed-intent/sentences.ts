import { readAddress } from "../format/numeral.ts";
import { readKey } from "../format/svm-wire.ts";
import type { Labels } from "../identities/labels.ts";
import {
	ARTICLES,
	BEFORE_NAME,
	COUNTS,
	type Currency,
	currencyOfSign,
	FOREIGN_BEFORE_NAME,
	FOREIGN_SEND,
} from "./vocabulary.ts";

export interface Decimal {
	readonly digits: bigint;
	readonly scale: number;
}

/**
 * No-break space, narrow no-break space, thin space and figure space. Formatters put them between groups of
 * digits, but people never put them between two numbers.
 */
const JOINING_SPACES = "\u00a0\u202f\u2009\u2007";

const NUMBER = `(?:[1-9]\\d{0,2}(?:[ ${JOINING_SPACES}]\\d{3})+(?!['’_\\d])(?:[.,]\\d+)?|\\d+(?:[.,'’_]+\\d+)*|\\.\\d+)`;

const WHOLE = /^(?:0|[1-9]\d*)$/;
const FRACTION = /^(0|[1-9]\d*)?[.,](\d+)$/;
const GROUPED = new RegExp(
	`^(?<whole>[1-9]\\d{0,2}(?<mark>[.,'’_ ${JOINING_SPACES}])\\d{3}(?:\\k<mark>\\d{3})*)(?:(?!\\k<mark>)[.,](?<part>\\d+))?$`,
	"u",
);
const INDIAN = /^(?<whole>[1-9]\d?(?:,\d\d)+,\d{3})(?:\.(?<part>\d+))?$/;

function decimal(whole: string, fraction = ""): Decimal {
	const digits = `${whole.replace(/\D/g, "")}${fraction}`;
	return { digits: BigInt(digits), scale: fraction.length };
}

function behindSpace(written: string): readonly Decimal[] {
	const at = written.indexOf(" ");
	return at < 0 ? [] : readingsOf(written.slice(at + 1));
}

/**
 * Returns every number that the text could mean, e.g. "1,000" is a thousand or one. Empty if the format is
 * unknown.
 */
export function readingsOf(written: string): readonly Decimal[] {
	if (WHOLE.test(written)) return [decimal(written)];
	const fraction = FRACTION.exec(written);
	const grouped = (GROUPED.exec(written) ?? INDIAN.exec(written))?.groups ?? null;
	return [
		...(grouped === null ? [] : [decimal(grouped["whole"] ?? "", grouped["part"])]),
		...(fraction === null ? [] : [decimal(fraction[1] ?? "", fraction[2])]),
		...behindSpace(written),
	];
}

function timesTenTo({ digits, scale }: Decimal, power: number): Decimal {
	return power <= scale
		? { digits, scale: scale - power }
		: { digits: digits * 10n ** BigInt(power - scale), scale: 0 };
}

export type Token =
	| { readonly kind: "address"; readonly address: string }
	/** A lowercase EVM address, shortened to its beginning and end. */
	| { readonly kind: "ends"; readonly head: string; readonly tail: string }
	| { readonly kind: "name"; readonly name: string }
	| { readonly kind: "contact"; readonly name: string; readonly addresses: readonly string[] }
	| {
			readonly kind: "number";
			readonly values: readonly Decimal[];
			readonly currency: Currency | null;
			readonly percent: boolean;
	  }
	| { readonly kind: "word"; readonly text: string; readonly lower: string }
	| { readonly kind: "mark"; readonly text: string };

const MAX_LENGTH = 8000;

const PATTERNS = {
	url: /https?:\/\/\S+/y,
	hash: /0x[0-9a-fA-F]{41,}/y,
	time: /\d{1,2}:\d\d(?::\d\d)?(?![\d:])/y,
	date: /(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}-\d\d-\d\d)(?![.,/-]?\d)/y,
	address: /0x[0-9a-fA-F]{40}(?![0-9a-zA-Z])/y,
	ends: /0x([0-9a-fA-F]{2,16})(?:…|\.{2,3})([0-9a-fA-F]{3,16})(?![0-9a-zA-Z])/y,
	key: /[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9a-zA-Z])/y,
	name: /[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:eth|sol)(?![0-9a-zA-Z.-])/iy,
	number: new RegExp(
		`(?:((?:[a-z]{1,3})?(?!₮)\\p{Sc})\\s?)?(${NUMBER})(?:\\s?(k|m|thousand|million)(?![0-9a-zA-Z]))?(?:\\s?(%)|\\s?((?!₮)\\p{Sc})(?![\\d.]))?`,
		"iuy",
	),
	/** Digits in other scripts, fractions and powers, e.g. "１００", "½", "1½", "10²". */
	unread: /\p{Sc}?[\p{N}.,'’٬٫_]{0,80}(?![0-9])\p{N}[\p{N}.,'’٬٫_]*/uy,
	word: /[\p{L}][\p{L}\p{N}_₮]*(?:['’.][\p{L}\p{N}_₮]+)*/uy,
	mark: /[^\s]/uy,
} as const;

const POWERS: Readonly<Record<string, number>> = { k: 3, thousand: 3, m: 6, million: 6 };

function isBefore(tokens: readonly Token[]): boolean {
	const previous = tokens.at(-1);
	if (
		previous?.kind === "word" &&
		(FOREIGN_BEFORE_NAME.has(previous.lower) || FOREIGN_SEND.has(previous.lower)) &&
		tokens.some((token) => token.kind === "word" && FOREIGN_SEND.has(token.lower))
	)
		return true;
	const last = tokens.findLast((token) => !(token.kind === "word" && ARTICLES.has(token.lower)));
	if (last === undefined) return false;
	return last.kind === "mark"
		? last.text === "@" || last.text === ","
		: last.kind === "word" && BEFORE_NAME.has(last.lower);
}

/** In "Invoice 5 100 USDC", 5 is the invoice number. */
const counts = (token: Token | undefined): boolean =>
	(token?.kind === "word" && COUNTS.has(token.lower)) || (token?.kind === "mark" && token.text === "#");

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

interface Contact {
	readonly name: string;
	readonly folded: string;
	readonly addresses: readonly string[];
}

const MIN_NAME = 2;

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

/** Matches text that turns a name into a different one, as in "Bob Smith", "Bob's sister" or "bob-2". */
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
		const skipped = match(PATTERNS.hash) ?? match(PATTERNS.time) ?? match(PATTERNS.date);
		if (skipped !== null) {
			take(skipped[0].length);
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
		const unread = match(PATTERNS.unread);
		if (unread !== null) {
			take(unread[0].length, { kind: "number", values: [], currency: null, percent: false });
			continue;
		}
		const number = match(PATTERNS.number);
		if (number !== null) {
			const [whole, before, digits = "", power, percent, after] = number;
			const space = whole.indexOf(" ");
			if (/^\d{1,3} \d{3}/.test(whole) && counts(tokens.at(-1))) {
				take(space, {
					kind: "number",
					values: readingsOf(whole.slice(0, space)),
					currency: null,
					percent: false,
				});
				continue;
			}
			const sign = before ?? after;
			const values = readingsOf(digits).map((each) =>
				timesTenTo(each, POWERS[power?.toLowerCase() ?? ""] ?? 0),
			);
			take(whole.length, {
				kind: "number",
				values,
				currency: sign === undefined ? null : currencyOfSign(sign),
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

const ENDS: ReadonlySet<string> = new Set([".//", "!", "?", ";", "\n"]);

export interface Sentence {
	readonly tokens: readonly Token[];
	readonly isQuestion: boolean;
}

export function sentencesOf(tokens: readonly Token[]): readonly Sentence[] {
	const sentences: Sentence[] = [];
	let open: Token[] = [];
	for (const token of tokens) {
		if (token.kind !== "mark" || !ENDS.has(token.text)) {
			open.push(token);
			continue;
		}
		if (open.length > 0) sentences.push({ tokens: open, isQuestion: token.text === "?" });
		open = [];
	}
	return open.length > 0 ? [...sentences, { tokens: open, isQuestion: false }] : sentences;
}

export const addressesTyped = (text: string): readonly string[] => [
	...new Set(tokensOf(text, {}).flatMap((token) => (token.kind === "address" ? [token.address] : []))),
];
