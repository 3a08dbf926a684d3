import {
	AppWindow,
	Check,
	CircleArrowUp,
	Hand,
	LayoutGrid,
	LoaderCircle,
	Lock,
	type LucideIcon,
	Replace,
	ScanEye,
	ShieldAlert,
	Unplug,
	X,
} from "lucide-react";
import { useRef } from "react";
import type { DeviceCondition, DeviceView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

export interface ConditionStyle {
	readonly icon: LucideIcon;
	readonly tone: "quiet" | "accent" | "caution" | "danger";

	readonly turns: boolean;
}

const still = (icon: LucideIcon, tone: ConditionStyle["tone"]): ConditionStyle => ({
	icon,
	tone,
	turns: false,
});

export const CONDITIONS: Readonly<Record<DeviceCondition, ConditionStyle>> = {
	none: still(Unplug, "quiet"),
	looking: { icon: LoaderCircle, tone: "quiet", turns: true },
	permission: still(ShieldAlert, "caution"),
	busy: still(AppWindow, "caution"),
	locked: still(Lock, "caution"),
	dashboard: still(LayoutGrid, "caution"),
	wrongApp: still(Replace, "caution"),
	appTooOld: still(CircleArrowUp, "caution"),
	stillAsking: still(ScanEye, "caution"),
	ready: still(Check, "accent"),
	asking: still(Hand, "accent"),
	failed: still(X, "danger"),
};

export function appText(app: DeviceView["app"]): string | null {
	if (app === null) return null;
	const name = app.version === "" ? app.name : `${app.name} ${app.version}`;
	return app.blindSigning === null
		? name
		: t("trusted.device.app.blind-signing", {
				name,
				blindSigning: app.blindSigning ? "yes" : "no",
			});
}

/** A view without an ID represents a missing device. */
export function isThere(device: Pick<DeviceView, "id">): boolean {
	return device.id !== "";
}

export function modelName(model: string): string {
	return model === "" ? t("ui.ledger") : model;
}

interface FollowedStatus {
	readonly text: string | null;
	readonly trouble: DeviceCondition | null;
	/** Whether the device is no longer in the condition `trouble`. */
	readonly ended: boolean;
}

export const NO_STATUS: FollowedStatus = { text: null, trouble: null, ended: false };

const PASSING: ReadonlySet<DeviceCondition> = new Set(["asking", "looking"]);

export function follow(
	before: FollowedStatus,
	text: string | null,
	condition: DeviceCondition | null,
): FollowedStatus {
	const next = text === before.text ? before : { ...NO_STATUS, text };
	if (text === null || next.ended || condition === null || PASSING.has(condition)) return next;
	if (next.trouble !== null) return condition === next.trouble ? next : { ...next, ended: true };
	return condition === "ready" ? next : { ...next, trouble: condition };
}

/**
 * Returns `null` once the text is outdated. For example, "it is locked" must disappear after the device is
 * unlocked.
 */
export function useCurrent(text: string | null, condition: DeviceCondition | null): string | null {
	const last = useRef(NO_STATUS);
	last.current = follow(last.current, text, condition);
	return last.current.ended ? null : text;
}
