import { hidesSomething, plain } from "../plain.ts";
import type { Finding, Rule } from "./finding.ts";

/** Words that only the app itself has a reason to say. */
const OURS =
	/countersign|matches the review|fingerprint|safe to (?:sign|approve)|(?:seed|recovery|secret) phrase|private key|type approve|hold to approve/i;

/** A text of the service that speaks as if it were the app, or hides characters. */
export function imitationIn(texts: readonly string[]): Finding | null {
	const found = texts.find((text) => OURS.test(text) || hidesSomething(text));
	if (found === undefined) return null;
	const words = OURS.test(found)
		? `A text of the service speaks as if it were this app: “${plain(found, 80)}”. Countersign did not write it.`
		: `A text of the service holds invisible characters: “${plain(found, 80)}”.`;
	return { id: "imitation", severity: "caution", words, needsWord: false };
}

export const imitation: Rule = ({ texts }) => imitationIn(texts);
