import type { ChainFamily } from "../../contract/action.ts";
import {
	APP_OF,
	type DeviceFault,
	type DeviceRefusal,
	isDashboard,
	isTooOld,
	OLDEST,
} from "../../ledger/protocol.ts";
import type { DeviceState } from "./ledger-types.ts";

/** Every fault and status word of a Ledger as sentences: what happened, what it means for funds, what to do next. */

/** What was being done: words differ by what a person expected. */
export interface DeviceContext {
	readonly doing: "looking" | "opening" | "reading" | "showing" | "signing";
	/** Whose app was needed; null where none was. */
	readonly family: ChainFamily | null;
	/** "Ledger Nano X"; null where it is not known. */
	readonly model: string | null;
}

/** What became of funds, for whoever asked for a signature. */
const SAFE = "Nothing was signed or sent.";
const UNSENT = "Nothing was sent, and no funds moved by this.";

/** A person's next step with a question that may still stand on the device. */
const CLEAR =
	"If the device still shows the request, reject it there. Approve again here when you want to sign it.";

/** What an app's or the dashboard's status words say, and what to do. `NAME` is the app's name. */
const STATUS_WORDS: ReadonlyMap<number, string> = new Map([
	[0x5102, "The device has no space left. Remove an app that you don't need in Ledger Wallet and try again."],
	[0x5123, "The device does not know this app. Install it with Ledger Wallet and try again."],
	[0x5303, "The device is locked. Enter its PIN and try again."],
	[0x5419, "The device could not make a key. Restart it and try again."],
	[0x541a, "The device failed at its own cryptography. Restart it and try again."],
	[0x5501, "You said no on the device. Ask again when you want to."],
	[0x5502, "The device has no PIN yet. Set it up with Ledger Wallet and try again."],
	[0x5515, "The device is locked. Enter its PIN and try again."],
	[0x6001, "The NAME app did not expect this now. Close the app on the device, open it again and try again."],
	[0x650f, "The open app does not know the request. Open the NAME app on the device and try again."],
	[
		0x6501,
		"The NAME app does not know this type of transaction. Update the app in Ledger Wallet, or use another account.",
	],
	[0x6502, "The NAME app can't show this chain's number. Update the app in Ledger Wallet and try again."],
	[0x6511, "No app is open on the device. Open the NAME app and try again."],
	[0x6611, "The device is not set up yet. Set it up with Ledger Wallet and try again."],
	[0x662f, "The device is in recovery mode. Restart it with Ledger Wallet and try again."],
	[
		0x6700,
		"The NAME app found the request too long or too short. Update the app in Ledger Wallet and try again.",
	],
	[0x670a, "The device did not accept the app's name. Open the NAME app on the device yourself."],
	[0x6733, "The device found a length in the request wrong. Update the app in Ledger Wallet and try again."],
	[0x6800, "The NAME app failed by itself. Close the app on the device, open it again and try again."],
	[0x6801, "The NAME app failed by itself. Close the app on the device, open it again and try again."],
	[0x6802, "The NAME app found a part of the request invalid. It can't sign this."],
	[0x6803, "The request is too long for the NAME app. It can't sign this."],
	[0x6804, "The device is locked. Enter its PIN and try again."],
	[0x6805, "The NAME app found damage in the request. Plug the device in again and try again."],
	[0x6806, "The NAME app found damage in the request. Plug the device in again and try again."],
	[0x6807, "The device does not have this app. Install it with Ledger Wallet and try again."],
	[
		0x6808,
		"The NAME app can't show what this does, and its settings forbid to sign it unseen. Allow blind signing in the app's settings if you want to sign it.",
	],
	[0x6809, "The NAME app did not expect this now. Close the app on the device, open it again and try again."],
	[0x6810, "The NAME app waited too long. Try again."],
	[0x6811, "The NAME app failed by itself. Close the app on the device, open it again and try again."],
	[0x6812, "The NAME app was closed. Open it again and try again."],
	[0x6813, "The request is too long for the NAME app. It can't sign this."],
	[0x6814, "The NAME app could not read the request. Plug the device in again and try again."],
	[0x6815, "The NAME app did not expect this now. Close the app on the device, open it again and try again."],
	[0x6816, "The NAME app was interrupted. Open it again and try again."],
	[0x6817, "The NAME app failed by itself. Close the app on the device, open it again and try again."],
	[0x6818, "The NAME app failed by itself. Close the app on the device, open it again and try again."],
	[0x6819, "The NAME app has too little memory for this. It can't sign it."],
	[0x6982, "The device is locked, or does not allow this. Enter its PIN and try again."],
	[
		0x6983,
		"The NAME app found the request too long or too short. Update the app in Ledger Wallet and try again.",
	],
	[
		0x6984,
		"The NAME app lacks a part (a plugin) that this needs. Install it with Ledger Wallet and try again.",
	],
	[0x6985, "You said no on the device. Ask again when you want to."],
	[0x6a00, "The NAME app refused this without saying why. Update the app in Ledger Wallet and try again."],
	[0x6a15, "Another app is open on the device. Open the NAME app and try again."],
	[
		0x6a80,
		"The NAME app could not read or show this. If the app's settings forbid blind signing, allow it there; else the app can't sign this.",
	],
	[0x6a81, "The NAME app could not read the message's header. It can't sign this."],
	[0x6a82, "The NAME app does not accept the message's format. It can't sign this."],
	[0x6a83, "The message is too long for the NAME app. It can't sign this."],
	[
		0x6a84,
		"The NAME app has too little memory for this, or does not accept the account's path. It can't sign this.",
	],
	[
		0x6a86,
		"The NAME app does not know this form of the request. Update the app in Ledger Wallet and try again.",
	],
	[
		0x6a87,
		"The NAME app found the request too long or too short. Update the app in Ledger Wallet and try again.",
	],
	[0x6a88, "The NAME app misses something that this refers to. Close the app, open it again and try again."],
	[
		0x6b00,
		"The NAME app does not know this form of the request. Update the app in Ledger Wallet and try again.",
	],
	[0x6b0c, "The device is locked. Enter its PIN and try again."],
	[
		0x6c00,
		"The NAME app did not trust what was sent with the request. Update the app in Ledger Wallet and try again.",
	],
	[0x6ca0, "The NAME app did not accept a token's data. Update the app in Ledger Wallet and try again."],
	[
		0x6cb0,
		"The NAME app did not accept a check of the transaction. Turn transaction checks off in the app and try again.",
	],
	[
		0x6d00,
		"The open app does not know the request. Open the NAME app, or update it in Ledger Wallet, and try again.",
	],
	[0x6d02, "No app that knows the request is open. Open the NAME app and try again."],
	[0x6d07, "The device is not set up yet. Set it up with Ledger Wallet and try again."],
	[0x6e00, "The open app does not know the request. Open the NAME app and try again."],
	[0x6e01, "The device is starting, or another app is open. Open the NAME app and try again."],
	[0x6f00, "The NAME app failed by itself. Close the app on the device, open it again and try again."],
	[0x6f01, "The NAME app could not show this. It can't sign it."],
	[0x6f04, "The device is locked. Enter its PIN and try again."],
	[0x6f10, "The NAME app has no review to go with this. Approve again here."],
	[0x6f11, "The NAME app was shown something else before. Approve again here."],
	[0x6f12, "The NAME app was shown something else before. Approve again here."],
	[0x6f13, "The NAME app was shown another account before. Approve again here."],
	[0x6f42, "The device found a fault in its own software. Update it with Ledger Wallet and try again."],
	[0x6faa, "The device has halted. Restart it and try again."],
	[0x911c, "The NAME app does not know the command. Update the app in Ledger Wallet and try again."],
	[0xb007, "The device did not expect this now. Restart it and try again."],
]);

