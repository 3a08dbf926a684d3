import { useEffect, useState } from "react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { ReviewPreview } from "../../../ipc/review.ts";
import { useDesk } from "../../state/desk.tsx";

/** Delay before loading, so moving through the list loads only the final entry. */
const SETTLE_MS = 120;

/** The preview is reloaded when the row changes. */
const keyOf = ({ id, match, findings, worst, cents, expiresAt }: InboxEntryView): string =>
	JSON.stringify([id, match, findings, worst, cents, expiresAt]);

export type PreviewState =
	| { readonly state: "reading" | "closed" }
	| { readonly state: "read"; readonly of: ReviewPreview };

/** Keeps the previous preview until the new one is loaded. */
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
	// A preview of a different request must not be shown.
	return preview.state === "read" && preview.of.entryId !== id ? { state: "reading" } : preview;
}
