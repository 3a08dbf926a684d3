import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { type BuildFacts, buildView } from "../../../../src/main/catalog/build-view.ts";
import { simulationView } from "../../../../src/main/views/simulation-view.ts";
import type { PipelineSimulation } from "../../../../src/service-api/simulation.ts";
import { ACTION, DIGEST, PASSED, SVM_ACTION } from "./builds.ts";

const ME = ACTION.from;
const FRIEND = ACTION.to;
const TOKEN = "0x3333333333333333333333333333333333333333";
const AROUND = { labels: { [FRIEND]: "Ada" }, accounts: [ME], signers: [ME], chains: ["1"] };

const simulated = (more: Partial<PipelineSimulation>) => simulationView({ ...PASSED, ...more }, AROUND);

const facts = (more: Partial<BuildFacts> = {}): BuildFacts => ({
	id: "b1",
	family: "evm",
	version: 2,
	status: "staged",
	digest: DIGEST,
	expiresAt: 1,
	app: "demo",
	operations: ["send", { operation: "swap", arguments: {} }, 5],
	skills: [],
	actions: [ACTION],
	actionTexts: ['{"value":12345678901234567890}'],
	summaryText: null,
	safetyMode: null,
	evidenceText: null,
	raw: "{}",
	simulation: null,
	origin: "Made by send",
	working: null,
	whyNotSimulate: null,
	whyNotCommit: "Simulate it first.",
	fault: null,
	committed: null,
	...more,
});

describe("the service's guards of a Build", () => {
	const shown = (safetyMode: string | null) => buildView(facts({ safetyMode }), AROUND).safetyMode;

	it.each([
		["guarded_only", "finding.safety-mode.guarded", false],
		["balanced", "finding.safety-mode.balanced", false],
		["unrestricted", "finding.safety-mode.unrestricted", true],
	] as const)("in the mode %s", (mode, code, isCaution) => {
		expect(shown(mode)).toEqual({ text: message(code), isCaution });
	});

	it("in an unknown mode are quoted, as a caution", () => {
		const text = message("finding.safety-mode.unknown", { mode: "yolo" });
		expect(shown("yolo")).toEqual({ text, isCaution: true });
		expect(shown(null)).toBeNull();
	});

	it("show their evidence as it was received", () => {
		const evidence = (evidenceText: string | null) => buildView(facts({ evidenceText }), AROUND).evidence;
		expect(evidence('{"n":1e999}')).toBe('{"n":1e999}');
		expect([evidence(null), evidence("null")]).toEqual([null, null]);
	});
});

