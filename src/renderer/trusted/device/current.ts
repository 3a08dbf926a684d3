import { useRef } from "react";
import type { DeviceCondition } from "../../../ipc/wallet.ts";

/** What was said of a device, and the trouble in which it was since. */
export interface FollowedStatus {
	readonly text: string | null;
	readonly trouble: DeviceCondition | null;
	/** The device stands otherwise by now: the words are of the past. */
	readonly over: boolean;
}

export const NO_STATUS: FollowedStatus = { text: null, trouble: null, over: false };

const PASSING: ReadonlySet<DeviceCondition> = new Set(["asking", "looking"]);

/** Follows how a device stands after something was said of it. */
export function follow(
	before: FollowedStatus,
	text: string | null,
	condition: DeviceCondition | null,
): FollowedStatus {
	const next = text === before.text ? before : { ...NO_STATUS, text };
	if (text === null || next.over || condition === null || PASSING.has(condition)) return next;
	if (next.trouble !== null) return condition === next.trouble ? next : { ...next, over: true };
	return condition === "ready" ? next : { ...next, trouble: condition };
}

/** The words while they are true of the device: "it is locked" is not said of one that was unlocked since. */
export function useCurrent(text: string | null, condition: DeviceCondition | null): string | null {
	const last = useRef(NO_STATUS);
	last.current = follow(last.current, text, condition);
	return last.current.over ? null : text;
}
