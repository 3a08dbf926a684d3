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
import { type Message, message } from "../../../core/localized-text.ts";
import type { DeviceCondition, DeviceView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

export interface ConditionStyle {
	readonly icon: LucideIcon;
	readonly tone: "quiet" | "accent" | "caution" | "danger";
	readonly word: Message;
	readonly turns: boolean;
}

const still = (icon: LucideIcon, tone: ConditionStyle["tone"], word: Message): ConditionStyle => ({
	icon,
	tone,
	word,
	turns: false,
});

export const CONDITIONS: Readonly<Record<DeviceCondition, ConditionStyle>> = {
	none: still(Unplug, "quiet", message("trusted.device.conditions.none")),
	looking: {
		icon: LoaderCircle,
		tone: "quiet",
		word: message("trusted.device.conditions.looking"),
		turns: true,
	},
	permission: still(ShieldAlert, "caution", message("trusted.device.conditions.permission")),
	busy: still(AppWindow, "caution", message("trusted.device.conditions.busy")),
	locked: still(Lock, "caution", message("trusted.device.conditions.locked")),
	dashboard: still(LayoutGrid, "caution", message("trusted.device.conditions.dashboard")),
	wrongApp: still(Replace, "caution", message("trusted.device.conditions.wrong-app")),
	appTooOld: still(CircleArrowUp, "caution", message("trusted.device.conditions.app-too-old")),
	stillAsking: still(ScanEye, "caution", message("trusted.device.conditions.still-asking")),
	ready: still(Check, "accent", message("trusted.device.conditions.ready")),
	asking: still(Hand, "accent", message("trusted.device.conditions.asking")),
	failed: still(X, "danger", message("trusted.device.conditions.failed")),
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