/** "0x6a80". */
export const statusCode = (status: number) => `0x${status.toString(16).padStart(4, "0")}`;

/** Whether a status word has words of its own. */
export const isKnownStatus = (status: number) => STATUS_WORDS.has(status);

function appName(context: DeviceContext): string {
	return context.family === null ? "right" : APP_OF[context.family];
}

function statusWords(status: number, context: DeviceContext): string {
	const code = statusCode(status);
	const words = STATUS_WORDS.get(status)?.replaceAll("NAME", appName(context));
	return words === undefined
		? `The device answered with ${code}, which Countersign does not know. Close the app on the device, open it again and try again.`
		: `${words} (The device answered ${code}.)`;
}

function subject(context: DeviceContext): string {
	return context.model === null ? "The device" : `The ${context.model}`;
}

/** What happened, and what to do, without what it means for funds. */
function faultWords(refusal: DeviceRefusal, context: DeviceContext): string {
	const device = subject(context);
	const app = appName(context);
	const { status } = refusal;
	switch (refusal.fault) {
		case "gone":
			return `${device} is not plugged in. Plug it in and unlock it.`;
		case "permission":
			return `The system does not let Countersign open the device. On Linux, add the udev rule that is shown, then plug the device in again.`;
		case "busy":
			return `Another program is using the device. Close Ledger Wallet, or the other wallet, and try again.`;
		case "locked":
			return `${device} is locked. Enter its PIN.`;
		case "dashboard":
			return `No app is open on the device. Open the ${app} app.`;
		case "wrongApp":
			return refusal.app === null || refusal.app === app
				? `The open app does not know the request. Open the ${app} app, or update it in Ledger Wallet.`
				: `The ${refusal.app} app is open on the device. Open the ${app} app instead.`;
		case "noApp":
			return `The ${app} app is not installed on the device. Install it with Ledger Wallet.`;
		case "appTooOld":
			return `The ${app} app on the device is too old. Update it in Ledger Wallet.`;
		case "blindSigningOff":
			return `The device can't show all of this, and the ${app} app's settings forbid blind signing. If the device shows a notice, press both buttons to leave it. Allow blind signing in the app's settings only if you trust the review here.`;
		case "rejected":
			return context.doing === "showing"
				? `You said on the device that the address is not the same. If that is so, don't use this account: remove it here, and check the device with Ledger Wallet. Otherwise show it again.`
				: `You said no on the device.`;
		case "otherDevice":
			return `The device has another account at this path: it is another Ledger, or was set up with another recovery phrase or passphrase. Plug in the account's own device.`;
		case "unplugged":
			return `${device} was unplugged, or its connection broke. Plug it in again.`;
		case "cancelled":
			return `You cancelled this here.`;
		case "unsupported":
			return `The ${app} app can't sign this. Use another account, or ask for it in another form.${status === null ? "" : ` (The device answered ${statusCode(status)}.)`}`;
		case "badAnswer":
			return `The device answered with something that no genuine app answers. It was thrown away. Check the device with Ledger Wallet before you use it again.`;
		case "status":
			return status === null ? `The device refused this. Try again.` : statusWords(status, context);
		case "badMessage":
			return `Countersign could not put this to the device. Restart Countersign, and tell us if it happens again.`;
		case "stopped":
			return `The part of Countersign that talks to Ledger devices ended. It starts again by itself; try again.`;
		case "timeout":
			return context.doing === "opening"
				? `The ${app} app did not open in time. Open it on the device yourself.`
				: `${device} did not answer in time. Plug it in again and unlock it.`;
		case "failed":
			return `Countersign could not reach Ledger devices on this computer. On Linux, libusb and libudev must be installed (on Debian and Ubuntu: libusb-1.0-0 and libudev1); then restart Countersign.`;
	}
}

