import type { ChainFamily } from "../service-api/action.ts";
import { DeviceError, type NeededSetting } from "./faults.ts";
import { APP_OF, type DeviceFault, type DeviceInspection, isDashboard, isTooOld } from "./protocol.ts";

export type DeviceOperation = "look" | "openApp" | "address" | "sign";

/**
 * Sources: the secure SDK's status_words.h and os.h, apdu_constants.h (Ethereum), apdu.h (Solana), and
 * LedgerJS for the dashboard.
 */
const ANYWHERE: Readonly<Record<number, DeviceFault>> = {
	21761: "rejected",
	27013: "rejected",
	21781: "locked",
	26628: "locked",
	27404: "locked",
	27010: "locked",
	28420: "locked",
	21251: "locked",
	25873: "dashboard",
	27157: "wrongApp",
	27904: "wrongApp",
	27906: "wrongApp",
	28160: "wrongApp",
	28161: "wrongApp",
	25871: "wrongApp",
	37148: "wrongApp",
	25857: "unsupported",
};

/** The dashboard's responses to a request to open an app. */
const OPENING: Readonly<Record<number, DeviceFault>> = {
	20771: "noApp",
	26631: "noApp",
	26378: "noApp",
	27012: "noApp",
	27266: "noApp",
	27267: "noApp",
	27904: "unsupported",
	27906: "unsupported",
	28160: "unsupported",
	28161: "unsupported",
};

const FOREIGN: Readonly<Record<ChainFamily, Readonly<Record<number, DeviceFault>>>> = {
	evm: { 27267: "wrongApp" },
	svm: { 26632: "blindSigningOff" },
};

const SETTING_OFF: Readonly<Record<NeededSetting, DeviceFault>> = {
	blindSigning: "blindSigningOff",
	rawMessages: "rawMessagesOff",
};

export function meaning(
	error: DeviceError,
	asked: DeviceOperation,
	family: ChainFamily | null,
	look: DeviceInspection | null,
): DeviceError {
	const { status } = error;
	if (error.fault !== "status" || status === null) return error;
	const app = look?.app ?? null;
	const as = (fault: DeviceFault) => new DeviceError(fault, { status, app, cause: error });
	if (asked === "openApp") return as(OPENING[status] ?? ANYWHERE[status] ?? "status");
	// The setting can't be the reason if the device last reported it on. It may have changed since for
	// others.
	const mayBlind = family === null || look?.app !== APP_OF[family] || look.blindSigning !== true;
	if (error.setting !== null) return as(mayBlind ? SETTING_OFF[error.setting] : "status");
	const foreign = family === null ? undefined : FOREIGN[family][status];
	return as(foreign ?? ANYWHERE[status] ?? "status");
}

export const wantsApp = (fault: DeviceFault) => fault === "wrongApp" || fault === "dashboard";

/** Corrects `wrongApp` after the device reported its open app. */
export function corrected(error: DeviceError, family: ChainFamily, look: DeviceInspection): DeviceError {
	const as = (fault: DeviceFault) =>
		new DeviceError(fault, { status: error.status, app: look.app, cause: error });
	const wanted = APP_OF[family];
	if (isDashboard(look.app)) return as("dashboard");
	if (look.app !== wanted) return as("wrongApp");
	if (isTooOld(wanted, look.version)) return as("appTooOld");
	// The right app in a supported version can't do this.
	return as(error.status === 0x6d00 || error.status === 0x911c ? "unsupported" : "status");
}
