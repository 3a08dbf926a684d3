import { useCallback, useState } from "react";
import type { DeskView } from "../../../ipc/windows.ts";
import { NO_OPTIONS, type TurnOptions } from "./turn-options.ts";

/** What is typed but not sent, and what goes along: kept per conversation while the window is open, nowhere else. */

export interface MessageDraft {
	readonly message: string;
	readonly options: TurnOptions;
}

const NONE: MessageDraft = { message: "", options: NO_OPTIONS };
const MAX = 60;
const drafts = new Map<string, MessageDraft>();

/** Another environment or identity sees nothing of this one's. */
export function draftKey({ settings, identity }: DeskView, sessionId: string | null): string {
	return JSON.stringify([settings.baseUrl, identity.who, sessionId]);
}

export function keepDraft(key: string, draft: MessageDraft): void {
	drafts.delete(key);
	drafts.set(key, draft);
	const oldest = drafts.keys().next();
	if (drafts.size > MAX && oldest.done !== true) drafts.delete(oldest.value);
}

/** For a component that is made anew for each key. */
export function useDraft(key: string): readonly [MessageDraft, (change: Partial<MessageDraft>) => void] {
	const [draft, setDraft] = useState(() => drafts.get(key) ?? NONE);
	const change = useCallback(
		(part: Partial<MessageDraft>) =>
			setDraft((held) => {
				const next = { ...held, ...part };
				keepDraft(key, next);
				return next;
			}),
		[key],
	);
	return [draft, change];
}
