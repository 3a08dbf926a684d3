import type { ExplanationFile } from "../../src/explain/result.ts";
import { type Level, type Outcome, type RequestExpectation, rankOf, type Values } from "./expected.ts";

/** Compares the app's answer to a request with the expectation. */

/** The app's answer to a request. */
export interface Answer {
	readonly outcome: Outcome;
	readonly severity: Level;
	/** The word that the user has to type; `null` if none. */
	readonly word: string | null;
	readonly headline: string;
	/** Sentences, rows and amounts that the user reads. */
	readonly sentences: string;
	/** The text or typed-data members to sign, unchanged. */
	readonly signed: string;
	readonly refusals: string;
	/** Text codes of findings and refusals. */
	readonly codes: readonly string[];
	/** EIP-712 hash; `null` if the request is not typed data. */
	readonly hash: string | null;
	readonly changes: ExplanationFile["changes"];
	readonly permissions: ExplanationFile["permissions"];
	readonly costs: {
		readonly most: bigint | null;
		readonly likely: bigint | null;
		readonly covered: boolean | null;
	} | null;
	/** Kinds of lies that Activity would record for the service. */
	readonly lies: readonly string[];
	/** Ids of findings, the most severe first. */
	readonly findings: readonly string[];
}

/** One difference from the expectation. */
export interface Wrong {
	readonly what: string;
	readonly expected: string;
	readonly said: string;
}

const ALNUM = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;

/**
 * Returns whether a text contains a value as a separate word: "140 CRWX" does not contain "40 CRWX", nor does
 * "1.5" contain "1".
 */
function containsWord(text: string, value: string): boolean {
	for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
		const [before, after] = [text.slice(0, at), text.slice(at + value.length)];
		const [first = "", last = ""] = [value.at(0), value.at(-1)];
		const joinsBefore =
			ALNUM.test(first) && (ALNUM.test(before.at(-1) ?? "") || (DIGIT.test(first) && /\d[.,]$/.test(before)));
		const joinsAfter =
			ALNUM.test(last) && (ALNUM.test(after.at(0) ?? "") || (DIGIT.test(last) && /^[.,]\d/.test(after)));
		if (!joinsBefore && !joinsAfter) return true;
	}
	return false;
}

/** Long addresses, which the app may shorten in the middle. */
const LONG = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const CUT = /(?<head>[0-9A-Za-z]{4,})…(?<tail>[0-9A-Za-z]{4,})/g;

/**
 * Returns whether a text contains a value as a separate word. An address may be shortened: "0x9B1f4C…4D8B61".
 */
export function containsValue(text: string, value: string): boolean {
	if (!LONG.test(value)) return containsWord(text, value);
	// Base58 is case-sensitive.
	const [inText, address] = value.startsWith("0x")
		? [text.toLowerCase(), value.toLowerCase()]
		: [text, value];
	const shortened = [...inText.matchAll(CUT)].map(({ groups }) => groups ?? {});
	return (
		containsWord(inText, address) ||
		shortened.some(({ head = "", tail = "" }) => address.startsWith(head) && address.endsWith(tail))
	);
}

/** Returns one difference for each wanted value that appears in none of its spellings. */
const missing = (what: string, wanted: Values, text: string): Wrong[] =>
	wanted
		.map((each) => (typeof each === "string" ? [each] : each))
		.filter((spellings) => !spellings.some((value) => containsValue(text, value)))
		.map((spellings) => ({ what, expected: spellings.join(" or "), said: "not there" }));

/** Returns one difference for each unwanted name that is present. */
const present = (what: string, unwanted: readonly string[], isThere: (name: string) => boolean): Wrong[] =>
	unwanted.filter(isThere).map((name) => ({ what, expected: "not there", said: name }));

const sameValue = (expected: unknown, said: unknown): boolean =>
	typeof expected === "string" && typeof said === "string" && expected.startsWith("0x")
		? expected.toLowerCase() === said.toLowerCase()
		: expected === said;

/** Returns whether one of the entries has all these members. */
const includes = (entries: readonly object[], wanted: object): boolean =>
	entries.some((entry) => {
		const members = new Map<string, unknown>(Object.entries(entry));
		return Object.entries(wanted).every(([name, value]) => sameValue(value, members.get(name)));
	});

