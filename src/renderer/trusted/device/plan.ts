import type { DevicePageView, DevicePlanView, DeviceReviewView, DeviceSight } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

export type ScreenShape = "cell" | "row" | "scroll";

const CELL = 90;
const ROW = 400;

export function roomOf(page: DevicePageView): ScreenShape {
	if (page.text.length > ROW || page.text.split("\n").length > 8) return "scroll";
	return page.text.length > CELL ? "row" : "cell";
}

const WORST: readonly DeviceSight[] = ["impossible", "blind", "members", "clear"];

export function worstSight(plans: readonly Pick<DevicePlanView, "sight">[]): DeviceSight | null {
	return WORST.find((sight) => plans.some((plan) => plan.sight === sight)) ?? null;
}

export function sightLine(device: Pick<DeviceReviewView, "plans">): string {
	const sight = worstSight(device.plans);
	if (sight === null) return t("trusted.device.unknown");
	return sight === "impossible"
		? t("trusted.device.ledger-cant-sign")
		: t(`trusted.device.sights.${sight}.title`);
}

export function groupTitle(at: number, of: number, headline: string | null): string | null {
	if (of <= 1) return null;
	return headline === null ? t("ui.of", { at, of }) : t("trusted.device.of.headline", { at, of, headline });
}