/** What it means for funds, and for a question that may still be open. */
function outcomeWords(refusal: DeviceRefusal, context: DeviceContext): string {
	if (context.doing !== "signing") return refusal.prompt === "unknown" ? LEAVE : "";
	if (refusal.prompt === "unknown")
		return `Nobody knows what became of the request: the device may have signed it, but its answer did not arrive. ${UNSENT} ${CLEAR}`;
	return refusal.fault === "badAnswer" ? UNSENT : SAFE;
}

const LEAVE = "If the device still shows a question, answer it or reject it there.";

/** Whole sentences for a request that a device, or the way to it, refused. */
export function deviceWords(refusal: DeviceRefusal, context: DeviceContext): string {
	return [faultWords(refusal, context), outcomeWords(refusal, context)]
		.filter((each) => each !== "")
		.join(" ");
}

export interface DeviceHelpText {
	readonly words: string;
	readonly text: string;
}

/** Ledger's own rule: who sits at the computer may use the device, through USB and through hidraw. */
const UDEV_RULE = [
	'SUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
	'KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
].join("\n");

/** udev gives access by rules before 73 (73-seat-late.rules applies the tag). */
export const UDEV_FILE = "/etc/udev/rules.d/20-ledger.rules";

/** What a person on Linux pastes into a terminal, in this order. */
export function udevHelp(): readonly DeviceHelpText[] {
	return [
		{
			words: `Write Ledger's rule into ${UDEV_FILE}:`,
			text: `sudo tee ${UDEV_FILE} > /dev/null <<'EOF'\n${UDEV_RULE}\nEOF`,
		},
		{
			words: "Let the system read it, then plug the device in again:",
			text: "sudo udevadm control --reload-rules && sudo udevadm trigger",
		},
	];
}

