import { hidesSomething, plain } from "../plain.ts";
import type { Finding, Rule } from "./finding.ts";

/** Words that only the app itself has a reason to say. */
const OURS =
	/countersign|matches the review|fingerprint|safe to (?:sign|approve)|(?:seed|recovery|secret) phrase|private key|type approve|hold to approve|nothing was signed/i;

/** Letters of other scripts that look like ours, by the letters that they are taken for. */
const LIKE: ReadonlyMap<string, string> = new Map(
	Object.entries({
		a: "аɑα",
		c: "сϲ",
		e: "её",
		g: "ɡ",
		h: "һ",
		i: "іɩι",
		n: "ո",
		o: "оοօ",
		p: "рρ",
		r: "г",
		s: "ѕ",
		t: "т",
		u: "υս",
		v: "ѵν",
		y: "уγ",
	}).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** Of a longer text, only so much is looked at. */
const MOST = 100_000;
const UNSEEN = /[\p{Cf}\p{DI}]/gu;

/** As a person reads it: compatible forms, unseen characters and look-alike letters undone, spaces made one. */
function asRead(text: string): string {
	const seen = text.slice(0, MOST).normalize("NFKC").replace(UNSEEN, "").toLowerCase().replace(/\s+/g, " ");
	return Array.from(seen, (character) => LIKE.get(character) ?? character).join("");
}

/** Characters before the words in question, so that the sentence shows them. */
const BEFORE = 20;

/** A text of others that speaks as if it were the app, or hides characters. */
export function imitationIn(texts: readonly string[]): Finding | null {
	const ours = texts.find((text) => OURS.test(text) || OURS.test(asRead(text)));
	if (ours !== undefined) {
		const at = Math.max(0, ours.search(OURS) - BEFORE);
		const words = `A text of the service speaks as if it were this app: “${plain(ours.slice(at), 80)}”. Countersign did not write it.`;
		return { id: "imitation", severity: "caution", words, needsWord: false };
	}
	const hiding = texts.find(hidesSomething);
	if (hiding === undefined) return null;
	const words = `A text of the service holds invisible characters: “${plain(hiding, 80)}”.`;
	return { id: "imitation", severity: "caution", words, needsWord: false };
}

export const imitation: Rule = ({ texts }) => imitationIn(texts);
