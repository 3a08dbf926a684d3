import { applyDeskPush } from "../ipc/apply-push.ts";
import type { DeskPush } from "../ipc/windows.ts";

/** Merges later patches into the first full push. */
export function deskSnapshot(held: unknown, push: unknown): unknown {
	const view = applyDeskPush((held as (DeskPush & { kind: "desk" }) | null)?.view ?? null, push as DeskPush);
	return view === null ? null : { kind: "desk", view };
}
