import { type Message, message } from "../../localized-text.ts";
import { type Finding, newFinding } from "../finding.ts";

/**
 * `conversation`: the same action already happened in the session. `build`: it was approved in another
 * request, and one of the two came from a Build's commit. `agent`: an agent on this computer proposes
 * something that was approved within the last hour.
 */
export type Repetition = "conversation" | "build" | "agent";

const WORDS: Readonly<Record<Repetition, Message>> = {
	conversation: message("finding.done-before.conversation"),
	build: message("finding.done-before.build"),
	agent: message("finding.done-before.agent"),
};

export function doneBefore({ repeats }: { readonly repeats: Repetition | null }): Finding | null {
	if (repeats === null) return null;
	return newFinding("done-before", "danger", WORDS[repeats]);
}
