import { CircleCheck, CircleSlash, Clock, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import type { ProgressView } from "../../../ipc/signing.ts";
import { t } from "../../../text/index.ts";
import { endsOnChain } from "../../components/review/sentences.ts";

export interface OutcomeStyle {
	readonly icon: LucideIcon;
	readonly ink: string;
}

export const OUTCOMES: Readonly<Record<ProgressView["outcome"], OutcomeStyle>> = {
	moving: { icon: Clock, ink: "text-accent" },
	stuck: { icon: TriangleAlert, ink: "text-caution" },
	confirmed: { icon: CircleCheck, ink: "text-in" },
	failed: { icon: OctagonX, ink: "text-danger" },
	rejected: { icon: CircleSlash, ink: "text-ink-2" },
	refused: { icon: OctagonX, ink: "text-danger" },
	withdrawn: { icon: CircleSlash, ink: "text-ink-2" },
	expired: { icon: CircleSlash, ink: "text-ink-2" },
	replaced: { icon: CircleSlash, ink: "text-ink-2" },
	unanswered: { icon: TriangleAlert, ink: "text-caution" },
	ended: { icon: CircleSlash, ink: "text-ink-2" },
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
	return t(`trusted.progress.outcomes.${outcome}.title`);
}
