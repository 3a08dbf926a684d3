import { knownLayout } from "../../../../core/device/screens.ts";
import { type Message, message, sentences } from "../../../../core/localized-text.ts";
import type { DeviceCondition, DeviceHelp } from "../../../../ipc/wallet.ts";
import {
	APP_OF,
	type DeviceFault,
	type DeviceRefusal,
	isDashboard,
	isTooOld,
	OLDEST,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { DeviceState } from "./ledger-types.ts";

/**
 * Texts for faults and status words. They say what happened, what it means for funds, and what to do next.
 */

export interface DeviceContext {
	readonly doing: "looking" | "opening" | "reading" | "showing" | "signing";
	readonly family: ChainFamily | null;
	readonly model: string | null;
}

const SAFE = message("device.safe");
const UNSENT = message("device.unsent");

const CLEAR = message("device.clear");

type App = string | Message;

const STATUS_WORDS: ReadonlyMap<number, (app: App) => Message> = new Map<number, (app: App) => Message>([
	[0x5102, () => message("device.status.no-space")],
	[0x5123, () => message("device.status.app-not-known")],
	[0x5303, () => message("device.status.locked")],
	[0x5419, () => message("device.status.no-key")],
	[0x541a, () => message("device.status.crypto")],
	[0x5501, () => message("device.status.rejected")],
	[0x5502, () => message("device.status.no-pin")],
	[0x5515, () => message("device.status.locked")],
	[0x6001, (app) => message("device.status.app-not-expected", { app })],
	[0x650f, (app) => message("device.status.other-app-on-device", { app })],
	[0x6501, (app) => message("device.status.transaction-type", { app })],
	[0x6502, (app) => message("device.status.chain-number", { app })],
	[0x6511, (app) => message("device.status.no-app", { app })],
	[0x6611, () => message("device.status.not-set-up")],
	[0x662f, () => message("device.status.recovery-mode")],
	[0x6700, (app) => message("device.status.length", { app })],
	[0x670a, (app) => message("device.status.app-name", { app })],
	[0x6733, () => message("device.status.device-length")],
	[0x6800, (app) => message("device.status.app-failed", { app })],
	[0x6801, (app) => message("device.status.app-failed", { app })],
	[0x6802, (app) => message("device.status.part-invalid", { app })],
	[0x6803, (app) => message("device.status.too-long", { app })],
	[0x6804, () => message("device.status.locked")],
	[0x6805, (app) => message("device.status.damaged", { app })],
	[0x6806, (app) => message("device.status.damaged", { app })],
	[0x6807, () => message("device.status.app-missing")],
	[0x6808, (app) => message("device.status.blind-signing", { app })],
	[0x6809, (app) => message("device.status.app-not-expected", { app })],
	[0x6810, (app) => message("device.status.app-waited", { app })],
	[0x6811, (app) => message("device.status.app-failed", { app })],
	[0x6812, (app) => message("device.status.app-closed", { app })],
	[0x6813, (app) => message("device.status.too-long", { app })],
	[0x6814, (app) => message("device.status.unreadable", { app })],
	[0x6815, (app) => message("device.status.app-not-expected", { app })],
	[0x6816, (app) => message("device.status.interrupted", { app })],
	[0x6817, (app) => message("device.status.app-failed", { app })],
	[0x6818, (app) => message("device.status.app-failed", { app })],
	[0x6819, (app) => message("device.status.memory", { app })],
	[0x6982, () => message("device.status.locked-or-not-allowed")],
	[0x6983, (app) => message("device.status.length", { app })],
	[0x6984, (app) => message("device.status.plugin", { app })],
	[0x6985, () => message("device.status.rejected")],
	[0x6a00, (app) => message("device.status.refused", { app })],
	[0x6a15, (app) => message("device.status.another-app", { app })],
	[0x6a80, (app) => message("device.status.unreadable-or-blind", { app })],
	[0x6a81, (app) => message("device.status.message-header", { app })],
	[0x6a82, (app) => message("device.status.message-format", { app })],
	[0x6a83, (app) => message("device.status.message-too-long", { app })],
	[0x6a84, (app) => message("device.status.memory-or-path", { app })],
	[0x6a86, (app) => message("device.status.form", { app })],
	[0x6a87, (app) => message("device.status.length", { app })],
	[0x6a88, (app) => message("device.status.reference", { app })],
	[0x6b00, (app) => message("device.status.form", { app })],
	[0x6b0c, () => message("device.status.locked")],
	[0x6c00, (app) => message("device.status.not-trusted", { app })],
	[0x6ca0, (app) => message("device.status.token-data", { app })],
	[0x6cb0, (app) => message("device.status.transaction-check", { app })],
	[0x6d00, (app) => message("device.status.other-or-old-app", { app })],
	[0x6d02, (app) => message("device.status.no-app-knows", { app })],
	[0x6d07, () => message("device.status.not-set-up")],
	[0x6e00, (app) => message("device.status.other-app", { app })],
	[0x6e01, (app) => message("device.status.starting", { app })],
	[0x6f00, (app) => message("device.status.app-failed", { app })],
	[0x6f01, (app) => message("device.status.not-shown", { app })],
	[0x6f04, () => message("device.status.locked")],
	[0x6f10, (app) => message("device.status.no-review", { app })],
	[0x6f11, (app) => message("device.status.other-content", { app })],
	[0x6f12, (app) => message("device.status.other-content", { app })],
	[0x6f13, (app) => message("device.status.other-account", { app })],
	[0x6f42, () => message("device.status.device-fault")],
	[0x6faa, () => message("device.status.halted")],
	[0x911c, (app) => message("device.status.command", { app })],
	[0xb007, () => message("device.status.device-not-expected")],
]);

const statusCode = (status: number) => `0x${status.toString(16).padStart(4, "0")}`;

export const isKnownStatus = (status: number) => STATUS_WORDS.has(status);

function appName(context: DeviceContext): App {
	return context.family === null ? message("device.right-app") : APP_OF[context.family];
}

const isOfDashboard = (status: number, { doing }: DeviceContext) => status === 0x6807 && doing === "signing";

function statusText(status: number, context: DeviceContext): Message {
	const code = statusCode(status);
	const text = isOfDashboard(status, context)
		? message("device.status.app-failed", { app: appName(context) })
		: STATUS_WORDS.get(status)?.(appName(context));
	return text === undefined
		? message("device.status.unknown", { status: code })
		: sentences(text, message("device.answered", { status: code }));
}

function subject(context: DeviceContext): Message {
	return context.model === null
		? message("device.subject.any")
		: message("device.subject.model", { model: context.model });
}

const noticeText = ({ model }: DeviceContext): Message =>
	message(model !== null && knownLayout(model) === "touch" ? "device.notice.touch" : "device.notice.buttons");

function faultText(refusal: DeviceRefusal, context: DeviceContext): Message {
	const device = subject(context);
	const app = appName(context);
	const { status } = refusal;
	const texts: Readonly<Record<DeviceFault, () => Message>> = {
		gone: () => message("device.gone", { device }),
		permission: () => message("device.permission"),
		busy: () => message("device.busy"),
		locked: () => message("device.locked", { device }),
		dashboard: () => message("device.dashboard", { app }),
		wrongApp: () =>
			refusal.app === null || refusal.app === app
				? message("device.wrong-app", { app })
				: message("device.wrong-app.named", { open: refusal.app, app }),
		noApp: () => message("device.no-app", { app }),
		appTooOld: () => message("device.app-too-old", { app }),
		blindSigningOff: () => sentences(message("device.blind-signing-off", { app }), noticeText(context)),
		rawMessagesOff: () => sentences(message("device.raw-messages-off"), noticeText(context)),
		stillAsking: () => message("device.still-asking", { device }),
		notDescribed: () => message("device.not-described", { app }),
		rejected: () =>
			context.doing === "showing" ? message("device.rejected.address") : message("device.rejected"),
		otherDevice: () => message("device.other-device"),
		unplugged: () => message("device.unplugged", { device }),
		cancelled: () => message("signer.given-up.person"),
		unsupported: () => {
			const text = message("device.unsupported", { app });
			return status === null
				? text
				: sentences(text, message("device.answered", { status: statusCode(status) }));
		},
		badAnswer: () => message("device.bad-answer"),
		status: () => (status === null ? message("device.refused") : statusText(status, context)),
		badMessage: () => message("device.bad-message"),
		stopped: () => message("device.stopped"),
		timeout: () =>
			context.doing === "opening"
				? message("device.timeout.opening", { app })
				: message("device.timeout", { device }),
		failed: () => message("device.failed"),
	};
	return texts[refusal.fault]();
}

/** Returns `null` if the fault doesn't affect funds. */
function outcomeText(refusal: DeviceRefusal, context: DeviceContext): Message | null {
	if (context.doing !== "signing") return refusal.prompt === "unknown" ? LEAVE : null;
	if (refusal.prompt === "unknown") return sentences(message("device.outcome-unknown"), UNSENT, CLEAR);
	return refusal.fault === "badAnswer" ? UNSENT : SAFE;
}

const LEAVE = message("device.leave");

export function deviceText(refusal: DeviceRefusal, context: DeviceContext): Message {
	const fault = faultText(refusal, context);
	const outcome = outcomeText(refusal, context);
	return outcome === null ? fault : sentences(fault, outcome);
}

const UDEV_RULE = [
	'SUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
	'KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
].join("\n");

/**
 * Group for plugged-in devices on Debian and Ubuntu. Sessions without a seat, for example over SSH, need it.
 */
const SEATLESS_GROUP = "plugdev";
const SEATLESS_RULE = `KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", MODE="0660", GROUP="${SEATLESS_GROUP}"`;

/** The file's number must be below 73, because 73-seat-late.rules applies the tag. */
const UDEV_FILE = "/etc/udev/rules.d/20-ledger.rules";

export function udevHelp(): readonly DeviceHelp[] {
	return [
		{
			text: message("device.udev.write", { file: UDEV_FILE }),
			copy: `sudo tee ${UDEV_FILE} > /dev/null <<'EOF'\n${UDEV_RULE}\nEOF`,
		},
		{
			text: message("device.udev.reload"),
			copy: "sudo udevadm control --reload-rules && sudo udevadm trigger",
		},
		{
			text: message("device.udev.seatless", { group: SEATLESS_GROUP }),
			copy: [
				`echo '${SEATLESS_RULE}' | sudo tee -a ${UDEV_FILE} > /dev/null`,
				`sudo usermod -aG ${SEATLESS_GROUP} "$USER"`,
			].join("\n"),
		},
	];
}

export interface DeviceConditionText {
	readonly condition: DeviceCondition;
	readonly text: Message;
	readonly help: readonly DeviceHelp[];
	readonly canOpen: readonly ("Ethereum" | "Solana")[];
}

const CONDITION_OF: Partial<Record<DeviceFault, DeviceCondition>> = {
	gone: "none",
	unplugged: "none",
	permission: "permission",
	busy: "busy",
	locked: "locked",
	dashboard: "dashboard",
	wrongApp: "wrongApp",
	appTooOld: "appTooOld",
	stillAsking: "stillAsking",
};

export function deviceCondition(device: DeviceState | null, family: ChainFamily | null): DeviceConditionText {
	const plain = { help: [], canOpen: [] } as const;
	if (device === null) return { condition: "none", text: message("device.condition.none"), ...plain };
	const { status, model } = device;
	if (status.kind === "unknown")
		return { condition: "looking", text: message("device.condition.looking", { model }), ...plain };
	if (status.kind === "reading")
		return { condition: "looking", text: message("device.condition.reading", { model }), ...plain };
	if (status.kind === "asking")
		return {
			condition: "asking",
			text: message("device.condition.asking", { model }),
			...plain,
		};
	if (status.kind === "fault") return faultCondition(status.fault, status.status, model, family);
	const { app, version, blindSigning } = status.inspection;
	const open: readonly ("Ethereum" | "Solana")[] =
		family === null ? ["Ethereum", "Solana"] : [APP_OF[family]];
	const apps =
		family === null ? message("device.apps.either") : message("device.apps.one", { app: APP_OF[family] });
	if (isDashboard(app))
		return {
			condition: "dashboard",
			text: message("device.condition.dashboard", { model, apps }),
			help: [],
			canOpen: open,
		};
	const own = app === "Ethereum" || app === "Solana" ? app : null;
	if (own === null || (family !== null && APP_OF[family] !== own))
		return {
			condition: "wrongApp",
			text: message("device.condition.wrong-app", { open: app, model, apps }),
			help: [],
			canOpen: open,
		};
	if (isTooOld(own, version))
		return {
			condition: "appTooOld",
			text: message("device.condition.app-too-old", { app: own, model, version, oldest: OLDEST[own] }),
			...plain,
		};
	const ready = message("device.condition.ready", { app: own, model });
	const text =
		blindSigning === false ? sentences(ready, message("device.condition.blind-signing-off")) : ready;
	return { condition: "ready", text, ...plain };
}

function faultCondition(
	fault: DeviceFault,
	status: number | null,
	model: string,
	family: ChainFamily | null,
): DeviceConditionText {
	const refusal = { ok: false, fault, status, app: null, prompt: "notAsked" } as const;
	const condition = CONDITION_OF[fault] ?? "failed";
	return {
		condition,
		text: deviceText(refusal, { doing: "looking", family, model }),
		help: condition === "permission" ? udevHelp() : [],
		canOpen:
			condition === "dashboard" || condition === "wrongApp"
				? family === null
					? ["Ethereum", "Solana"]
					: [APP_OF[family]]
				: [],
	};
}
