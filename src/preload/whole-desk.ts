import { heldDesk } from "../ipc/held.ts";
import type { DeskPush } from "../ipc/windows.ts";

/** The desk as main told it last, as one push: patches that came since are in it. Pushes are main's own. */
export function wholeDesk(held: unknown, push: unknown): unknown {
	const view = heldDesk((held as (DeskPush & { kind: "desk" }) | null)?.view ?? null, push as DeskPush);
	return view === null ? null : { kind: "desk", view };
}
