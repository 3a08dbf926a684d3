import type { DeviceFault, DeviceRefusal } from "./protocol.ts";

export type NeededSetting = "blindSigning" | "rawMessages";

/** An error without text for the user. Main writes the text. */
export class DeviceError extends Error {
	override readonly name = "DeviceError";
	readonly fault: DeviceFault;
	readonly status: number | null;
	readonly app: string | null;
	/** Setting that may have to be enabled, or `null`. */
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

/** Faults that leave the outcome of a prompt unknown. */
const LOST: readonly DeviceFault[] = [
	"gone",
	"unplugged",
	"cancelled",
	"timeout",
	"failed",
	"stopped",
	"busy",
];
/** Faults that end a prompt, because the user answered it or the app is malicious. */
const DECIDED: readonly DeviceFault[] = ["rejected", "badAnswer", "status"];

/** @param asked whether the exchange that completes the prompt was sent */
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
