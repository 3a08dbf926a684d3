import type { Message } from "../../../../core/message.ts";
import type {
	DeviceApp,
	DeviceFault,
	DeviceLook,
	DevicePayload,
	DeviceStage,
	DeviceTransport,
	LedgerResult,
	PluggedDevice,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { Clock, LedgerAccountSetting, ProcessChannel } from "../../../ports.ts";
import type { Signer } from "../signer.ts";

/** An account whose key never leaves a Ledger. */
export type LedgerAccount = LedgerAccountSetting;

export interface LedgerClientParts {
	/** Starts a device process. */
	readonly fork: () => ProcessChannel;
	readonly transport: DeviceTransport;
	readonly clock: Clock;
	/** Random bytes of a good source: the process's token is made of them. */
	readonly random: (length: number) => Uint8Array;
	readonly log: (line: string) => void;
}

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
	readonly openApp: (deviceId: string, app: DeviceApp) => DeviceCall<LedgerResult<"openApp">>;
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
	/** Ends the process, and with it whatever is being asked. */
	readonly stop: () => Promise<void>;
}

/** How a plugged device stands, as last looked at. */
export type DeviceStanding =
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
	readonly standing: DeviceStanding;
}

/** Devices as they come and go, looked at only while somebody wants to know: other programs want them too. */
export interface DeviceWatch {
	/** As last seen; empty until somebody wanted to know. */
	devices(): readonly DeviceState[];
	/** The list could not be read at all: why, for a user; null where it could. */
	fault(): Message | null;
	/** Called after each change. Returns what ends it. */
	onChange(listener: () => void): () => void;
	/** Looks from now on, until the returned function is called. */
	want(): () => void;
	/** Looks again at once. */
	refresh(): Promise<void>;
	/** While a device is asked or read it is not looked at. Returns what ends it. */
	asking(deviceId: string, kind?: "asking" | "reading"): () => void;
	stop(): void;
}

/** What a Ledger is being asked for an account, while it is. */
export interface DeviceActivity {
	readonly account: LedgerAccount;
	readonly stage: DeviceStage;
	readonly device: PluggedDevice;
	/** Of the review that is being signed. */
	readonly fingerprint: string;
	readonly place: number;
}

/** Accounts whose keys a Ledger holds. */
export interface LedgerSigner extends Signer {
	readonly kind: "ledger";
	/** What is being asked of a device right now; null where nothing is. */
	activity(): DeviceActivity | null;
	/** Gives up the question that is being asked; the device's screen has to be cleared on the device. */
	readonly cancel: () => void;
	/** Called after each change of `activity()`. Returns what ends it. */
	onActivity(listener: () => void): () => void;
}
