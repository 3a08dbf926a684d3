import { z } from "zod";
import { isOlder } from "../core/device/apps.ts";
import { chainFamily } from "../service-api/action.ts";

/**
 * The words between main and the device process. Every message carries the token that `hello` gave this process and
 * an id that its answer repeats. Schemas are closed. No secret passes: paths, addresses, and what is to be signed.
 * Main believes no answer: an address is compared, a signature is read again and its signer recovered.
 */

/** The device's apps that Countersign speaks to. */
const deviceApp = z.enum(["Ethereum", "Solana"]);
export type DeviceApp = z.infer<typeof deviceApp>;

/** Which app has a family's keys. */
export const APP_OF = { evm: "Ethereum", svm: "Solana" } as const;

/** The dashboard by its names. */
export const isDashboard = (app: string) => app === "BOLOS" || app === "OLOS" || app === "OLOS\u0000";

/**
 * The oldest versions that do all that we ask. Ethereum: structured EIP-712 came with 1.10.0, EIP-1559 before it.
 * Solana: versioned messages came with 1.3.1; 1.4.0 is the oldest whose answers are known.
 */
export const OLDEST: Readonly<Record<DeviceApp, string>> = { Ethereum: "1.10.0", Solana: "1.4.0" };

/** A version that can't be read is not too old. */
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

/** Longer descriptions than any of Ledger's tokens, and more tokens than its filters name. */
const words = z.array(base64.max(512)).max(64).nullable();

/** What a device is asked to sign. */
const devicePayload = z.discriminatedUnion("kind", [
	/**
	 * EIP-2718 bytes without a signature. `words`: Ledger's descriptions by which the review said that the device shows
	 * it, so that nothing may be asked if its app does not take them; `null` if the review promised none.
	 */
	z.strictObject({ kind: z.literal("evm_transaction"), unsigned: hex, words }),
	/** The bytes that EIP-191 wraps. */
	z.strictObject({ kind: z.literal("evm_personal"), message: hex }),
	/** JSON of { domain, types, primaryType, message } (EIP-712); `words` as above. */
	z.strictObject({
		kind: z.literal("evm_typed_data"),
		typedData: z.string().max(2 * MAX_PAYLOAD),
		words,
	}),
	/** The message of a transaction, legacy or v0, without signatures. */
	z.strictObject({ kind: z.literal("svm_transaction"), message: base64 }),
	/** A Solana off-chain message with its header. */
	z.strictObject({ kind: z.literal("svm_offchain"), message: base64 }),
]);
export type DevicePayload = z.infer<typeof devicePayload>;

/** How the process reaches devices. `speculos`: Ledger's emulator or ours, one address a device; development only. */
const deviceTransport = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("hid") }),
	z.strictObject({ kind: z.literal("speculos"), urls: z.array(z.url()).min(1).max(8) }),
]);
export type DeviceTransport = z.infer<typeof deviceTransport>;

const account = { deviceId, family: chainFamily, path: derivationPath };

export const ledgerRequest = z.discriminatedUnion("kind", [
	/** Must be the first message, and comes once: it sets the token. */
	z.strictObject({ kind: z.literal("hello"), transport: deviceTransport }),
	/** Which devices are plugged in. Opens none of them, so that other programs keep theirs. */
	z.strictObject({ kind: z.literal("devices") }),
	/** Which app is open and how it is set. Opens the device, asks and closes it again. */
	z.strictObject({ kind: z.literal("look"), deviceId }),
	/** Opens this app; leaves another first. Answers once the app speaks. The device may ask the user. */
	z.strictObject({ kind: z.literal("openApp"), deviceId, app: deviceApp }),
	z.strictObject({
		kind: z.literal("addresses"),
		deviceId,
		family: chainFamily,
		paths: z.array(derivationPath).min(1).max(40),
	}),
	/** Shows the address on the device and waits for the user. */
	z.strictObject({ kind: z.literal("showAddress"), ...account }),
	/** One address check; the device then stays open for a moment, so that `sign` needs none of its own. */
	z.strictObject({ kind: z.literal("prepare"), ...account, address }),
	/** Checks the address unless `prepare` just did, asks for the signature and waits for the user. */
	z.strictObject({ kind: z.literal("sign"), ...account, address, payload: devicePayload }),
	/** Gives up the request of that id. What the device shows stays on it until the user ends it there. */
	z.strictObject({ kind: z.literal("cancel"), requestId: z.number().int().min(1) }),
]);
export type LedgerRequest = z.infer<typeof ledgerRequest>;
export type LedgerRequestKind = LedgerRequest["kind"];

