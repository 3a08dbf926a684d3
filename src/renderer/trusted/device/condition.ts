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
	ShieldAlert,
	Unplug,
	X,
} from "lucide-react";
import type { DeviceCondition, DeviceView } from "../../../bridge/device-views.ts";

export interface ConditionLook {
	readonly icon: LucideIcon;
	readonly tone: "quiet" | "accent" | "caution" | "danger";
	/** A short word beside the icon; the whole sentence comes from main. */
	readonly word: string;
	/** The icon turns: something is under way. */
	readonly turns: boolean;
}

const still = (icon: LucideIcon, tone: ConditionLook["tone"], word: string): ConditionLook => ({
	icon,
	tone,
	word,
	turns: false,
});

/** How each condition looks. Caution is for what the person has to do something about. */
export const CONDITIONS: Readonly<Record<DeviceCondition, ConditionLook>> = {
	none: still(Unplug, "quiet", "not connected"),
	looking: { icon: LoaderCircle, tone: "quiet", word: "looking", turns: true },
	permission: still(ShieldAlert, "caution", "no permission"),
	busy: still(AppWindow, "caution", "in use elsewhere"),
	locked: still(Lock, "caution", "locked"),
	dashboard: still(LayoutGrid, "caution", "no app open"),
	wrongApp: still(Replace, "caution", "another app open"),
	appTooOld: still(CircleArrowUp, "caution", "app too old"),
	ready: still(Check, "accent", "ready"),
	asking: still(Hand, "accent", "asks you"),
	failed: still(X, "danger", "failed"),
};

/** "Ethereum 1.22.0, blind signing off"; null where no app is known. */
export function appWords(app: DeviceView["app"]): string | null {
	if (app === null) return null;
	const name = app.version === "" ? app.name : `${app.name} ${app.version}`;
	return app.blindSigning === null ? name : `${name}, blind signing ${app.blindSigning ? "on" : "off"}`;
}

/** Something is plugged in: a view without an id only says that nothing is. */
export function isThere(device: Pick<DeviceView, "id">): boolean {
	return device.id !== "";
}

/** What each person calls it; something is always said. */
export function modelName(model: string): string {
	return model === "" ? "Ledger" : model;
}
