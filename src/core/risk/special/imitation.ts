import type { TransactionFacts } from "../../effects/step-facts.ts";
import { hidesSomething, plain } from "../../format/plain.ts";
import { message } from "../../localized-text.ts";
import { type Finding, newFinding } from "../finding.ts";

/** Phrases that only the app itself has a reason to use. */
const OURS =
	/countersign|matches the review|fingerprint|safe to (?:sign|approve)|(?:seed|recovery|secret) phrase|private key|type (?:approve|unlimited|the word)|hold to approve|nothing was signed/i;

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

const MAX = 100_000;
const UNSEEN = /[\p{Cf}\p{DI}]/gu;

function asRead(text: string): string {
	const seen = text.slice(0, MAX).normalize("NFKC").replace(UNSEEN, "").toLowerCase().replace(/\s+/g, " ");
	return Array.from(seen, (character) => LIKE.get(character) ?? character).join("");
}

const BEFORE = 20;

export function imitationIn(texts: readonly string[]): Finding | null {
	const ours = texts.find((text) => OURS.test(text) || OURS.test(asRead(text)));
	if (ours !== undefined) {
		const at = Math.max(0, ours.search(OURS) - BEFORE);
		const text = message("finding.imitation", { text: plain(ours.slice(at), 80) });
		return newFinding("imitation", "caution", text);
	}
	const hiding = texts.find(hidesSomething);
	if (hiding === undefined) return null;
	const sentence = message("finding.imitation.hidden", { text: plain(hiding, 80) });
	return newFinding("imitation", "caution", sentence);
}

export const imitation = ({ texts }: Pick<TransactionFacts, "texts">): Finding | null => imitationIn(texts);
