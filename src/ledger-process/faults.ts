import type { DeviceFault, DeviceRefusal } from "./protocol.ts";

export type NeededSetting = "blindSigning" | "rawMessages";

/** Contains only codes. Main writes the text. */
export class DeviceError extends Error {
	override readonly name = "DeviceError";
	readonly fault: DeviceFault;
	readonly status: number | null;
	readonly app: string | null;
	/** Setting that may have to be enabled. `null` if none is needed. */
	readonly setting: NeededSetting | null;

	constructor(
		fault: DeviceFault,
		more: {
			status?: number | null;
			app?: string | null;
			setting?: NeededSetting | null;
			cause?: unknown;
		} = {},
	) {
		super(fault, more.cause === undefined ? undefined : { cause: more.cause });
		this.fault = fault;
		this.status = more.status ?? null;
		this.app = more.app ?? null;
		this.setting = more.setting ?? null;
	}
}

export function deviceErrorOf(error: unknown): DeviceError {
	return error instanceof DeviceError ? error : new DeviceError("failed", { cause: error });
}

/** Faults after which a prompt's outcome is unknown. */
const LOST: readonly DeviceFault[] = [
	"gone",
	"unplugged",
	"cancelled",
	"timeout",
	"failed",
	"stopped",
	"busy",
];
/** Faults that result from the user's answer, or come from a malicious app. */
const DECIDED: readonly DeviceFault[] = ["rejected", "badAnswer", "status"];

/** @param asked whether the end of the prompt was sent */
export function promptOf(fault: DeviceFault, asked: boolean): DeviceRefusal["prompt"] {
	if (fault === "rejected") return "answered";
	if (!asked) return "notAsked";
	if (LOST.includes(fault)) return "unknown";
	return DECIDED.includes(fault) ? "answered" : "notAsked";
}

export function refusalOf(error: unknown, asked: boolean): DeviceRefusal {
	const { fault, status, app } = deviceErrorOf(error);
	return { ok: false, fault, status, app, prompt: promptOf(fault, asked) };
}
