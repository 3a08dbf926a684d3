import type { Message, Text } from "../message.ts";

/** One row of a message's meaning. The label is ours; the value may contain foreign text. */
export interface ExplainedRow {
	readonly label: Message;
	readonly value: Text;
	readonly tone: "plain" | "good" | "danger";
}
