import { type Message, message } from "../../message.ts";
import type { Finding } from "../finding.ts";

/**
 * Kind of repetition. `conversation`: the same action happened in the conversation before the request.
 * `build`: the same action was approved in another request, where a Build's commit made either request.
 */
export type Repetition = "conversation" | "build";

const WORDS: Readonly<Record<Repetition, Message>> = {
	conversation: message("finding.done-before.conversation"),
	build: message("finding.done-before.build"),
};

/** Reports an action that was done before: a wanted repetition or a mistake. */
export function doneBefore({ repeats }: { readonly repeats: Repetition | null }): Finding | null {
	if (repeats === null) return null;
	return { id: "done-before", severity: "danger", text: WORDS[repeats], needsWord: true };
}
