import { base58 } from "@scure/base";
import { parseEther } from "viem";
import type { Broadcaster } from "../../src/service-api/action.ts";
import type { Intent } from "./evm-build.ts";
import {
	broadcasterOf,
	expiryOf,
	intentOf,
	intentsOf,
	NUMBER,
	revisionOf,
	SOMEBODY,
	type Twist,
	twistOf,
} from "./grammar.ts";
import { simulationLiesIn } from "./simulation-lies.ts";

/** Parses sentences that request anything other than an EVM commit: actions, and everything on Solana. */

/** Transfer on Solana; `amount` is in whole units, as the sentence states it. */
export interface SvmSend {
	readonly unit: "SOL" | "USDX";
	readonly amount: string;
	/** Base58. */
	readonly to: string;
	/** Instructions to run instead of a send (svm-given.ts). */
	readonly given?: string;
	/** Phrases that make the simulation lie about it (simulation-lies.ts). */
	readonly lies?: readonly string[];
}

export interface SvmShape {
	readonly version: "legacy" | "v0";
	/** Whether the service's lookup table is used. */
	readonly table: boolean;
	readonly preserveBlockhash: boolean;
}

/** One payload of a signing request. */
export type RequestedPayload =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "bytes"; readonly hex: string }
	| { readonly kind: "sign_in" | "delegation" | "operation" }
	| { readonly kind: "permit" | "permit2" | "order"; readonly amount: bigint }
	| { readonly kind: "svm_text"; readonly text: string }
	| { readonly kind: "svm_transaction"; readonly send: SvmSend; readonly shape: SvmShape };

type Subject =
	| {
			readonly kind: "svm_commit";
			readonly send: SvmSend;
			readonly shape: SvmShape;
			readonly mirror: boolean;
	  }
	| { readonly kind: "execute_evm"; readonly intents: readonly Intent[] }
	| {
			readonly kind: "execute_svm";
			readonly send: SvmSend;
			readonly shape: SvmShape;
			/** Whether the request contains the bytes to sign. */
			readonly asBuilt: boolean;
	  }
	| { readonly kind: "sign"; readonly wanted: readonly RequestedPayload[] }
	| { readonly kind: "operation_commit" };

export interface RequestSentence {
	readonly subject: Subject;
	readonly broadcaster: Broadcaster | null;
	/** Seconds until `expires_at`; `null` if it never expires. */
	readonly expiresIn: number | null;
	/** Milliseconds until it is revised; `default` if the sentence states no time; `null` if it never is. */
	readonly reviseAfterMs: number | "default" | null;
	readonly twist: Twist | null;
}

/** Default recipient on Solana if a sentence names none; its private key is unknown. */
const SVM_SOMEBODY = base58.encode(new Uint8Array(32).fill(0xc0));

const SVM_SEND = /\bsend (\d+(?:\.\d{1,9})?) (sol|usdx)\b(?: to ([1-9A-HJ-NP-Za-km-z]{32,44})\b)?/i;
const LIE =
	/^\s*(?:lie about the [\w ]+?|no digest|no review|fail simulation|fail guard|unknown member|old view|retired view)(?::\s*|\s*$)/i;
const ENDING = /[\s,]*\b(?:expiring in \d+ s|then revise(?: in \d+(?:\.\d+)? s)?|hosted|venue)\s*$/i;
const DEFAULT_SEND: SvmSend = { unit: "USDX", amount: "5", to: SVM_SOMEBODY };

/** Matches "run on solana …, hiding the permission": arbitrary instructions and lies about them. */
const SVM_RUN = /\brun on solana ([A-Za-z0-9+/=]+)/i;

function svmSendOf(text: string): SvmSend | null {
	const given = SVM_RUN.exec(text)?.[1];
	if (given !== undefined) {
		const lies = simulationLiesIn(text.replace(given, ""));
		return { unit: "SOL", amount: "0", to: SVM_SOMEBODY, given, lies };
	}
	const found = SVM_SEND.exec(text);
	if (found === null) return null;
	const [, amount = "0", unit = "", to = SVM_SOMEBODY] = found;
	const lies = simulationLiesIn(text);
	return { unit: unit.toLowerCase() === "sol" ? "SOL" : "USDX", amount, to, lies };
}

function shapeOf(text: string, twist: Twist | null): SvmShape {
	const table = twist === "lie_table" || /\bwith a table\b/i.test(text);
	const version = table || /\bas v0\b/i.test(text) ? "v0" : "legacy";
	return { version, table, preserveBlockhash: /\bkeeping the blockhash\b/i.test(text) };
}

/**
 * Strips the modifiers from a sentence: a lie at the start, and expiry, revision and broadcaster at the end.
 */
