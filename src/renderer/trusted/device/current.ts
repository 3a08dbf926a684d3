import { useRef } from "react";
import type { DeviceCondition } from "../../../ipc/wallet.ts";

/** What was said of a device, and the trouble in which it was since. */
export interface DeviceStatus {
	readonly text: string | null;
	readonly trouble: DeviceCondition | null;
	/** The device stands otherwise by now: the words are of the past. */
	readonly over: boolean;
}

export const NOTHING_SAID: DeviceStatus = { text: null, trouble: null, over: false };

const PASSING: ReadonlySet<DeviceCondition> = new Set(["asking", "looking"]);

/** Follows how a device stands after something was said of it. */
export function follow(
	before: DeviceStatus,
	text: string | null,
	condition: DeviceCondition | null,
): DeviceStatus {
	const said = text === before.text ? before : { ...NOTHING_SAID, text };
	if (text === null || said.over || condition === null || PASSING.has(condition)) return said;
	if (said.trouble !== null) return condition === said.trouble ? said : { ...said, over: true };
	return condition === "ready" ? said : { ...said, trouble: condition };
}

/** The words while they are true of the device: "it is locked" is not said of one that was unlocked since. */
export function useCurrent(text: string | null, condition: DeviceCondition | null): string | null {
	const said = useRef(NOTHING_SAID);
	said.current = follow(said.current, text, condition);
	return said.current.over ? null : text;
}
