import type { RejectionView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";

/** Shows at least one second while undoing is possible. */
const secondsLeft = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1000));

/** @param now main's clock, Unix ms */
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
