import { z } from "zod";
import { accountProcedures, accountTrustedProcedures } from "./account-procedures.ts";
import { allowanceProcedures } from "./allowance-procedures.ts";
import { bookProcedures } from "./book-procedures.ts";
import { buildProcedures, catalogProcedures } from "./catalog-procedures.ts";
import { identityProcedures } from "./identity-procedures.ts";
import { policyProcedures } from "./policy-procedures.ts";
import { id, nothing, type Outcome, type Procedure, password, returns } from "./procedure.ts";
import { rpcUrl } from "./safe-address.ts";
import { sessionProcedures } from "./session-procedures.ts";
import type { TranscriptView } from "./views.ts";

export type { Outcome, Procedure } from "./procedure.ts";
export { rpcUrl } from "./safe-address.ts";

/**
 * The wishes that a window may send, each with the schema that main checks before anything else.
 * Two halves: the desk may look and talk to the agent; only the trusted window may approve or touch secrets.
 */

/** A decimal chain id, or the name of a Solana cluster. */
export const chainRef = z.string().regex(/^([1-9][0-9]{0,15}|mainnet-beta|devnet|testnet|localnet)$/);

export const deskProcedures = {
	openReview: returns<Outcome>()(z.strictObject({ entryId: id })),
	startTurn: returns<Outcome & { readonly sessionId?: string }>()(
		z.strictObject({
			sessionId: z.string().min(1).max(160).nullable(),
			message: z.string().min(1).max(32_000),
			mode: z.enum(["auto", "direct"]).nullable(),
			app: z.string().min(1).max(160).nullable(),
			applicationId: z.number().int().min(1).nullable().optional(),
			model: z.string().trim().min(1).max(200).nullable().optional(),
		}),
	),
	interrupt: returns<Outcome>()(z.strictObject({ sessionId: id })),
	/** Opens a transcript; its changes are pushed from then on, until another is opened. */
	watchTranscript: returns<TranscriptView | null>()(z.strictObject({ sessionId: id.nullable() })),
	muteSession: returns<Outcome>()(z.strictObject({ sessionId: id, muted: z.boolean() })),
	reconnect: returns<Outcome>()(nothing),
	copyText: returns<Outcome>()(z.strictObject({ text: z.string().min(1).max(100_000) })),
	openTrusted: returns<Outcome>()(
		z.strictObject({
			screen: z.enum([
				"unlock",
				"addAccount",
				"network",
				"autoLock",
				"blindSigning",
				"ledger",
				"rules",
				"contacts",
				"signIn",
			]),
		}),
	),
	lock: returns<Outcome>()(nothing),
	setPreferences: returns<Outcome>()(
		z.strictObject({
			theme: z.enum(["system", "light", "dark"]).optional(),
			notifications: z.boolean().optional(),
			startAtLogin: z.boolean().optional(),
			commitTransport: z.enum(["sign_and_broadcast", "browser_send"]).optional(),
		}),
	),
	labelAccount: returns<Outcome>()(z.strictObject({ address: id, label: z.string().max(60) })),
	verifyJournal: returns<{ readonly ok: boolean; readonly words: string }>()(nothing),
	/** Main asks where to save; the window never names a path. */
	exportJournal: returns<Outcome>()(nothing),
	...allowanceProcedures,
	...sessionProcedures,
	...catalogProcedures,
	...accountProcedures,
};

