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
import { type Message, message } from "../../../core/message.ts";
import type { DeviceCondition, DeviceView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";

export interface ConditionLook {
	readonly icon: LucideIcon;
	readonly tone: "quiet" | "accent" | "caution" | "danger";
	/** A short word beside the icon; the whole sentence comes from main. */
	readonly word: Message;
	/** The icon turns: something is under way. */
	readonly turns: boolean;
}

const still = (icon: LucideIcon, tone: ConditionLook["tone"], word: Message): ConditionLook => ({
	icon,
	tone,
	word,
	turns: false,
});

/** How each condition looks. Caution is for what the user has to do something about. */
export const CONDITIONS: Readonly<Record<DeviceCondition, ConditionLook>> = {
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

/** "Ethereum 1.22.0, blind signing off"; null where no app is known. */
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

/** Something is plugged in: a view without an id only says that nothing is. */
export function isThere(device: Pick<DeviceView, "id">): boolean {
	return device.id !== "";
}

/** What each person calls it; something is always said. */
export function modelName(model: string): string {
	return model === "" ? t("trusted.device.ledger") : model;
}
