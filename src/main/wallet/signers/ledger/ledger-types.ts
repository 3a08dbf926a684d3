import type {
	DeviceApp,
	DeviceFault,
	DeviceLook,
	DevicePayload,
	DeviceStage,
	LedgerResult,
	PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { LedgerAccountSetting } from "../../../ports.ts";

/** An account whose key never leaves a Ledger. */
export type LedgerAccount = LedgerAccountSetting;

/** A question on its way to a device. */
export interface DeviceCall<Answer> {
	readonly answer: Promise<Answer>;
	/** Gives up waiting; `answer` then comes soon, as a refusal (`cancelled`). */
	readonly cancel: () => void;
}

/**
 * The device process as main sees it. It is started by the first call, and again after its end; no call rejects.
 * One call at a time reaches a device; others wait in order.
 */
export interface LedgerClient {
	devices(): Promise<LedgerResult<"devices">>;
	look(deviceId: string): Promise<LedgerResult<"look">>;
	openApp(deviceId: string, app: DeviceApp): DeviceCall<LedgerResult<"openApp">>;
	addresses(
		deviceId: string,
		family: ChainFamily,
		paths: readonly string[],
	): DeviceCall<LedgerResult<"addresses">>;
	showAddress(deviceId: string, family: ChainFamily, path: string): DeviceCall<LedgerResult<"showAddress">>;
	prepare(deviceId: string, account: LedgerAccount): Promise<LedgerResult<"prepare">>;
	sign(
		deviceId: string,
		account: LedgerAccount,
		payload: DevicePayload,
		onStage: (stage: DeviceStage) => void,
	): DeviceCall<LedgerResult<"sign">>;
	/** Ends the process, and with it any open question. */
	stop(): Promise<void>;
}

/** How a plugged device stands, as last looked at. */
export type DeviceStatus =
	/** Not looked at yet. */
	| { readonly kind: "unknown" }
	/** An app is open, or the dashboard. */
	| { readonly kind: "open"; readonly look: DeviceLook }
	/** It could not be asked. */
	| { readonly kind: "fault"; readonly fault: DeviceFault; readonly status: number | null }
	/** The user is being asked something by us. */
	| { readonly kind: "asking"; readonly look: DeviceLook | null }
	/** We read from it what it tells by itself: nothing is shown there. */
	| { readonly kind: "reading"; readonly look: DeviceLook | null };

export interface DeviceState extends PluggedDevice {
	readonly status: DeviceStatus;
}

/** The open question at a Ledger. */
export interface DeviceActivity {
	readonly account: LedgerAccount;
	readonly stage: DeviceStage;
	readonly device: PluggedDevice;
	/** Fingerprint of the review being signed. */
	readonly fingerprint: string;
	readonly place: number;
}
