import { CircleCheck, CircleSlash, Clock, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { endsOnChain } from "../../components/review/sentences.ts";

export interface OutcomeStyle {
	readonly title: Message;
	readonly icon: LucideIcon;
	readonly ink: string;
}

export const OUTCOMES: Readonly<Record<ProgressView["outcome"], OutcomeStyle>> = {
	moving: { title: message("trusted.progress.outcomes.moving.title"), icon: Clock, ink: "text-accent" },
	stuck: {
		title: message("trusted.progress.outcomes.stuck.title"),
		icon: TriangleAlert,
		ink: "text-caution",
	},
	confirmed: {
		title: message("trusted.progress.outcomes.confirmed.title"),
		icon: CircleCheck,
		ink: "text-in",
	},
	failed: { title: message("trusted.progress.outcomes.failed.title"), icon: OctagonX, ink: "text-danger" },
	rejected: {
		title: message("trusted.progress.outcomes.rejected.title"),
		icon: CircleSlash,
		ink: "text-ink-2",
	},
	refused: { title: message("trusted.progress.outcomes.refused.title"), icon: OctagonX, ink: "text-danger" },
	withdrawn: {
		title: message("trusted.progress.outcomes.withdrawn.title"),
		icon: CircleSlash,
		ink: "text-ink-2",
	},
	expired: {
		title: message("trusted.progress.outcomes.expired.title"),
		icon: CircleSlash,
		ink: "text-ink-2",
	},
	replaced: {
		title: message("trusted.progress.outcomes.replaced.title"),
		icon: CircleSlash,
		ink: "text-ink-2",
	},
	unanswered: {
		title: message("trusted.progress.outcomes.unanswered.title"),
		icon: TriangleAlert,
		ink: "text-caution",
	},
	ended: { title: message("trusted.progress.outcomes.ended.title"), icon: CircleSlash, ink: "text-ink-2" },
};

export const isOpen = ({ outcome }: Pick<ProgressView, "outcome">): boolean =>
	outcome === "moving" || outcome === "stuck";

/** While the request is waiting for the device, nothing is pending or stuck. */
export const waitsForDevice = (progress: Pick<ProgressView, "outcome" | "device">): boolean =>
	progress.device !== null && isOpen(progress);

/** The outcome of a plain signature is "answered", because no chain confirms it. */
export function outcomeTitle(
	progress: Pick<
		ProgressView,
		"outcome" | "steps" | "device" | "canWithdraw" | "offline" | "fundsMayHaveMoved" | "network"
	>,
): string {
	const { outcome, steps, network } = progress;
	if (waitsForDevice(progress)) return t("trusted.progress.waiting-ledger");
	if (outcome === "confirmed" && !endsOnChain(steps)) return t("trusted.progress.answered");
	if (progress.offline) return t("trusted.progress.offline");
	if (outcome === "stuck" && progress.canWithdraw && !progress.fundsMayHaveMoved)
		return t("trusted.progress.not-signed-yet");
	if (outcome === "moving" && progress.fundsMayHaveMoved && network !== null && endsOnChain(steps))
		return t("trusted.progress.waiting-for", { network });
	return textOf(OUTCOMES[outcome].title);
}
