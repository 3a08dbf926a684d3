import { createHash } from "node:crypto";

/** Lines about requests and their outcomes. IDs, which differ between runs, are replaced by numbers. */

export interface Trace {
	add(line: string): void;
	readonly lines: readonly string[];
}

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32,}/g;
const CURSORS = /cursor=[^& ]*|"cursor":"[^"]*"/g;

export function createTrace(): Trace {
	const names = new Map<string, string>();
	const lines: string[] = [];
	const nameOf = (id: string) => {
		const name = names.get(id) ?? `#${names.size}`;
		names.set(id, name);
		return name;
	};
	return {
		add: (line) => void lines.push(line.replaceAll(CURSORS, "cursor").replaceAll(IDS, nameOf)),
		lines,
	};
}

export const digestOf = (lines: readonly string[]): string =>
	createHash("sha256").update(lines.join("\n")).digest("hex");
