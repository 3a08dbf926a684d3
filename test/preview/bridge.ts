import type { TranscriptView } from "../../src/ipc/conversations.ts";
import type { ReviewPreview } from "../../src/ipc/review.ts";
import type { DeskView, TrustedView } from "../../src/ipc/windows.ts";

/** Data of a page's scripted bridge. Plain data: it travels into the page. */
export interface Script {
	readonly desk: DeskView | null;
	readonly transcripts: readonly TranscriptView[];
	readonly trusted: TrustedView | null;
	/** Reviews for reading, by entry. */
	readonly previews?: Readonly<Record<string, ReviewPreview>>;
	/** Main's answer to a command by name, or by name and chain (“probeRpc 8453”); the rest is granted. */
	readonly answers: Readonly<Record<string, unknown>>;
}

export interface Call {
	readonly name: string;
	readonly input: unknown;
	/** Milliseconds since the page began. */
	readonly at: number;
}

/** Put on the page beside the bridge, for the script outside. */
interface Scripted {
	calls: Call[];
	push: (push: unknown) => void;
}

/** Runs in the page before its own scripts; holds no reference to anything out here. */
export function installBridge(given: object): void {
	const script = given as Script;
	const listeners = new Set<(push: unknown) => void>();
	const scripted: Scripted = {
		calls: [],
		push: (push) => {
			for (const listener of listeners) listener(push);
		},
	};
	const bridge = {
		call: async (name: string, input: Record<string, unknown>) => {
			scripted.calls.push({ name, input, at: performance.now() });
			const ofChain = `${name} ${String(input["chainId"])}`;
			if (ofChain in script.answers) return script.answers[ofChain];
			if (name in script.answers) return script.answers[name];
			if (name === "previewReview") return script.previews?.[String(input["entryId"])] ?? null;
			if (name === "watchTranscript") {
				return script.transcripts.find((one) => one.sessionId === input["sessionId"]) ?? null;
			}
			if (name === "findInTranscript") {
				const items = script.transcripts.find((one) => one.sessionId === input["sessionId"])?.items ?? [];
				const wanted = String(input["text"]).toLowerCase();
				const matches = items.flatMap((item, index) =>
					JSON.stringify(item).toLowerCase().includes(wanted) ? [{ index, key: item.key }] : [],
				);
				return { matches, more: false };
			}
			return { ok: true };
		},
		onPush: (listener: (push: unknown) => void) => {
			listeners.add(listener);
			if (script.desk !== null) listener({ kind: "desk", view: script.desk });
			if (script.trusted !== null) listener({ kind: "trusted", view: script.trusted });
			return () => listeners.delete(listener);
		},
	};
	Object.assign(window, { countersign: bridge, scripted });
}
