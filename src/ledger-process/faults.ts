import type { DeviceFault, DeviceRefusal } from "./protocol.ts";

/** App setting required to sign what the app can't explain. */
export type NeededSetting = "blindSigning" | "rawMessages";

/** Device error with codes only; main composes the text. */
export class DeviceError extends Error {
	override readonly name = "DeviceError";
	readonly fault: DeviceFault;
	/** Status word of the device, if any. */
	readonly status: number | null;
	/** App that answered, if known. */
	readonly app: string | null;
	/** Setting that this refusal may require; `null` if the request needs none. */
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

/** Converts any thrown value to a device error. */
export function deviceErrorOf(error: unknown): DeviceError {
	return error instanceof DeviceError ? error : new DeviceError("failed", { cause: error });
}

/** Faults that leave the outcome of a sent prompt unknown. */
const LOST: readonly DeviceFault[] = [
	"gone",
	"unplugged",
	"cancelled",
	"timeout",
	"failed",
	"stopped",
	"busy",
];
/** Faults that follow a decision of the user or of a malicious app. */
const DECIDED: readonly DeviceFault[] = ["rejected", "badAnswer", "status"];

/** Returns the outcome of the prompt. `asked`: its last bytes were sent. */
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
