import { useEffect, useState } from "react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { ReviewPreview } from "../../../ipc/review.ts";
import { useDesk } from "../../state/desk.tsx";

/** Delay in ms, so that moving through the list only queries the last entry. */
const SETTLE_MS = 120;

/** Changes when the row's facts do, which reloads the preview. */
const keyOf = ({ id, match, findings, worst, cents, expiresAt }: InboxEntryView): string =>
	JSON.stringify([id, match, findings, worst, cents, expiresAt]);

export type PreviewState =
	| { readonly state: "reading" | "closed" }
	| { readonly state: "read"; readonly of: ReviewPreview };

/** Preview of the focused request; the last one stays until reloaded. */
export function usePreview(entry: InboxEntryView): PreviewState {
	const { bridge } = useDesk();
	const [preview, setPreview] = useState<PreviewState>({ state: "reading" });
	const key = keyOf(entry);
	const { id } = entry;
	useEffect(() => {
		let isLatest = true;
		const read = async () => {
			const of = await bridge.call("previewReview", { entryId: id }).catch(() => null);
			if (isLatest) setPreview(of === null ? { state: "closed" } : { state: "read", of });
		};
		const timer = setTimeout(() => void read(), SETTLE_MS);
		return () => {
			isLatest = false;
			clearTimeout(timer);
		};
	}, [bridge, id, key]);
	// A preview of another request is never shown.
	return preview.state === "read" && preview.of.entryId !== id ? { state: "reading" } : preview;
}
