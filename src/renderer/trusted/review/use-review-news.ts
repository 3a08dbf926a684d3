import { useEffect, useRef } from "react";
import type { ReviewView } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";
import { arrivalText, type OpinionState } from "../../components/review/sentences.ts";
import { useAnnounce } from "../../state/announcer.tsx";

/**
 * Says what comes to a review while it is read: that it changed, which stands on top and is brought into sight, and
 * that the second opinion has arrived, which comes by itself.
 */
export function useReviewNews(
	{ changed, revision, fingerprint, opinion }: ReviewView,
	toTop: () => void,
): void {
	const announce = useAnnounce();
	const changedCount = changed.length;
	useEffect(() => {
		if (changedCount === 0) return;
		toTop();
		announce(t("trusted.review.review-changed-since-looked-nothing"));
	}, [changedCount, revision, fingerprint, announce, toTop]);

	const opinionBefore = useRef<OpinionState | null>(null);
	const opinionState = opinion?.state ?? null;
	useEffect(() => {
		const text = arrivalText(opinionBefore.current, opinion);
		opinionBefore.current = opinionState;
		if (text !== null) announce(text);
	}, [opinion, opinionState, announce]);
}
