import type { Message, Text } from "../message.ts";

/** One line of what a message means. The label is ours; the value may hold text of others. */
export interface ExplainedRow {
	readonly label: Message;
	readonly value: Text;
	readonly tone: "plain" | "good" | "danger";
}
