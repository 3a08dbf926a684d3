import { useRef } from "react";
import type { DeviceCondition } from "../../../ipc/wallet.ts";

export interface FollowedStatus {
	readonly text: string | null;
	readonly trouble: DeviceCondition | null;
	/** True once the device's condition has changed. */
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

/** Returns `null` once the text is outdated: "it is locked" must disappear after unlocking. */
export function useCurrent(text: string | null, condition: DeviceCondition | null): string | null {
	const last = useRef(NO_STATUS);
	last.current = follow(last.current, text, condition);
	return last.current.ended ? null : text;
}
