import { type Address, getAddress, isAddress, isHex, maxUint256, parseEther } from "viem";
import type { Broadcaster } from "../../src/service-api/action.ts";
import type { CommitTransport } from "../../src/service-api/commit.ts";
import type { Intent } from "./evm-build.ts";
import { simulationLiesIn } from "./simulation-lies.ts";

/** Parses the parts of sentences to the scripted agent. */

/**
 * Deviations that a sentence can request: lies about the payload, and views as older or broken services send
 * them.
 */
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
	"lie_instruction",
	"lie_accounts",
	"lie_table",
	"lie_mint",
	"lie_payer",
	"lie_blockhash",
	"lie_message",
	"lie_owner",
	"lie_deadline",
	"lie_repeat",
	"lie_claim",
	"no_digest",
	"no_review",
	"fail_simulation",
	"fail_guard",
	"unknown_member",
	"old_view",
	"retired_view",
] as const;
export type Twist = (typeof TWISTS)[number];

/** Default recipient if a sentence names none. */
export const SOMEBODY = getAddress("0xc0ffee254729296a45a3885639ac7e10f9d54979");

export const NUMBER = String.raw`(\d+(?:\.\d{1,18})?)`;
const ADDRESS = "(0x[0-9a-fA-F]{40})";
const SEND = new RegExp(`\\bsend ${NUMBER} (eth|demo)(?: to ${ADDRESS}\\b)?`, "i");
const APPROVE = new RegExp(
	`\\bapprove (unlimited|${NUMBER}) demo\\b(?: for (?:the router|${ADDRESS}))?`,
	"i",
);
/** Matches "call 0x… with 0x…, worth 5 wei, hiding the permission": an arbitrary call and lies about it. */
const CALL = new RegExp(`\\bcall ${ADDRESS} with (0x(?:[0-9a-fA-F]{2})*)(?:, worth (\\d+) wei)?`, "i");
const SWAP = new RegExp(`\\bswap ${NUMBER} demo\\b`, "i");

function addressOf(text: string | undefined): Address {
	// Lower case, because a sentence may contain an address with a wrong checksum.
	const lower = text?.toLowerCase();
	return lower !== undefined && isAddress(lower) ? getAddress(lower) : SOMEBODY;
}

function callIn(text: string): Intent | null {
	const [, to, data, worth = "0"] = CALL.exec(text) ?? [];
	if (!isHex(data)) return null;
	return { kind: "call", to: addressOf(to), amount: BigInt(worth), data, lies: simulationLiesIn(text) };
}

export function intentOf(text: string): Intent | null {
	const call = callIn(text);
	if (call !== null) return call;
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

/** Parses "A and B", where every part is a request; "send" may be omitted after the first. */
export function intentsOf(text: string): Intent[] {
	const parts = text.split(/\band\b/i);
	const intents = parts.flatMap((part, index) => {
		const bare = index > 0 && new RegExp(`^\\s*${NUMBER} (eth|demo) to ${ADDRESS}`, "i").test(part);
		return intentOf(bare ? `send ${part.trim()}` : part) ?? [];
	});
	if (intents.length === parts.length) return intents;
	const whole = intentOf(text);
	return whole === null ? [] : [whole];
}

export function twistOf(text: string): Twist | null {
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

export function broadcasterOf(text: string): Broadcaster | null {
	const word = /\b(hosted|venue)\b/i.exec(text)?.[1]?.toLowerCase();
	return word === "hosted" || word === "venue" ? word : null;
}

/**
 * Parses "… by browser send", which offers only a wallet attempt, and "… by both routes", which also offers
 * signing.
 */
export function transportsOf(text: string): CommitTransport[] {
	if (/\bby both routes\b/i.test(text)) return ["sign_and_broadcast", "browser_send"];
	return [/\bby browser send\b/i.test(text) ? "browser_send" : "sign_and_broadcast"];
}

export function revisionOf(text: string): number | "default" | null {
	const found = /\bthen revise(?: in (\d+(?:\.\d+)?) s)?/i.exec(text);
	if (found === null) return null;
	return found[1] === undefined ? "default" : Math.round(Number(found[1]) * 1000);
}

/** Returns the seconds until the offer expires; `null` if it never does. */
export function expiryOf(text: string): number | null {
	const expiry = /\bexpiring in (\d+) s/i.exec(text)?.[1];
	return expiry === undefined ? null : Number(expiry);
}
