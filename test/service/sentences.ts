import { type Address, getAddress, isAddress, maxUint256, parseEther } from "viem";
import type { Broadcaster } from "../../src/contract/action.ts";
import type { Intent } from "./evm-build.ts";

/** What the scripted agent understands. */

/** Ordered deviations: lies about the payload, and views as older or broken services send them. */
export const TWISTS = [
	"lie_target",
	"lie_value",
	"lie_data",
	"lie_chain",
	"lie_signer",
	"lie_digest",
	"lie_nonce",
	"lie_gas",
	"lie_fee",
	"lie_batch",
	"lie_order",
	"lie_members",
	"no_digest",
	"no_review",
	"fail_simulation",
	"fail_guard",
	"unknown_member",
	"old_view",
	"retired_view",
] as const;
export type Twist = (typeof TWISTS)[number];

export interface Order {
	readonly intent: Intent;
	/** What follows it in the same batch, in order; empty where there is no batch. */
	readonly later: readonly Intent[];
	readonly broadcaster: Broadcaster | null;
	/** Seconds until `expires_at`, or null. */
	readonly expiresIn: number | null;
	/** Milliseconds until the review is revised; `default` where no time was said; null for never. */
	readonly reviseAfterMs: number | "default" | null;
	readonly twist: Twist | null;
}

export type Sentence =
	| { readonly kind: "order"; readonly order: Order }
	| { readonly kind: "work"; readonly seconds: number }
	| { readonly kind: "rejection"; readonly reason: string | null }
	| { readonly kind: "hello" }
	| { readonly kind: "chat" };

/** Who gets what a sentence sends without naming anybody. */
const SOMEBODY = getAddress("0xc0ffee254729296a45a3885639ac7e10f9d54979");

const NUMBER = String.raw`(\d+(?:\.\d{1,18})?)`;
const ADDRESS = "(0x[0-9a-fA-F]{40})";
const SEND = new RegExp(`\\bsend ${NUMBER} (eth|demo)(?: to ${ADDRESS}\\b)?`, "i");
const APPROVE = new RegExp(
	`\\bapprove (unlimited|${NUMBER}) demo\\b(?: for (?:the router|${ADDRESS}))?`,
	"i",
);
const SWAP = new RegExp(`\\bswap ${NUMBER} demo\\b`, "i");

function addressOf(text: string | undefined): Address {
	// Lower-cased, since a sentence may carry a broken checksum.
	const lower = text?.toLowerCase();
	return lower !== undefined && isAddress(lower) ? getAddress(lower) : SOMEBODY;
}

function intentOf(text: string): Intent | null {
	const send = SEND.exec(text);
	if (send !== null) {
		const [, amount = "0", unit = "", to] = send;
		const kind = unit.toLowerCase() === "eth" ? "send_eth" : "send_token";
		return { kind, to: addressOf(to), amount: parseEther(amount) };
	}
	const approve = APPROVE.exec(text);
	if (approve !== null) {
		const [, amount = "", number, spender] = approve;
		return {
			kind: "approve",
			spender: spender === undefined ? "router" : addressOf(spender),
			amount: amount.toLowerCase() === "unlimited" ? maxUint256 : parseEther(number ?? "0"),
		};
	}
	const swap = SWAP.exec(text)?.[1];
	return swap === undefined ? null : { kind: "swap", amount: parseEther(swap) };
}

/** "A and B", where every part is something to prepare; "send" may be left out after the first. */
function intentsOf(text: string): Intent[] {
	const parts = text.split(/\band\b/i);
	const intents = parts.flatMap((part, index) => {
		const bare = index > 0 && new RegExp(`^\\s*${NUMBER} (eth|demo) to ${ADDRESS}`, "i").test(part);
		return intentOf(bare ? `send ${part.trim()}` : part) ?? [];
	});
	if (intents.length === parts.length) return intents;
	const whole = intentOf(text);
	return whole === null ? [] : [whole];
}

const SMALL: Intent = { kind: "send_eth", to: SOMEBODY, amount: parseEther("0.01") };

/** What a deviation is shown on where the sentence names nothing: two sends where it is one of batches. */
function exampleOf(twist: Twist | null): Intent[] {
	if (twist === null) return [];
	return twist === "lie_order" || twist === "lie_members"
		? [SMALL, { ...SMALL, amount: parseEther("0.02") }]
		: [SMALL];
}

function twistOf(text: string): Twist | null {
	const lie = /\blie about the (\w+)/i.exec(text)?.[1]?.toLowerCase();
	const named = TWISTS.find((twist) => twist === `lie_${lie}`);
	if (named !== undefined) return named;
	const phrases: Twist[] = [
		"no_digest",
		"no_review",
		"fail_simulation",
		"fail_guard",
		"unknown_member",
		"old_view",
		"retired_view",
	];
	return phrases.find((twist) => new RegExp(`\\b${twist.replace("_", " ")}\\b`, "i").test(text)) ?? null;
}

function broadcasterOf(text: string): Broadcaster | null {
	const word = /\b(hosted|venue)\b/i.exec(text)?.[1]?.toLowerCase();
	return word === "hosted" || word === "venue" ? word : null;
}

function revisionOf(text: string): number | "default" | null {
	const found = /\bthen revise(?: in (\d+(?:\.\d+)?) s)?/i.exec(text);
	if (found === null) return null;
	return found[1] === undefined ? "default" : Math.round(Number(found[1]) * 1000);
}

export function readSentence(text: string): Sentence {
	const rejected = /^\s*i rejected\b[^:]*(?::\s*(.+))?/is.exec(text);
	if (rejected !== null) return { kind: "rejection", reason: rejected[1]?.trim() ?? null };
	const twist = twistOf(text);
	const said = intentsOf(text);
	const [intent, ...later] = said.length > 0 ? said : exampleOf(twist);
	if (intent !== undefined) {
		const expiry = /\bexpiring in (\d+) s/i.exec(text)?.[1];
		return {
			kind: "order",
			order: {
				intent,
				later,
				broadcaster: broadcasterOf(text),
				expiresIn: expiry === undefined ? null : Number(expiry),
				reviseAfterMs: revisionOf(text),
				twist,
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
	'Add ", hosted" and I submit it myself, "expiring in 60 s" for an offer that ends, or "then revise".',
].join("\n");
