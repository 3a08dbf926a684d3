import { z } from "zod";
import { isOlder } from "../core/device/apps.ts";
import { chainFamily } from "../service-api/action.ts";

/**
 * Protocol between main and the Ledger process. Every message contains the token from `hello` and an ID that
 * the response repeats. No secrets are exchanged. Main doesn't trust the responses and recovers the signer
 * from each signature.
 */

const deviceApp = z.enum(["Ethereum", "Solana"]);
export type DeviceApp = z.infer<typeof deviceApp>;

export const APP_OF = { evm: "Ethereum", svm: "Solana" } as const;

export const isDashboard = (app: string) => app === "BOLOS" || app === "OLOS" || app === "OLOS\u0000";

/**
 * Oldest supported versions. Ethereum 1.10.0 added structured EIP-712. Solana 1.3.1 added versioned messages,
 * but 1.4.0 is the oldest tested version.
 */
export const OLDEST: Readonly<Record<DeviceApp, string>> = { Ethereum: "1.10.0", Solana: "1.4.0" };

/** A version that can't be parsed counts as supported. */
export const isTooOld = (app: DeviceApp, version: string): boolean => isOlder(version, OLDEST[app]) === true;

const MAX_PAYLOAD = 400_000;

/** Hardened indexes are marked with an apostrophe (BIP-32). */
const derivationPath = z.string().regex(/^m(?:\/(?:0|[1-9][0-9]{0,9})'?){1,10}$/);
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

/** These limits are larger than any description that Ledger publishes. */
const descriptors = z.array(base64.max(512)).max(64).nullable();

const devicePayload = z.discriminatedUnion("kind", [
	/**
	 * `descriptors`: the descriptions that the review is based on. If the app rejects one, it must not prompt.
	 * `null` if the review didn't promise that the device shows readable text.
	 */
	z.strictObject({ kind: z.literal("evm_transaction"), unsigned: hex, descriptors }),
	z.strictObject({ kind: z.literal("evm_personal"), message: hex }),
	/** JSON of { domain, types, primaryType, message } (EIP-712). */
	z.strictObject({
		kind: z.literal("evm_typed_data"),
		typedData: z.string().max(2 * MAX_PAYLOAD),
		descriptors,
	}),
	z.strictObject({ kind: z.literal("svm_transaction"), message: base64 }),
	z.strictObject({ kind: z.literal("svm_offchain"), message: base64 }),
]);
export type DevicePayload = z.infer<typeof devicePayload>;

/** `speculos` is an emulator for development, either Ledger's or ours. Each URL is one device. */
const deviceTransport = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("hid") }),
	z.strictObject({ kind: z.literal("speculos"), urls: z.array(z.url()).min(1).max(8) }),
]);
export type DeviceTransport = z.infer<typeof deviceTransport>;

const account = { deviceId, family: chainFamily, path: derivationPath };

export const ledgerRequest = z.discriminatedUnion("kind", [
	/** Sets the token. Must be the first message, and is accepted only once. */
	z.strictObject({ kind: z.literal("hello"), transport: deviceTransport }),
	z.strictObject({ kind: z.literal("devices") }),
	z.strictObject({ kind: z.literal("inspect"), deviceId }),
	/** Closes any other app first. The device may prompt the user. */
	z.strictObject({ kind: z.literal("openApp"), deviceId, app: deviceApp }),
	z.strictObject({
		kind: z.literal("addresses"),
		deviceId,
		family: chainFamily,
		paths: z.array(derivationPath).min(1).max(40),
	}),
	z.strictObject({ kind: z.literal("showAddress"), ...account }),
	/**
	 * Checks the address and keeps the device open for a short time, so `sign` doesn't have to check again.
	 */
	z.strictObject({ kind: z.literal("prepare"), ...account, address }),
	/** Checks the address unless `prepare` just did. */
	z.strictObject({ kind: z.literal("sign"), ...account, address, payload: devicePayload }),
	/** The prompt stays on the device until the user dismisses it there. */
	z.strictObject({ kind: z.literal("cancel"), requestId: z.number().int().min(1) }),
]);
export type LedgerRequest = z.infer<typeof ledgerRequest>;
export type LedgerRequestKind = LedgerRequest["kind"];

