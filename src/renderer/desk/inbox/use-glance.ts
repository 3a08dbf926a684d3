import { useEffect, useState } from "react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { GlanceView } from "../../../ipc/review.ts";
import { useDesk } from "../../state/desk.tsx";

/** Whoever runs down the list asks main for the last one alone, in ms. */
const SETTLE_MS = 120;

/** What the row says of it has changed: it is read anew. */
const keyOf = ({ id, match, findings, worst, cents, expiresAt }: InboxEntryView): string =>
	JSON.stringify([id, match, findings, worst, cents, expiresAt]);

export type GlanceReading =
	| { readonly state: "reading" | "gone" }
	| { readonly state: "read"; readonly of: GlanceView };

/** The review of the request that is focused, for reading; what was read of it stays until it is read anew. */
export function useGlance(entry: InboxEntryView): GlanceReading {
	const { bridge } = useDesk();
	const [glance, setGlance] = useState<GlanceReading>({ state: "reading" });
	const key = keyOf(entry);
	const { id } = entry;
	useEffect(() => {
		let isLatest = true;
		const read = async () => {
			const of = await bridge.call("glance", { entryId: id }).catch(() => null);
			if (isLatest) setGlance(of === null ? { state: "gone" } : { state: "read", of });
		};
		const timer = setTimeout(() => void read(), SETTLE_MS);
		return () => {
			isLatest = false;
			clearTimeout(timer);
		};
	}, [bridge, id, key]);
	// One that was read of another request is none of this.
	return glance.state === "read" && glance.of.entryId !== id ? { state: "reading" } : glance;
}
