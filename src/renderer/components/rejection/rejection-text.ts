import type { RejectionView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";

/** Returns whole seconds until sending, at least one while it can be undone. */
const secondsLeft = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1000));

/**
 * Returns a rejection's state in one sentence.
 * @param now main's clock, Unix ms
 */
export function rejectionText(rejection: RejectionView, now: number): string {
	const { state, until, text, entryIds } = rejection;
	const count = entryIds.length;
	switch (state) {
		case "held":
			return until === null
				? t("rejection.sending", { count })
				: t("rejection.held", { seconds: secondsLeft(until, now) });
		case "sending":
			return t("rejection.sending", { count });
		case "arrived":
			return t("rejection.arrived");
		case "changed":
		case "failed":
			return text === null ? t("rejection.failed") : textOf(text);
	}
}
