import { parseEther } from "viem";
import type { Broadcaster } from "../../src/service-api/action.ts";
import type { CommitTransport } from "../../src/service-api/commit.ts";
import type { Intent } from "./evm-build.ts";
import {
	broadcasterOf,
	expiryOf,
	intentsOf,
	revisionOf,
	SOMEBODY,
	type Twist,
	transportsOf,
	twistOf,
} from "./grammar.ts";
import { parseRequestSentence, type RequestSentence } from "./request-sentences.ts";

/** Parses the sentences that the scripted agent understands. */

export { TWISTS, type Twist } from "./grammar.ts";

export interface Order {
	readonly intent: Intent;
	/** Further intents of the same batch, in order; empty if there is no batch. */
	readonly later: readonly Intent[];
	readonly broadcaster: Broadcaster | null;
	/** Seconds until `expires_at`; `null` if it never expires. */
	readonly expiresIn: number | null;
	/**
	 * Milliseconds until the review is revised; `default` if the sentence states no time; `null` if it never
	 * is.
	 */
	readonly reviseAfterMs: number | "default" | null;
	readonly twist: Twist | null;
	/** Transports that the commit offers. */
	readonly transports: CommitTransport[];
	/** Whether an action with the same transactions is created too. */
	readonly mirror: boolean;
}

export type Sentence =
	| { readonly kind: "request"; readonly request: RequestSentence }
	| { readonly kind: "order"; readonly order: Order }
	| { readonly kind: "work"; readonly seconds: number }
	| { readonly kind: "rejection"; readonly reason: string | null }
	/** Emits every kind of event that needs no chain. */
	| { readonly kind: "show" }
	| { readonly kind: "hello" }
	| { readonly kind: "chat" };

const SMALL: Intent = { kind: "send_eth", to: SOMEBODY, amount: parseEther("0.01") };

/**
 * Returns the default intents of a deviation if the sentence names none: two transfers for a deviation of
 * batches.
 */
function exampleOf(twist: Twist | null): Intent[] {
	if (twist === null) return [];
	return twist === "lie_order" || twist === "lie_members"
		? [SMALL, { ...SMALL, amount: parseEther("0.02") }]
		: [SMALL];
}

export function readSentence(text: string): Sentence {
	const rejected = /^\s*i rejected\b[^:]*(?::\s*(.+))?/is.exec(text);
	if (rejected !== null) return { kind: "rejection", reason: rejected[1]?.trim() ?? null };
	if (/\bshow everything\b/i.test(text)) return { kind: "show" };
	const request = parseRequestSentence(text);
	if (request !== null) return { kind: "request", request };
	const twist = twistOf(text);
	const said = intentsOf(text);
	const [intent, ...later] = said.length > 0 ? said : exampleOf(twist);
	if (intent !== undefined) {
		return {
			kind: "order",
			order: {
				intent,
				later,
				broadcaster: broadcasterOf(text),
				expiresIn: expiryOf(text),
				reviseAfterMs: revisionOf(text),
				twist,
				transports: transportsOf(text),
				mirror: /\bmirror:/i.test(text),
			},
		};
	}
	const seconds = /\bwork for (\d+(?:\.\d+)?) s/i.exec(text)?.[1];
	if (seconds !== undefined) return { kind: "work", seconds: Number(seconds) };
	return /\b(hello|hi|good morning|hey)\b/i.test(text) ? { kind: "hello" } : { kind: "chat" };
}

export const HELP = [
	"I can prepare transactions for you to review. Try:",
	'"send 0.05 ETH to 0x…", "send 20 DEMO to 0x…",',
	'"approve 100 DEMO for the router", "approve unlimited DEMO for the router", then "swap 50 DEMO".',
	'Or several at once: "approve 100 DEMO and swap 50 DEMO", "send 0.01 ETH to 0x… and 0.02 ETH to 0x…".',
	'"send 0.5 SOL to …", "send 5 USDX to …"; "execute: send 0.1 ETH to 0x…" and you submit it yourself;',
	'"sign the message: …", "sign in", "permit the router 25 DEMO", "sign the solana message: …".',
	'Add ", hosted" and I submit it myself, "expiring in 60 s" for an offer that ends, or "then revise".',
].join("\n");