function coreOf(text: string): string {
	let core = text.replace(LIE, "").trim();
	while (ENDING.test(core)) core = core.replace(ENDING, "");
	return core;
}

/** Default request for each deviation that needs a specific one. */
const EXAMPLES: Partial<Record<Twist, string>> = {
	lie_instruction: "send 5 USDX",
	lie_accounts: "send 5 USDX",
	lie_table: "send 5 USDX with a table",
	lie_mint: "send 5 USDX",
	lie_payer: "send 0.1 SOL",
	lie_blockhash: "send 0.1 SOL",
	lie_message: "sign the message: hello",
	lie_owner: "permit the router 25 DEMO",
	lie_deadline: "permit the router 25 DEMO",
};

function demoAmount(text: string): bigint {
	return parseEther(new RegExp(`${NUMBER} demo\\b`, "i").exec(text)?.[1] ?? "25");
}

/** Parses the payloads of "sign …", "permit …", "order …" and "delegate …"; `null` for any other sentence. */
function requestedPayloadsOf(core: string, twist: Twist | null): RequestedPayload[] | null {
	const two = /^sign (?:two|three|several) messages:\s*(.+)$/is.exec(core)?.[1];
	if (two !== undefined) return two.split("|").map((text) => ({ kind: "text", text: text.trim() }));
	const text = /^sign the message:\s*(.+)$/is.exec(core)?.[1];
	if (text !== undefined) return [{ kind: "text", text }];
	const hex = /^sign the bytes:\s*(0x(?:[0-9a-f]{2})+)$/i.exec(core)?.[1];
	if (hex !== undefined) return [{ kind: "bytes", hex }];
	const svmText = /^sign the solana message:\s*(.+)$/is.exec(core)?.[1];
	if (svmText !== undefined) return [{ kind: "svm_text", text: svmText }];
	const svmTransaction = /^sign the solana transaction:\s*(.+)$/is.exec(core)?.[1];
	if (svmTransaction !== undefined) {
		const send = svmSendOf(svmTransaction) ?? DEFAULT_SEND;
		return [{ kind: "svm_transaction", send, shape: shapeOf(svmTransaction, twist) }];
	}
	if (/^sign in\b/i.test(core)) return [{ kind: "sign_in" }];
	if (/^authorize an operation\b/i.test(core)) return [{ kind: "operation" }];
	if (/^permit2\b/i.test(core)) return [{ kind: "permit2", amount: demoAmount(core) }];
	if (/^permit\b/i.test(core)) return [{ kind: "permit", amount: demoAmount(core) }];
	if (/^order\b/i.test(core)) return [{ kind: "order", amount: demoAmount(core) }];
	if (/^delegate\b/i.test(core)) return [{ kind: "delegation" }];
	return null;
}

/** Parses "A, then B" and "A and B" as the legs of one action. */
function legsOf(text: string): Intent[] {
	const parts = text.split(/,?\s*\bthen\b\s*/i);
	const intents = parts.flatMap((part) => intentsOf(part));
	const whole = intentOf(text);
	if (intents.length > 0 || whole === null) return intents;
	return [whole];
}

function subjectOf(core: string, twist: Twist | null): Subject | null {
	if (/^sign a user operation\b/i.test(core)) return { kind: "operation_commit" };
	const wanted = requestedPayloadsOf(core, twist);
	if (wanted !== null) return { kind: "sign", wanted };
	const send = svmSendOf(core);
	const shape = shapeOf(core, twist);
	const execute = /^execute( as built)?:\s*(.*)$/is.exec(core);
	if (execute !== null) {
		const asBuilt = execute[1] !== undefined;
		// Bytes in the request are signed unchanged.
		const svmShape = { ...shape, preserveBlockhash: asBuilt || shape.preserveBlockhash };
		if (send !== null) return { kind: "execute_svm", send, shape: svmShape, asBuilt };
		const intents = legsOf(execute[2] ?? "");
		const fallback: Intent = { kind: "send_eth", to: SOMEBODY, amount: parseEther("0.01") };
		return { kind: "execute_evm", intents: intents.length > 0 ? intents : [fallback] };
	}
	if (send === null) return null;
	return { kind: "svm_commit", send, shape, mirror: /^mirror:/i.test(core) };
}

/** Parses a request; `null` if the sentence is about something else. */
export function parseRequestSentence(text: string): RequestSentence | null {
	const twist = twistOf(text);
	const said = coreOf(text);
	const core = said === "" && twist !== null ? (EXAMPLES[twist] ?? "") : said;
	const subject = subjectOf(core, twist);
	if (subject === null) return null;
	return {
		subject,
		broadcaster: broadcasterOf(text),
		expiresIn: expiryOf(text),
		reviseAfterMs: revisionOf(text),
		twist,
	};
}
