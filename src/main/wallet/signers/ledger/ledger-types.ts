import type {
	DeviceApp,
	DeviceFault,
	DeviceInspection,
	DevicePayload,
	DeviceStage,
	LedgerResult,
	PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { LedgerAccountSetting } from "../../../settings-schema.ts";

export type LedgerAccount = LedgerAccountSetting;

export interface DeviceCall<Answer> {
	readonly answer: Promise<Answer>;
	readonly cancel: () => void;
}

/**
 * Starts the device process on the first call and again after it exits. Calls never reject. Each device
 * handles one call at a time.
 */
export interface LedgerClient {
	devices(): Promise<LedgerResult<"devices">>;
	inspect(deviceId: string): Promise<LedgerResult<"inspect">>;
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
	stop(): Promise<void>;
}

export type LedgerCall<Name extends keyof LedgerClient> = Parameters<LedgerClient[Name]>;

export type DeviceStatus =
	| { readonly kind: "unknown" }
	| { readonly kind: "open"; readonly inspection: DeviceInspection }
	| { readonly kind: "fault"; readonly fault: DeviceFault; readonly status: number | null }
	| { readonly kind: "asking"; readonly inspection: DeviceInspection | null }
	/** The device is being read without a prompt. */
	| { readonly kind: "reading"; readonly inspection: DeviceInspection | null };

export interface DeviceState extends PluggedDevice {
	readonly status: DeviceStatus;
}

export interface DeviceActivity {
	readonly account: LedgerAccount;
	readonly stage: DeviceStage;
	readonly device: PluggedDevice;
	readonly fingerprint: string;
	readonly place: number;
}
