import type { TaskItem, ToolItem, TranscriptItem } from "../../../ipc/conversations.ts";
import { textOf } from "../../../text/index.ts";

/** What of a transcript is searched: what was said, tools with what they were given and gave, tasks with their steps. */

function toolTexts(tool: ToolItem): readonly string[] {
	return [tool.name, tool.note ?? "", tool.args?.text ?? "", tool.result?.text ?? ""];
}

function taskTexts(task: TaskItem): readonly string[] {
	return [
		task.label,
		task.app,
		task.message ?? "",
		...task.steps.flatMap((step) => (step.kind === "note" ? [step.text] : [step.name, step.preview])),
		...task.tools.flatMap(toolTexts),
	];
}

/** The texts of an item that a user may look for. */
function textsOf(item: TranscriptItem): readonly string[] {
	switch (item.kind) {
		case "message":
		case "error":
			return [item.text];
		case "tool":
			return toolTexts(item);
		case "task":
			return taskTexts(item);
		case "entry":
			return [textOf(item.entry.headline)];
		case "title":
			return [item.title];
		case "unknown":
			return [...item.types.map(({ type }) => type), item.raw.text];
		case "unreadable":
			return [item.type, item.raw.text];
		case "turn":
			return [];
	}
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** The places of the items in which a text occurs, whatever its case; none for an empty one. */
export function findIn(items: readonly TranscriptItem[], text: string): readonly number[] {
	const wanted = folded(text.trim());
	if (wanted === "") return [];
	return items.flatMap((item, index) =>
		textsOf(item).some((part) => folded(part).includes(wanted)) ? [index] : [],
	);
}

/** The match to go to from the one at `at`: round at both ends; null where there is none. */
export function stepMatch(count: number, at: number | null, by: 1 | -1): number | null {
	if (count === 0) return null;
	// From the end backwards at first: the newest is what a user looks at.
	if (at === null) return count - 1;
	return (at + by + count) % count;
}
