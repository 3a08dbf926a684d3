import type { DeviceFault, DeviceRefusal } from "./protocol.ts";

/** Something did not go as asked. Carries codes only: words are made by main. */
export class DeviceError extends Error {
	override readonly name = "DeviceError";
	readonly fault: DeviceFault;
	/** The device's status word, where it gave one. */
	readonly status: number | null;
	/** The app that answered, where it is known. */
	readonly app: string | null;
	/** What was asked may need blind signing, so that a refusal may mean that the app forbids it. */
	readonly blind: boolean;

	constructor(
		fault: DeviceFault,
		more: { status?: number | null; app?: string | null; blind?: boolean; cause?: unknown } = {},
	) {
		super(fault, more.cause === undefined ? undefined : { cause: more.cause });
		this.fault = fault;
		this.status = more.status ?? null;
		this.app = more.app ?? null;
		this.blind = more.blind ?? false;
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
