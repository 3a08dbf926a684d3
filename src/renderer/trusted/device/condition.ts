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

/** A view without an id represents a missing device. */
export function isThere(device: Pick<DeviceView, "id">): boolean {
	return device.id !== "";
}

export function modelName(model: string): string {
	return model === "" ? t("trusted.device.ledger") : model;
}