const token = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const ledgerMessage = z.strictObject({ token, id, request: ledgerRequest });

export const deviceFault = z.enum([
	"gone",
	"permission",
	"busy",
	"locked",
	"dashboard",
	/** Another app is open, or the app doesn't support the command. */
	"wrongApp",
	"noApp",
	"appTooOld",
	/** The payload requires blind signing, which is disabled in the app. */
	"blindSigningOff",
	"rawMessagesOff",
	/** The device may still show an abandoned prompt, so nothing was sent. Only main reports this fault. */
	"stillAsking",
	/** The app rejected a description and would show the payload in unreadable form. */
	"notDescribed",
	"rejected",
	/** The path yields another address, so this is a different device or recovery phrase. */
	"otherDevice",
	/** The device was disconnected, or its process ended, during a prompt. */
	"unplugged",
	"cancelled",
	"unsupported",
	/** The response has the wrong length or extra bytes. No genuine app sends such a response. */
	"badAnswer",
	/** Any other status word. */
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
	status: z.number().int().min(0).max(0xffff).nullable(),
	app: z.string().max(64).nullable(),
	/** `unknown`: the device may still show the prompt, or it may have signed and the response was lost. */
	prompt: z.enum(["notAsked", "answered", "unknown"]),
});
export type DeviceRefusal = z.infer<typeof deviceRefusal>;

const pluggedDevice = z.strictObject({
	id: deviceId,
	model: z.string().max(80),
});
export type PluggedDevice = z.infer<typeof pluggedDevice>;

const deviceInspection = z.strictObject({
	app: z.string().max(64),
	version: z.string().max(64),
	/** `null` outside the Ethereum and Solana apps. */
	blindSigning: z.boolean().nullable(),
	/** Set if *Transaction Check* is enabled in the Ethereum app. */
	transactionCheck: z.literal(true).optional(),
});
export type DeviceInspection = z.infer<typeof deviceInspection>;

export const ledgerGrants = {
	hello: z.strictObject({ ok: z.literal(true) }),
	devices: z.strictObject({ ok: z.literal(true), devices: z.array(pluggedDevice) }),
	inspect: z.strictObject({ ok: z.literal(true), inspection: deviceInspection }),
	openApp: z.strictObject({ ok: z.literal(true) }),
	/** In the same order as the requested paths. */
	addresses: z.strictObject({
		ok: z.literal(true),
		addresses: z.array(z.strictObject({ path: derivationPath, address })),
	}),
	showAddress: z.strictObject({ ok: z.literal(true), address }),
	prepare: z.strictObject({ ok: z.literal(true) }),
	/** In hex. EVM: r, s and the parity. Solana: 64 bytes. */
	sign: z.strictObject({
		ok: z.literal(true),
		signature: z.string().regex(/^0x(?:[0-9a-f]{128}|[0-9a-f]{128}0[01])$/),
	}),
	cancel: z.strictObject({ ok: z.literal(true) }),
} as const satisfies Record<LedgerRequestKind, z.ZodType>;

export type LedgerGrant<Kind extends LedgerRequestKind> = z.infer<(typeof ledgerGrants)[Kind]>;
export type LedgerResult<Kind extends LedgerRequestKind> = LedgerGrant<Kind> | DeviceRefusal;

export const ledgerReply = z.discriminatedUnion("kind", [
	/** `answer` is parsed with `ledgerGrants[kind]` or `deviceRefusal`. */
	z.strictObject({ kind: z.literal("answer"), token, id, answer: z.unknown() }),
	/** `asking` is reported when the exchange that completes the prompt is sent to the device. */
	z.strictObject({ kind: z.literal("stage"), token, id, stage: z.enum(["opening", "checking", "asking"]) }),
]);
export type LedgerReply = z.infer<typeof ledgerReply>;
export type DeviceStage = Extract<LedgerReply, { kind: "stage" }>["stage"];
