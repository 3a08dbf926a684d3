import { z } from "zod";
import { isOlder } from "../core/device/apps.ts";
import { chainFamily } from "../service-api/action.ts";

/**
 * Protocol between main and the device process. Every message carries the token from `hello` and an id that
 * its answer repeats. Schemas are closed. No secrets pass: only paths, addresses, and payloads. Main trusts
 * no answer: it compares addresses, parses signatures and recovers their signer.
 */

/** Device apps that Countersign supports. */
const deviceApp = z.enum(["Ethereum", "Solana"]);
export type DeviceApp = z.infer<typeof deviceApp>;

/** App of each family's keys. */
export const APP_OF = { evm: "Ethereum", svm: "Solana" } as const;

/** Returns whether this is one of the dashboard's names. */
export const isDashboard = (app: string) => app === "BOLOS" || app === "OLOS" || app === "OLOS\u0000";

/**
 * Oldest supported versions. Ethereum: structured EIP-712 came with 1.10.0, EIP-1559 before. Solana:
 * versioned messages came with 1.3.1; 1.4.0 is the oldest with known answers.
 */
export const OLDEST: Readonly<Record<DeviceApp, string>> = { Ethereum: "1.10.0", Solana: "1.4.0" };

/** An unreadable version is not too old. */
export const isTooOld = (app: DeviceApp, version: string): boolean => isOlder(version, OLDEST[app]) === true;

const MAX_PAYLOAD = 400_000;

/** `m/` and one to ten indexes (BIP-32); hardened ones with an apostrophe. */
const derivationPath = z.string().regex(/^m(?:\/(?:0|[1-9][0-9]{0,9})'?){1,10}$/);
/** EVM: 0x and 40 hex digits in any case. Solana: base58 of 32 bytes. */
const address = z.string().regex(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/);
const deviceId = z.string().min(1).max(1024);
const hex = z
	.string()
	.max(2 * MAX_PAYLOAD + 2)
	.regex(/^0x(?:[0-9a-f]{2})*$/);
const base64 = z
	.string()
	.max(2 * MAX_PAYLOAD)
	.regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** Above the length of any Ledger description, and the tokens in any filter. */
const words = z.array(base64.max(512)).max(64).nullable();

/** Payload for a device to sign. */
const devicePayload = z.discriminatedUnion("kind", [
	/**
	 * Unsigned EIP-2718 bytes. `words`: Ledger's descriptions that the review's prediction used, so that an
	 * app that does not accept them is not asked; `null` if the review promised no readable text.
	 */
	z.strictObject({ kind: z.literal("evm_transaction"), unsigned: hex, words }),
	/** Content before EIP-191. */
	z.strictObject({ kind: z.literal("evm_personal"), message: hex }),
	/** JSON of { domain, types, primaryType, message } (EIP-712); `words` as above. */
	z.strictObject({
		kind: z.literal("evm_typed_data"),
		typedData: z.string().max(2 * MAX_PAYLOAD),
		words,
	}),
	/** Message of a legacy or v0 transaction, without signatures. */
	z.strictObject({ kind: z.literal("svm_transaction"), message: base64 }),
	/** Solana off-chain message with its header. */
	z.strictObject({ kind: z.literal("svm_offchain"), message: base64 }),
]);
export type DevicePayload = z.infer<typeof devicePayload>;

/** Access to devices. `speculos`: Ledger's emulator or ours, one address per device; development only. */
const deviceTransport = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("hid") }),
	z.strictObject({ kind: z.literal("speculos"), urls: z.array(z.url()).min(1).max(8) }),
]);
export type DeviceTransport = z.infer<typeof deviceTransport>;

const account = { deviceId, family: chainFamily, path: derivationPath };

export const ledgerRequest = z.discriminatedUnion("kind", [
	/** Must be the first message and occurs once: it sets the token. */
	z.strictObject({ kind: z.literal("hello"), transport: deviceTransport }),
	/** Lists connected devices without opening them, so that other programs keep theirs. */
	z.strictObject({ kind: z.literal("devices") }),
	/** Returns the open app and its settings. Opens the device, queries it and closes it. */
	z.strictObject({ kind: z.literal("look"), deviceId }),
	/**
	 * Opens this app, closing another first. Answers once the app responds. The device may prompt the user.
	 */
	z.strictObject({ kind: z.literal("openApp"), deviceId, app: deviceApp }),
	z.strictObject({
		kind: z.literal("addresses"),
		deviceId,
		family: chainFamily,
		paths: z.array(derivationPath).min(1).max(40),
	}),
	/** Shows the address on the device and waits for the user. */
	z.strictObject({ kind: z.literal("showAddress"), ...account }),
	/** Checks the address and keeps the device open briefly, so that `sign` needs no check of its own. */
	z.strictObject({ kind: z.literal("prepare"), ...account, address }),
	/** Checks the address unless `prepare` just did, requests the signature and waits for the user. */
	z.strictObject({ kind: z.literal("sign"), ...account, address, payload: devicePayload }),
	/** Abandons the request with that id. Its prompt stays on the device until the user ends it there. */
	z.strictObject({ kind: z.literal("cancel"), requestId: z.number().int().min(1) }),
]);
export type LedgerRequest = z.infer<typeof ledgerRequest>;
export type LedgerRequestKind = LedgerRequest["kind"];

