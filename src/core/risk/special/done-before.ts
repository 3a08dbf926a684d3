import { type Message, message } from "../../message.ts";
import type { Finding } from "../finding.ts";

/**
 * What a request would do once more. `conversation`: what was done there before it was asked for. `build`: what was
 * approved as another request, where either of them was asked for by a Build's commit.
 */
export type Repetition = "conversation" | "build";

const WORDS: Readonly<Record<Repetition, Message>> = {
	conversation: message("finding.done-before.conversation"),
	build: message("finding.done-before.build"),
};

/** Perhaps it is wanted once more, perhaps it is a mistake. */
export function doneBefore({ repeats }: { readonly repeats: Repetition | null }): Finding | null {
	if (repeats === null) return null;
	return { id: "done-before", severity: "danger", text: WORDS[repeats], needsWord: true };
}
