import type {
	TaskItem,
	ToolItem,
	TranscriptItem,
	TranscriptView,
	ValueText,
} from "../../../src/ipc/conversations.ts";
import { live, MINUTE, NOW } from "./common.ts";
import { entry } from "./desk.ts";

type Message = Extract<TranscriptItem, { kind: "message" }>;

export function message(
	key: string,
	sender: Message["sender"],
	text: string,
	change: Partial<Message> = {},
): TranscriptItem {
	return { kind: "message", key, sender, text, live: false, at: NOW - MINUTE, ...change };
}

const at = NOW - MINUTE;

export function value(of: unknown): ValueText {
	const text = typeof of === "string" ? of : JSON.stringify(of, null, 2);
	return { text, length: text.length };
}

export function tool(key: string, name: string, change: Partial<ToolItem> = {}): ToolItem {
	return {
		kind: "tool",
		key,
		name,
		state: "done",
		args: null,
		result: null,
		preview: "",
		note: null,
		at,
		...change,
	};
}

export function task(key: string, label: string, change: Partial<TaskItem> = {}): TaskItem {
	return {
		kind: "task",
		key,
		label,
		app: "uniswap",
		phase: null,
		state: "running",
		resumed: false,
		message: null,
		steps: [],
		tools: [],
		reportedSteps: null,
		omitted: 0,
		staged: null,
		durationMs: null,
		elapsed: null,
		at,
		...change,
	};
}

const quote = {
	routes: 3,
	best: { pool: "v4", fee_bps: 5, path: ["ETH", "USDC"] },
	amount_out: "4410210000",
};

/** The conversation of the mock: a request, tools, an answer, something to sign. */
export function transcript(change: Partial<TranscriptView> = {}): TranscriptView {
	const view: Omit<TranscriptView, "total"> = {
		sessionId: "ses_4d7e8f01",
		title: "Rebalance to stables",
		turnState: "awaiting_action",
		turnId: "turn-1",
		connection: live,
		revision: 1,
		from: 0,
		items: [
			message("m1", "user", "Move half of my ETH on Base into USDC, keep slippage under 1 %."),
			{ kind: "turn", key: "t1", state: "processing", at },
			tool("c1", "uniswap.quote", {
				args: value({ from: "ETH", to: "USDC", amount: "1.5" }),
				result: value(quote),
				preview: JSON.stringify(quote),
			}),
			task("k1", "Simulated 2 transactions", {
				state: "completed",
				message: "2 of 2 guards passed",
				steps: [
					{
						kind: "tool",
						seq: 0,
						name: "simulate",
						args: value({ block: 31_204_101 }),
						preview: "eth_call at block 31,204,101",
					},
				],
				reportedSteps: 1,
				staged: 2,
				durationMs: 812,
			}),
			message(
				"m2",
				"agent",
				"The best route is **Uniswap v4**: 1.5 ETH for about 4,410 USDC. I need two steps from you: an allowance (done), then the swap.",
			),
			{ kind: "entry", key: "e1", entry: entry(), at },
		],
		pending: null,
		fault: null,
		archived: false,
		fixed: null,
		...change,
	};
	return { total: view.items.length, ...view };
}

/** Everything that can stand in a transcript, hostile text too. */
export function everything(): TranscriptView {
	return transcript({
		turnState: "processing",
		items: [
			...transcript().items,
			{ kind: "turn", key: "t2", state: "awaiting_action", at },
			{ kind: "title", key: "n1", title: "Rebalance to stables", at },
			message("m3", "system", "The app “uniswap” was updated."),
			message("m3b", "notice", "Your credit will last for about *20 more turns*."),
			message(
				"m4",
				"agent",
				"Pay \u202Eyenom eht\u202C to me\u200B\u200B\u200B\u200B now \u{E0041}\u{E0042}\u{E0043}. <b>Bold?</b> [paypal.com](https://evil.example/x)",
			),
			{ kind: "error", key: "x1", text: "Quote provider timed out after 30 s.", at },
			{
				kind: "unreadable",
				key: "u1",
				type: "hologram_shown",
				reason: "this kind of event is newer than this Countersign. It is kept, and the session goes on.",
				raw: value({ type: "hologram_shown", x: 1 }),
				at,
			},
			task("k2", "Watch the pool", {
				app: "yield-scout",
				phase: "waiting for price",
				resumed: true,
				elapsed: { ms: 64_000, at: NOW - 4_000 },
				steps: [
					{ kind: "tool", seq: 0, name: "pool.read", args: value({ pool: "v4" }), preview: "price 2,941.20" },
					{ kind: "note", seq: 1, text: "The price is 0.4 % away from the limit." },
				],
				tools: [tool("c3", "pool.depth", { state: "running" })],
			}),
			tool("c2", "chain.read", { state: "running" }),
			message("m5", "agent", "Looking at the pool’s depth before I", { live: true }),
		],
	});
}
