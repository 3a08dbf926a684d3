import type { TranscriptItem, TranscriptView } from "../../../src/bridge/views.ts";
import { live, MINUTE, NOW } from "./common.ts";
import { entry } from "./desk.ts";

type Message = Extract<TranscriptItem, { kind: "message" }>;

function message(key: string, sender: Message["sender"], text: string, isLive = false): TranscriptItem {
	return { kind: "message", key, sender, text, live: isLive, at: NOW - MINUTE };
}

const at = NOW - MINUTE;

/** The conversation of the mock: a wish, tools, an answer, something to sign. */
export function transcript(change: Partial<TranscriptView> = {}): TranscriptView {
	return {
		sessionId: "ses_4d7e8f01",
		title: "Rebalance to stables",
		turnState: "awaiting_action",
		turnId: "turn-1",
		connection: live,
		items: [
			message("m1", "user", "Move half of my ETH on Base into USDC, keep slippage under 1 %."),
			{ kind: "turn", key: "t1", state: "processing", at },
			{
				kind: "tool",
				key: "c1",
				name: "uniswap.quote",
				state: "done",
				result: '{"routes":3,"best":{"pool":"v4"}}',
				at,
			},
			{
				kind: "task",
				key: "k1",
				label: "Simulated 2 transactions",
				app: "uniswap",
				phase: null,
				state: "completed",
				message: "2 of 2 guards passed",
				steps: [{ title: "Simulate the swap", detail: "eth_call at block 31,204,101" }],
				durationMs: 812,
				at,
			},
			message(
				"m2",
				"agent",
				"The best route is Uniswap v4: 1.5 ETH for about 4,410 USDC. I need two steps from you: an allowance (done), then the swap.",
			),
			{ kind: "entry", key: "e1", entry: entry(), at },
		],
		pending: null,
		fault: null,
		...change,
	};
}

/** Everything that can stand in a transcript, hostile text too. */
export function everything(): TranscriptView {
	return transcript({
		turnState: "processing",
		items: [
			...transcript().items,
			{ kind: "turn", key: "t2", state: "awaiting_action", at },
			message("m3", "system", "The app “uniswap” was updated."),
			message(
				"m4",
				"agent",
				"Pay \u202Eyenom eht\u202C to me\u200B\u200B\u200B\u200B now \u{E0041}\u{E0042}\u{E0043}. <b>Bold?</b> [link](https://x)",
			),
			{ kind: "error", key: "x1", text: "Quote provider timed out after 30 s.", at },
			{
				kind: "unreadable",
				key: "u1",
				type: "hologram_shown",
				reason: "this kind of event is newer than this Countersign. It is kept, and the session goes on.",
				raw: '{"type":"hologram_shown","x":1}',
				at,
			},
			{
				kind: "task",
				key: "k2",
				label: "Watch the pool",
				app: "yield-scout",
				phase: "waiting for price",
				state: "running",
				message: null,
				steps: [],
				durationMs: null,
				at,
			},
			{ kind: "tool", key: "c2", name: "chain.read", state: "running", result: "", at },
			message("m5", "agent", "Looking at the pool’s depth before I", true),
		],
	});
}
