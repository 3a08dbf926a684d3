import type { TranscriptView } from "../../../src/ipc/conversations.ts";
import { NOW } from "./common.ts";
import { message, task, tool, transcript, value } from "./transcript.ts";

/** Conversations with much to read: markdown, values, tasks. */

const REPORT = [
	"## Where your funds are",
	"",
	"You hold **three positions** on _Base_. The ~~old~~ current figures, as of block `31204101`:",
	"",
	"| Position | Value | Share |",
	"|:---|---:|:-:|",
	"| ETH | 9,420.12 USD | 61 % |",
	"| USDC | 4,410.00 USD | 29 % |",
	"| [Aave](https://app.aave.com/dashboard) | 1,500.00 USD | 10 % |",
	"",
	"1. Move *half* of the ETH",
	"2. Leave the rest",
	"   - it earns 2.1 %",
	"   - nothing is locked",
	"",
	"- [x] Read balances",
	"- [ ] Ask for the allowance",
	"",
	"> Slippage is bounded at 1 %.",
	"> > It was 0.4 % a minute ago.",
	"",
	"```ts",
	"const out = await quote({ from: 'ETH', to: 'USDC', amount: 1_500_000_000_000_000_000n });",
	"if (out < floor) throw new Error('too little');",
	"```",
	"",
	"---",
	"",
	"See https://docs.uniswap.org/concepts, or [your bank](https://bank.example.evil.example/login) ![chart](https://cdn.example.com/p.png)",
].join("\n");

const HOSTILE = [
	"# <img src=x onerror=alert(1)> Sign now",
	"",
	"[uniswap.org](https://unlswap.example/claim) · [click](javascript:alert(1)) · [data](data:text/html,<b>x</b>) · <https://a.example>",
	"",
	'<div style="position:fixed"><script>alert(1)</script></div>',
	"",
	"Send to 0x8626f694\u202E0e28\u202C &#x202e;txt.exe &lt;b&gt; a\u200Bb",
].join("\n");

const at = NOW - 60_000;

export function reading(change: Partial<TranscriptView> = {}): TranscriptView {
	return transcript({
		turnState: "complete",
		items: [message("r1", "user", "What do I hold?\n*as it is*"), message("r2", "agent", REPORT)],
		...change,
	});
}

export function hostile(): TranscriptView {
	return reading({
		items: [
			message("h0", "user", "<b>I</b> say [this](https://example.com) plainly."),
			message("h1", "agent", HOSTILE),
			message("h2", "system", "A plain http link: [news](http://news.example/x)."),
			message("h3", "agent", `${">".repeat(200)} too deep`),
		],
	});
}

export function working(): TranscriptView {
	return transcript({
		turnState: "processing",
		items: [
			message("w1", "user", "Watch the pool and buy below 2,900."),
			{ kind: "turn", key: "w2", state: "processing", at },
			tool("w3", "uniswap.quote", {
				args: value({ from: "ETH", to: "USDC", amount_in: "1500000000000000000", hops: [1, 2] }),
				result: value(
					'{"routes":3,"best":{"pool":"v4","fee_bps":5,"sqrtPriceX96":79228162514264337593543950336},"note":"a\u202Eb","empty":{},"ok":true}',
				),
				preview: '{"routes":3,"best":{"pool":"v4","fee_bps":5}}',
				note: "Quoted for one minute.",
			}),
			task("w4", "Watch the pool", {
				app: "yield-scout",
				phase: "waiting for price",
				resumed: true,
				elapsed: { ms: 64_000, at: NOW - 4_000 },
				steps: [
					{ kind: "tool", seq: 0, name: "pool.read", args: value({ pool: "v4" }), preview: "price 2,941.20" },
					{ kind: "note", seq: 1, text: "The price is 0.4 % away from the limit." },
				],
				tools: [
					tool("w5", "pool.depth", {
						state: "running",
						result: value({ step: 1, of: 4 }),
						preview: '{"step":1}',
					}),
				],
			}),
			task("w6", "Compare bridges", {
				state: "stalled",
				message: "No bridge answered in time.",
				reportedSteps: 4,
				staged: 0,
				durationMs: 30_400,
			}),
			task("w7", "Read allowances", { app: "chain", state: "ended" }),
			message("w8", "agent", "The price is at **2,941** and fal", { live: true }),
		],
	});
}