/** How a device stands for what is wanted of it; fits the bridge's DeviceCondition and DeviceView. */
export interface DeviceConditionWords {
	readonly condition:
		| "none"
		| "looking"
		| "permission"
		| "busy"
		| "locked"
		| "dashboard"
		| "wrongApp"
		| "appTooOld"
		| "ready"
		| "asking"
		| "failed";
	readonly words: string;
	readonly help: readonly DeviceHelpText[];
	readonly canOpen: readonly ("Ethereum" | "Solana")[];
}

const CONDITION_OF: Partial<Record<DeviceFault, DeviceConditionWords["condition"]>> = {
	gone: "none",
	unplugged: "none",
	permission: "permission",
	busy: "busy",
	locked: "locked",
	dashboard: "dashboard",
	wrongApp: "wrongApp",
	appTooOld: "appTooOld",
};

/**
 * How a device stands for an account of `family` (null: any app will do).
 * @param device null where nothing is plugged in.
 */
export function deviceCondition(
	device: DeviceState | null,
	family: ChainFamily | null,
): DeviceConditionWords {
	const plain = { help: [], canOpen: [] } as const;
	if (device === null)
		return { condition: "none", words: "No Ledger is plugged in. Plug it in and unlock it.", ...plain };
	const { standing, model } = device;
	if (standing.kind === "unknown")
		return { condition: "looking", words: `Looking at the ${model}.`, ...plain };
	if (standing.kind === "asking")
		return {
			condition: "asking",
			words: `The ${model} is asking you something. Read it there and answer it there.`,
			...plain,
		};
	if (standing.kind === "fault") return faultCondition(standing.fault, standing.status, model, family);
	const { app, version, blindSigning } = standing.look;
	const open: readonly ("Ethereum" | "Solana")[] =
		family === null ? ["Ethereum", "Solana"] : [APP_OF[family]];
	if (isDashboard(app)) {
		const which = family === null ? "the Ethereum or the Solana app" : `the ${APP_OF[family]} app`;
		return {
			condition: "dashboard",
			words: `The ${model} is unlocked, and no app is open. Open ${which}.`,
			help: [],
			canOpen: open,
		};
	}
	const own = app === "Ethereum" || app === "Solana" ? app : null;
	if (own === null || (family !== null && APP_OF[family] !== own)) {
		const wanted = family === null ? "the Ethereum or the Solana app" : `the ${APP_OF[family]} app`;
		return {
			condition: "wrongApp",
			words: `The ${app} app is open on the ${model}. Open ${wanted} instead.`,
			help: [],
			canOpen: open,
		};
	}
	if (isTooOld(own, version))
		return {
			condition: "appTooOld",
			words: `The ${own} app on the ${model} is too old (${version}; at least ${OLDEST[own]} is needed). Update it in Ledger Wallet.`,
			...plain,
		};
	const blind =
		blindSigning === false ? " Its blind signing is off, so that it signs only what it can show." : "";
	return { condition: "ready", words: `The ${own} app is open on the ${model}.${blind}`, ...plain };
}

function faultCondition(
	fault: DeviceFault,
	status: number | null,
	model: string,
	family: ChainFamily | null,
): DeviceConditionWords {
	const refusal = { ok: false, fault, status, app: null, prompt: "notAsked" } as const;
	const condition = CONDITION_OF[fault] ?? "failed";
	return {
		condition,
		words: deviceWords(refusal, { doing: "looking", family, model }),
		help: condition === "permission" ? udevHelp() : [],
		canOpen:
			condition === "dashboard" || condition === "wrongApp"
				? family === null
					? ["Ethereum", "Solana"]
					: [APP_OF[family]]
				: [],
	};
}
