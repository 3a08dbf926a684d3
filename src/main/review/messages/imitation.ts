import type { Finding } from "../findings/finding.ts";
import { hidesSomething, plain } from "../plain.ts";
import { finding } from "./telling.ts";

/** Words that only the app itself has a reason to say; the same as findings/imitation.ts looks for. */
const OURS =
	/countersign|matches the review|fingerprint|safe to (?:sign|approve)|(?:seed|recovery|secret) phrase|private key|type approve|hold to approve/i;

/** A text of a message, or of the service beside it, that speaks as if it were the app, or hides characters. */
export function imitationIn(texts: readonly string[]): Finding | null {
	const ours = texts.find((text) => OURS.test(text));
	if (ours !== undefined) {
		const at = Math.max(0, ours.search(OURS) - 20);
		const words = `A text speaks as if it were this app: “${plain(ours.slice(at), 80)}”. Countersign did not write it.`;
		return finding("imitation", "caution", words);
	}
	const hiding = texts.find(hidesSomething);
	return hiding === undefined
		? null
		: finding("imitation", "caution", `A text holds invisible characters: “${plain(hiding, 80)}”.`);
}
