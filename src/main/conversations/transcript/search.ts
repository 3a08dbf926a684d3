import type { TaskItem, ToolItem, TranscriptItem } from "../../../ipc/conversations.ts";
import { textOf } from "../../../text/index.ts";

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

const loose = (text: string) => folded(text).replace(/[\s"\\]+/g, "");

export interface Seeker {
	readonly isIn: (item: TranscriptItem) => boolean;
	readonly loose: string;
}

export function seekerOf(text: string): Seeker | null {
	const wanted = folded(text.trim());
	if (wanted === "") return null;
	return {
		isIn: (item) => textsOf(item).some((part) => folded(part).includes(wanted)),
		loose: loose(wanted),
	};
}

/**
 * Quickly checks the raw JSON. May return `true` for an item without the text, but never `false` for an item
 * that contains it.
 */
export const mayHave = (json: string, seeker: Seeker): boolean => loose(json).includes(seeker.loose);