describe("the simulation of a Build, row by row", () => {
	it("shows a native amount in the chain's own unit, and the user's role", () => {
		const { changes } = simulated({
			balanceChanges: [
				{ asset: "native", amount: "5", account: FRIEND, direction: "in" },
				{ asset: "native", amount: "-1500000000000000000", counterparty: FRIEND },
			],
		});
		expect(changes).toMatchObject([
			{
				mine: true,
				direction: "out",
				account: { address: ME },
				counterparty: { label: "Ada" },
				amount: { text: "1.5", unit: "ETH", checked: true },
			},
			{ mine: false, direction: "in", account: { label: "Ada" } },
		]);
	});

	it("trusts no token's decimals: the service's are unchecked, with base units next to them", () => {
		const { changes } = simulated({
			balanceChanges: [
				{ asset: TOKEN, amount: "1000000", symbol: "US\u202eDC", decimals: 0, direction: "out" },
			],
		});
		expect(changes[0]?.amount).toMatchObject({ raw: "1000000", checked: false, unit: "US‹U+202E›DC" });
	});

	it("shows amounts and permissions of listed tokens in their own units", () => {
		const usdc = { asset: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", chainId: 1, decimals: 18 };
		const { changes, permissions } = simulated({
			balanceChanges: [{ ...usdc, amount: "1500000", direction: "out" }],
			approvals: [
				{ ...usdc, standard: "erc20", account: ME, spender: FRIEND, kind: "allowance", amount: "2500000" },
			],
		});
		expect(changes[0]?.amount).toMatchObject({ text: "1.5", unit: "USDC", checked: true });
		expect(permissions[0]?.text).toMatchObject({
			code: "simulation.allowance.listed",
			params: { amount: { amount: { raw: "2500000", decimals: 6, symbol: "USDC" } } },
		});
	});

	it("keeps the text of an amount that is not a number", () => {
		const { changes } = simulated({ balanceChanges: [{ asset: TOKEN, amount: "1e18" }] });
		expect(changes[0]).toMatchObject({ direction: "unknown", amount: { text: "1e18", checked: false } });
	});

	it("names a permission's spender and asset, and a revoked one as such", () => {
		const approval = {
			account: ME,
			spender: FRIEND,
			asset: TOKEN,
			kind: "allowance",
			standard: "erc20",
		} as const;
		const { permissions } = simulated({
			approvals: [
				{ ...approval, amount: "25", decimals: 18 },
				{ ...approval, amount: (2n ** 256n - 1n).toString() },
				{ ...approval, amount: "0" },
				{ ...approval, kind: "operator", approved: true },
			],
		});
		expect(permissions.map(({ unlimited, grants }) => [unlimited, grants])).toEqual([
			[false, true],
			[true, true],
			[false, false],
			[true, true],
		]);
		expect(permissions.map(({ text }) => text)).toMatchObject([
			{ code: "simulation.allowance", params: { who: "Ada", amount: "25" } },
			{ code: "simulation.any-amount", params: { who: "Ada" } },
			{ code: "simulation.takes-back" },
			{ code: "simulation.collection", params: { who: "Ada" } },
		]);
	});

	it("draws a bounded number of rows, and counts the omitted ones", () => {
		const change = { asset: "native", amount: "1" };
		const { changes, warnings } = simulated({ balanceChanges: Array.from({ length: 305 }, () => change) });
		expect(changes).toHaveLength(300);
		expect(warnings).toEqual([message("build.more-rows", { count: "5" })]);
	});

	it("names the step only if there are several actions", () => {
		const change = { asset: "native", amount: "1", step: 2 };
		const { changes } = simulationView(
			{ ...PASSED, balanceChanges: [change] },
			{ ...AROUND, signers: [ME, FRIEND], chains: ["1", "1"] },
		);
		expect(changes[0]).toMatchObject({ step: 2, account: { address: FRIEND } });
		expect(simulated({ balanceChanges: [change] }).changes[0]?.step).toBeNull();
	});
});

describe("a Build in a window", () => {
	it("describes each action, next to its original text", () => {
		const view = buildView(facts(), AROUND);
		expect(view.actions).toEqual([
			{
				at: 1,
				text: message("build.action.evm", {
					label: "Send",
					to: FRIEND,
					chain: "1",
					wei: "12345678901234567890",
					data: message("build.action.data", { bytes: "0" }),
				}),
				raw: '{"value":12345678901234567890}',
			},
		]);
		expect(view.operations).toEqual(["send", "swap", "5"]);
	});

	it("describes actions of Solana and of unknown kinds", () => {
		const view = buildView(facts({ actions: [SVM_ACTION, { chain: "moon" }] }), AROUND);
		expect(view.actions.map(({ text }) => text)).toEqual([
			message("build.action.instruction", {
				label: "Move",
				program: "11111111111111111111111111111111",
				cluster: "devnet",
			}),
			message("build.action.unknown"),
		]);
	});

	it("says why it can't be committed, and no longer mentions it after the commit", () => {
		expect(buildView(facts(), AROUND)).toMatchObject({
			canSimulate: true,
			canCommit: false,
			text: "Simulate it first.",
		});
		const committed = { results: [], requests: [], text: "Look in the inbox." };
		const over = facts({ whyNotSimulate: "Over.", whyNotCommit: "Over.", committed });
		expect(buildView(over, AROUND)).toMatchObject({ status: "committed", text: null, committed });
	});

	it("truncates what exceeds a window, and names the full source", () => {
		const { raw } = buildView(facts({ raw: "x".repeat(300_000) }), AROUND);
		expect(raw.length).toBeLessThan(201_000);
		expect(raw).toContain("the saved file holds the whole");
	});

	it("shows a summary as a sentence if it is one, and otherwise as its text", () => {
		expect(buildView(facts({ summaryText: '"Pay\\u0020Ada"' }), AROUND).summary).toBe("Pay Ada");
		expect(buildView(facts({ summaryText: '{"n":9007199254740993}' }), AROUND).summary).toBe(
			'{"n":9007199254740993}',
		);
		expect(buildView(facts({ summaryText: "null" }), AROUND).summary).toBeNull();
	});
});
