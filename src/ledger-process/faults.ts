import type { DeviceFault, DeviceRefusal } from "./protocol.ts";

/** A setting of the device's app without which it refuses what it can't explain. */
export type NeededSetting = "blindSigning" | "rawMessages";

/** Something did not go as asked. Carries codes only: words are made by main. */
export class DeviceError extends Error {
	override readonly name = "DeviceError";
	readonly fault: DeviceFault;
	/** The device's status word, where it gave one. */
	readonly status: number | null;
	/** The app that answered, where it is known. */
	readonly app: string | null;
	/** The setting that this refusal may mean is off; `null` if what was asked needs none. */
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

/** Whatever was thrown, as a fault. */
export function deviceErrorOf(error: unknown): DeviceError {
	return error instanceof DeviceError ? error : new DeviceError("failed", { cause: error });
}

/** Faults after which nobody knows what became of a question that was on its way. */
const LOST: readonly DeviceFault[] = [
	"gone",
	"unplugged",
	"cancelled",
	"timeout",
	"failed",
	"stopped",
	"busy",
];
/** Faults that a device can only answer after the user, or after an app of ill will, decided. */
const DECIDED: readonly DeviceFault[] = ["rejected", "badAnswer", "status"];

/** What became of the question: `asked` says that its last bytes were on their way. */
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
