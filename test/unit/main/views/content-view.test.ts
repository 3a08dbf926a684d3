import { describe, expect, it } from "vitest";
import type { InnerCall, LocalSimulation } from "../../../../src/core/decoded-transaction/opinion.ts";
import type { Hex } from "../../../../src/core/format/numeral.ts";
import { message } from "../../../../src/core/localized-text.ts";
import type { CallNodeView } from "../../../../src/ipc/review.ts";
import { contentView } from "../../../../src/main/views/content-view.ts";
import {
	approveData,
	commitOf,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../core/match/honest.ts";
import { execTransaction, MULTISEND, multicall, multiSend } from "../../core/review/calls.ts";
import { review } from "../../core/review/scene.ts";

const done = (inner: readonly InnerCall[]): LocalSimulation => ({
	state: "done",
	how: "debug_traceCall",
	at: 1n,
	simulation: simulation({ approvals: [] }),
	controls: [],
	inner,
	codes: new Map(),
	allowances: [],
	gaps: [],
	hangsOnBlock: false,
	revert: null,
});

const ran = (patch: Partial<InnerCall> = {}): InnerCall => ({
	under: 0,
	depth: 1,
	kind: "call",
	from: VAULT,
	to: TOKEN.toLowerCase(),
	value: 0n,
	data: transferData(OTHER, 25_000_000n),
	accounts: [],
	...patch,
});

/** Returns a transaction's calls as the trusted window shows them. */
function callsOf(
	to: string,
	data: Hex,
	local: LocalSimulation = { state: "running" },
): readonly CallNodeView[] {
	const [insight] = review(commitOf({ to, data }), {
		opinion: { items: [{ local, addressFacts: null }], names: new Map() },
	}).analyses;
	if (insight === undefined) throw new Error("nothing was decoded");
	const content = contentView(insight, {});
	return content.kind === "evm_transaction" ? content.calls : [];
}

const size = (nodes: readonly CallNodeView[]): number =>
	nodes.reduce((sum, node) => sum + 1 + size(node.children), 0);

describe("inner calls", () => {
	it("are absent in a plain call", () => {
		expect(callsOf(TOKEN, transferData(OTHER, 1n))).toEqual([]);
	});

	it("are a tree, each described by us", () => {
		const batch = multiSend([
			{ to: TOKEN, data: transferData(OTHER, 25_000_000n) },
			{ to: OTHER, data: "0x12345678", operation: 1 },
		]);
		expect(callsOf(VAULT, execTransaction({ to: MULTISEND, data: batch, operation: 1 }))).toMatchObject([
			{
				kind: "delegatecall",
				source: "decoded",
				known: false,
				children: [
					{
						kind: "call",
						text: { params: { told: { code: "token.send" } } },
						known: true,
						to: { address: TOKEN },
					},
					{
						kind: "delegatecall",
						text: { params: { told: { code: "call.unknown.delegate" } } },
						known: false,
						children: [],
					},
				],
			},
		]);
	});

	it("are followed by the calls that the user's own RPC ran, without those that change nothing", () => {
		const calls = callsOf(
			VAULT,
			"0x12345678",
			done([
				ran({ kind: "staticcall" }),
				ran({ depth: 2 }),
				ran(),
				ran({ kind: "delegatecall", from: TOKEN.toLowerCase(), to: OTHER.toLowerCase(), depth: 2 }),
				ran({ data: approveData(VAULT, 1n), from: SIGNER.toLowerCase() }),
			]),
		);
		expect(calls).toMatchObject([
			{
				source: "simulated",
				text: { params: { told: { code: "token.send" } } },
				children: [
					{
						kind: "delegatecall",
						text: message("calls.delegate", { where: "0x2B5AD5…cCD6cF", who: "0xA1A1a1…A1a1a1" }),
					},
				],
			},
			{ source: "simulated", signature: "approve(address,uint256)", children: [] },
		]);
	});

	it("are bounded, and the rest is counted", () => {
		const calls = callsOf(VAULT, "0x12345678", done(Array.from({ length: 400 }, () => ran())));
		expect(size(calls)).toBe(101);
		expect(calls.at(-1)).toMatchObject({ known: false, text: message("calls.more", { count: 300 }) });
	});

	it("with hostile depths and bytes are still shown", () => {
		const deep = Array.from({ length: 90 }, (_, index) => ran({ depth: index + 1 }));
		expect(size(callsOf(VAULT, "0x12345678", done(deep)))).toBe(90);
		expect(callsOf(VAULT, "0x12345678", done([ran({ to: "nowhere" }), ran({ data: "0x1" })]))).toMatchObject([
			{ text: message("calls.unreadable"), known: false },
			{ text: message("calls.unreadable"), known: false },
		]);
	});

	it("that were not decoded are counted too", () => {
		const calls = callsOf(TOKEN, multicall(Array.from({ length: 70 }, () => transferData(OTHER, 1n))));
		expect(size(calls)).toBe(65);
		expect(calls.at(-1)).toMatchObject({ text: message("calls.more", { count: 6 }), known: false });
	});
});