export const trustedProcedures = {
	/** The review's content has been drawn; the waking of Approve counts from here. */
	reviewShown: returns<Outcome>()(z.strictObject({ ticket: id })),
	approve: returns<Outcome>()(
		z.strictObject({
			ticket: id,
			fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
			word: z.string().max(40).nullable(),
		}),
	),
	reject: returns<Outcome>()(z.strictObject({ entryId: id, reason: z.string().trim().min(1).max(2000) })),
	/** Reads the service and the chain again for the review that is open, or retries a stuck approval. */
	retry: returns<Outcome>()(z.strictObject({ entryId: id })),
	showReview: returns<Outcome>()(z.strictObject({ direction: z.enum(["next", "previous"]) })),
	close: returns<Outcome>()(nothing),
	openDesk: returns<Outcome>()(nothing),
	copyText: returns<Outcome>()(z.strictObject({ text: z.string().min(1).max(100_000) })),
	/** Makes a phrase under a new vault and shows it; nothing is kept before `checkPhrase` passes. */
	createPhrase: returns<Outcome>()(z.strictObject({ password: z.string().min(8).max(1024) })),
	phraseWritten: returns<Outcome>()(nothing),
	checkPhrase: returns<Outcome>()(z.strictObject({ words: z.array(z.string().max(20)).min(1).max(24) })),
	importPhrase: returns<Outcome>()(
		z.strictObject({ phrase: z.string().min(1).max(400), password: z.string().min(8).max(1024) }),
	),
	/**
	 * A private key: 32 bytes of hex for EVM, 64 bytes of base58 or a JSON array of bytes for Solana.
	 * Makes the vault where none is, which takes a password of 8 or more.
	 */
	importKey: returns<Outcome>()(z.strictObject({ key: z.string().min(64).max(400), password })),
	unlock: returns<Outcome>()(z.strictObject({ password })),
	lock: returns<Outcome>()(nothing),
	/** The next account of the phrase, of this family. */
	deriveAccount: returns<Outcome>()(z.strictObject({ family: z.enum(["evm", "svm"]) })),
	/** Opens the review of a replacement for a transaction of ours that is stuck. */
	replace: returns<Outcome>()(z.strictObject({ entryId: id, purpose: z.enum(["speed_up", "cancel"]) })),
	saveNetwork: returns<Outcome>()(
		z.strictObject({
			baseUrl: rpcUrl,
			/** Null keeps the one that is held; empty forgets it. */
			token: z.string().max(16_384).nullable(),
			chains: z
				.array(
					z.strictObject({
						chainId: chainRef,
						name: z.string().trim().min(1).max(40),
						rpcUrl,
					}),
				)
				.max(50),
		}),
	),
	setAutoLock: returns<Outcome>()(z.strictObject({ minutes: z.number().int().min(1).max(240), password })),
	/** Goes to the screen of Ledger accounts, from the welcome or from adding an account. */
	openLedger: returns<Outcome>()(nothing),
	/** From one of these screens to the other: signing in, or pasting a token for development. */
	openSignIn: returns<Outcome>()(nothing),
	openNetwork: returns<Outcome>()(nothing),
	/** Reads the addresses of the usual paths of this family from the device; `more` goes on from the last ones. */
	scanLedger: returns<Outcome>()(
		z.strictObject({ deviceId: id, family: z.enum(["evm", "svm"]), more: z.boolean() }),
	),
	/** Adds accounts of the last scan; each is read from the device itself, never from this message. */
	addLedgerAccounts: returns<Outcome>()(
		z.strictObject({ paths: z.array(z.string().min(3).max(80)).min(1).max(100) }),
	),
	/** Shows an account's address on the device, to be compared with the one on screen. */
	verifyLedgerAddress: returns<Outcome>()(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Forgets an account of a Ledger; its key stays on the device. */
	removeLedgerAccount: returns<Outcome>()(z.strictObject({ address: z.string().min(32).max(64) })),
	/** Opens an app on the device; its person may have to agree there. */
	openLedgerApp: returns<Outcome>()(z.strictObject({ deviceId: id, app: z.enum(["Ethereum", "Solana"]) })),
	/** Gives up what a device is being asked: a signature, an address, an app. */
	cancelLedger: returns<Outcome>()(nothing),
	/** Allowing it takes the password; taking it back never does, but asks the same. */
	setBlindSigning: returns<Outcome>()(z.strictObject({ on: z.boolean(), password })),
	/** Writes the review that is open to a file, to be checked on another computer. */
	saveForChecking: returns<Outcome>()(z.strictObject({ entryId: id })),
	...policyProcedures,
	...bookProcedures,
	...identityProcedures,
	...buildProcedures,
	...accountTrustedProcedures,
};

export type DeskProcedures = typeof deskProcedures;
export type TrustedProcedures = typeof trustedProcedures;

export type InputOf<P> = P extends Procedure<infer I, unknown> ? z.infer<I> : never;
export type OutputOf<P> = P extends Procedure<z.ZodType, infer O> ? O : never;

export type Client<Procedures> = {
	readonly [Name in keyof Procedures]: (
		input: InputOf<Procedures[Name]>,
	) => Promise<OutputOf<Procedures[Name]>>;
};

/** Channel names: one for each half's calls, one for each half's pushes. */
export const CHANNELS = {
	deskCall: "countersign:desk:call",
	deskPush: "countersign:desk:push",
	trustedCall: "countersign:trusted:call",
	trustedPush: "countersign:trusted:push",
} as const;