const token = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const ledgerMessage = z.strictObject({ token, id, request: ledgerRequest });

/** Why a device did not do what it was asked. */
export const deviceFault = z.enum([
	/** This device is not plugged in (any more). */
	"gone",
	/** The system does not let us open it: on Linux, the udev rule is missing. */
	"permission",
	/** Another program holds it. */
	"busy",
	"locked",
	/** No app is open. */
	"dashboard",
	/** Another app is open, or the app does not know the command. */
	"wrongApp",
	/** The app is not installed. */
	"noApp",
	/** The app is older than what we speak. */
	"appTooOld",
	/** What was asked needs blind signing, and the app's settings forbid it. */
	"blindSigningOff",
	/** Typed data needs *Raw messages* or blind signing, and both are off. */
	"rawMessagesOff",
	/** A question that was cut off may still stand there, so that it was asked nothing. Said by main alone. */
	"stillAsking",
	/** Its app does not take Ledger's description of a token or of typed data: it would ask blindly. */
	"notDescribed",
	/** The user said no on the device. */
	"rejected",
	/** The address at the path is not the account's: another device, or another phrase on it. */
	"otherDevice",
	/** Unplugged, or its process died, in the middle of a question. */
	"unplugged",
	/** We gave up, because we were asked to. */
	"cancelled",
	/** The device's app can't sign this kind of thing. */
	"unsupported",
	/** It answered with something that no honest app answers: wrong length, surplus bytes. */
	"badAnswer",
	/** A status word that means something else; see `status`. */
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
	/** The device's status word, 0 to 0xffff; `null` if it gave none. */
	status: z.number().int().min(0).max(0xffff).nullable(),
	/** The app that answered, where it is known. */
	app: z.string().max(64).nullable(),
	/**
	 * What became of the question that the user was asked: `notAsked`, `answered` (on the device), or `unknown`
	 * where the device may still show it, or may have signed and its answer is lost.
	 */
	prompt: z.enum(["notAsked", "answered", "unknown"]),
});
export type DeviceRefusal = z.infer<typeof deviceRefusal>;

/** A device as the system names it. */
const pluggedDevice = z.strictObject({
	id: deviceId,
	/** "Ledger Nano X". */
	model: z.string().max(80),
});
export type PluggedDevice = z.infer<typeof pluggedDevice>;

/** What a device that could be asked says of itself. */
const deviceLook = z.strictObject({
	/** The app that is open; "BOLOS" or "OLOS" on the dashboard. */
	app: z.string().max(64),
	version: z.string().max(64),
	/** Of the Ethereum and Solana apps; null elsewhere. */
	blindSigning: z.boolean().nullable(),
	/** *Transaction Check* is on in the Ethereum app; left out if it is not. */
	transactionCheck: z.literal(true).optional(),
});
export type DeviceLook = z.infer<typeof deviceLook>;

/** What each request answers when it is granted. */
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

/** What the process sends: the answer to one request, or, while it works on one, how far it is. */
export const ledgerReply = z.discriminatedUnion("kind", [
	/** `answer` is read with `ledgerGrants[kind]` or `deviceRefusal`. */
	z.strictObject({ kind: z.literal("answer"), token, id, answer: z.unknown() }),
	/** `asking`: the last bytes of the question are on their way; from here the user decides. */
	z.strictObject({ kind: z.literal("stage"), token, id, stage: z.enum(["opening", "checking", "asking"]) }),
]);
export type LedgerReply = z.infer<typeof ledgerReply>;
export type DeviceStage = Extract<LedgerReply, { kind: "stage" }>["stage"];