const token = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const ledgerMessage = z.strictObject({ token, id, request: ledgerRequest });

/** Reason why a device did not do what was requested. */
export const deviceFault = z.enum([
	/** The device is not connected. */
	"gone",
	/** The system denies access; on Linux the udev rule is missing. */
	"permission",
	/** Another program uses it. */
	"busy",
	"locked",
	/** No app is open. */
	"dashboard",
	/** Another app is open, or the app does not know the command. */
	"wrongApp",
	/** The app is not installed. */
	"noApp",
	/** The app is older than supported. */
	"appTooOld",
	/** The request needs blind signing, which the app's settings forbid. */
	"blindSigningOff",
	/** Typed data needs *Raw messages* or blind signing, and both are off. */
	"rawMessagesOff",
	/** An abandoned prompt may still be on the device, so nothing was sent. Only main reports this. */
	"stillAsking",
	/** The app does not accept Ledger's description of a token or typed data, and would prompt blindly. */
	"notDescribed",
	/** The user rejected on the device. */
	"rejected",
	/** The path's address is not the account's: another device, or another phrase. */
	"otherDevice",
	/** Unplugged, or its process ended, during a prompt. */
	"unplugged",
	/** Abandoned on request. */
	"cancelled",
	/** The app can't sign this kind of payload. */
	"unsupported",
	/** Answer that no honest app gives: wrong length, surplus bytes. */
	"badAnswer",
	/** Another status word; see `status`. */
	"status",
	"badMessage",
	"stopped",
	"timeout",
	"failed",
]);
export type DeviceFault = z.infer<typeof deviceFault>;

export const deviceRefusal = z.strictObject({
	ok: z.literal(false),
	fault: deviceFault,
	/** Status word of the device, 0 to 0xffff; `null` if there was none. */
	status: z.number().int().min(0).max(0xffff).nullable(),
	/** App that answered, if known. */
	app: z.string().max(64).nullable(),
	/**
	 * Outcome of the prompt: `notAsked`, `answered` (on the device), or `unknown` if the device may still
	 * show it, or may have signed with a lost answer.
	 */
	prompt: z.enum(["notAsked", "answered", "unknown"]),
});
export type DeviceRefusal = z.infer<typeof deviceRefusal>;

/** Device as the system names it. */
const pluggedDevice = z.strictObject({
	id: deviceId,
	/** "Ledger Nano X". */
	model: z.string().max(80),
});
export type PluggedDevice = z.infer<typeof pluggedDevice>;

/** State of a device that could be queried. */
const deviceLook = z.strictObject({
	/** Open app; "BOLOS" or "OLOS" on the dashboard. */
	app: z.string().max(64),
	version: z.string().max(64),
	/** Ethereum and Solana apps only; otherwise `null`. */
	blindSigning: z.boolean().nullable(),
	/** *Transaction Check* is on in the Ethereum app; absent otherwise. */
	transactionCheck: z.literal(true).optional(),
});
export type DeviceLook = z.infer<typeof deviceLook>;

/** Successful answer of each request. */
export const ledgerGrants = {
	hello: z.strictObject({ ok: z.literal(true) }),
	devices: z.strictObject({ ok: z.literal(true), devices: z.array(pluggedDevice) }),
	look: z.strictObject({ ok: z.literal(true), look: deviceLook }),
	openApp: z.strictObject({ ok: z.literal(true) }),
	/** In the order of the paths. */
	addresses: z.strictObject({
		ok: z.literal(true),
		addresses: z.array(z.strictObject({ path: derivationPath, address })),
	}),
	showAddress: z.strictObject({ ok: z.literal(true), address }),
	prepare: z.strictObject({ ok: z.literal(true) }),
	/** EVM: 65 bytes, r, s and parity (0 or 1). Solana: 64 bytes. Hex. */
	sign: z.strictObject({
		ok: z.literal(true),
		signature: z.string().regex(/^0x(?:[0-9a-f]{128}|[0-9a-f]{128}0[01])$/),
	}),
	cancel: z.strictObject({ ok: z.literal(true) }),
} as const satisfies Record<LedgerRequestKind, z.ZodType>;

export type LedgerGrant<Kind extends LedgerRequestKind> = z.infer<(typeof ledgerGrants)[Kind]>;
export type LedgerResult<Kind extends LedgerRequestKind> = LedgerGrant<Kind> | DeviceRefusal;

/** Message from the process: an answer, or the progress of a running request. */
export const ledgerReply = z.discriminatedUnion("kind", [
	/** `answer` is parsed with `ledgerGrants[kind]` or `deviceRefusal`. */
	z.strictObject({ kind: z.literal("answer"), token, id, answer: z.unknown() }),
	/** `asking`: the last bytes of the prompt are being sent; from here the user decides. */
	z.strictObject({ kind: z.literal("stage"), token, id, stage: z.enum(["opening", "checking", "asking"]) }),
]);
export type LedgerReply = z.infer<typeof ledgerReply>;
export type DeviceStage = Extract<LedgerReply, { kind: "stage" }>["stage"];
