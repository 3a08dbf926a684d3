import { useEffect, useState } from "react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { ReviewPreview } from "../../../ipc/review.ts";
import { useDesk } from "../../state/desk.tsx";

/** Delay before a preview is loaded. While the user moves through the list, only the last entry is loaded. */
const SETTLE_MS = 120;

/** Identifies the content of a row. The preview is reloaded when it changes. */
const keyOf = ({ id, match, findings, worst, cents, expiresAt }: InboxEntryView): string =>
	JSON.stringify([id, match, findings, worst, cents, expiresAt]);

export type PreviewState =
	| { readonly state: "reading" | "closed" }
	| { readonly state: "read"; readonly of: ReviewPreview };

/** Keeps showing the previous preview until the new one has loaded. */
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
	// Never shows the preview of another request.
	return preview.state === "read" && preview.of.entryId !== id ? { state: "reading" } : preview;
}
