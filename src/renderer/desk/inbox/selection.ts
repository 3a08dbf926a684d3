import { useCallback, useMemo, useState } from "react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";

/** Contains only displayed entries, so no action affects a filtered one. */
export interface Selection {
	readonly ids: ReadonlySet<string>;
	readonly turn: (ids: readonly string[], on: boolean) => void;
	readonly clear: () => void;
}

export function useSelection(waiting: readonly InboxEntryView[]): Selection {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const ids = useMemo(
		() => new Set(waiting.flatMap(({ id }) => (chosen.has(id) ? [id] : []))),
		[waiting, chosen],
	);
	const turn = useCallback((these: readonly string[], on: boolean) => {
		setChosen((held) => {
			const next = new Set(held);
			for (const id of these) {
				if (on) next.add(id);
				else next.delete(id);
			}
			return next;
		});
	}, []);
	const clear = useCallback(() => setChosen(new Set()), []);
	return { ids, turn, clear };
}