const json = (value: unknown): string => JSON.stringify(value);

function listWrongs(what: string, wanted: readonly object[], entries: readonly object[]): Wrong[] {
	return wanted
		.filter((each) => !includes(entries, each))
		.map((each) => ({ what, expected: json(each), said: json(entries) }));
}

function severityWrongs({ severity }: RequestExpectation, said: Answer): Wrong[] {
	const { atLeast, atMost } = severity ?? {};
	const wrong = (expected: string): Wrong => ({
		what: "severity",
		expected,
		said: `${said.severity} (${said.findings.join(", ")})`,
	});
	return [
		...(atLeast !== undefined && rankOf(said.severity) < rankOf(atLeast)
			? [wrong(`at least ${atLeast}`)]
			: []),
		...(atMost !== undefined && rankOf(said.severity) > rankOf(atMost) ? [wrong(`at most ${atMost}`)] : []),
	];
}

function costWrongs({ costs: expected }: RequestExpectation, { costs: said }: Answer): Wrong[] {
	if (expected === undefined) return [];
	const { mostAtLeast, mostAtMost, likelyAtLeast, covered } = expected;
	const { most = null, likely = null } = said ?? {};
	const isLess = (value: bigint | null, bound: string) => value === null || value < BigInt(bound);
	const isMore = (value: bigint | null, bound: string) => value === null || value > BigInt(bound);
	return [
		...(mostAtLeast !== undefined && isLess(most, mostAtLeast)
			? [{ what: "most", expected: `at least ${mostAtLeast}`, said: String(most) }]
			: []),
		...(mostAtMost !== undefined && isMore(most, mostAtMost)
			? [{ what: "most", expected: `at most ${mostAtMost}`, said: String(most) }]
			: []),
		...(likelyAtLeast !== undefined && isLess(likely, likelyAtLeast)
			? [{ what: "likely", expected: `at least ${likelyAtLeast}`, said: String(likely) }]
			: []),
		...(covered !== undefined && covered !== (said?.covered ?? null)
			? [{ what: "covered", expected: String(covered), said: String(said?.covered) }]
			: []),
	];
}

function wordWrongs({ word, wordIsNot = [] }: RequestExpectation, said: Answer): Wrong[] {
	const needsWord = said.word !== null;
	return [
		...(word === undefined || word === needsWord
			? []
			: [{ what: "word", expected: word ? "one" : "none", said: said.word ?? "none" }]),
		...present("word", wordIsNot, (each) => each === said.word),
	];
}

function textWrongs(expected: RequestExpectation, said: Answer): Wrong[] {
	const { headline = [], says = [], shows = [], refusals = [], hides = [] } = expected;
	return [
		...missing("headline", headline, said.headline),
		...missing("says", says, said.sentences),
		...missing("shows", shows, `${said.sentences}\n${said.signed}`),
		...missing("refusals", refusals, said.refusals),
		...present("hides", hides, (value) => containsValue(said.sentences, value)),
		...present("findings", expected.findingsNot ?? [], (id) => said.findings.includes(id)),
		...present("codes", expected.codesNot ?? [], (code) => said.codes.includes(code)),
	];
}

/** Returns the differences between the app's answer and the expectation; empty if there are none. */
export function wrongsOf(expected: RequestExpectation, said: Answer): readonly Wrong[] {
	const { outcome, hash, effects = [], permissions = [] } = expected;
	const lies = expected.lie === undefined ? [] : [expected.lie];
	return [
		...(outcome === undefined || outcome.includes(said.outcome)
			? []
			: [{ what: "outcome", expected: outcome.join(" or "), said: said.outcome }]),
		...severityWrongs(expected, said),
		...wordWrongs(expected, said),
		...textWrongs(expected, said),
		...(hash === undefined || hash === said.hash
			? []
			: [{ what: "hash", expected: hash, said: String(said.hash) }]),
		...listWrongs("effects", effects, said.changes),
		...listWrongs("permissions", permissions, said.permissions),
		...costWrongs(expected, said),
		...(json(lies) === json(said.lies) ? [] : [{ what: "lie", expected: json(lies), said: json(said.lies) }]),
	];
}
