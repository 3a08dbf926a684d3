import { useRef } from "react";
import type { DeviceCondition } from "../../../ipc/wallet.ts";

/** What was said of a device, and the trouble in which it was since. */
export interface DeviceStatus {
	readonly words: string | null;
	readonly trouble: DeviceCondition | null;
	/** The device stands otherwise by now: the words are of the past. */
	readonly over: boolean;
}

export const NOTHING_SAID: DeviceStatus = { words: null, trouble: null, over: false };

const PASSING: ReadonlySet<DeviceCondition> = new Set(["asking", "looking"]);

/** Follows how a device stands after something was said of it. */
export function follow(
	before: DeviceStatus,
	words: string | null,
	condition: DeviceCondition | null,
): DeviceStatus {
	const said = words === before.words ? before : { ...NOTHING_SAID, words };
	if (words === null || said.over || condition === null || PASSING.has(condition)) return said;
	if (said.trouble !== null) return condition === said.trouble ? said : { ...said, over: true };
	return condition === "ready" ? said : { ...said, trouble: condition };
}

/** The words while they are true of the device: "it is locked" is not said of one that was unlocked since. */
export function useCurrent(words: string | null, condition: DeviceCondition | null): string | null {
	const said = useRef(NOTHING_SAID);
	said.current = follow(said.current, words, condition);
	return said.current.over ? null : words;
}
