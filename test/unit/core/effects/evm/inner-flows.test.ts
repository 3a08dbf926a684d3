import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { DecodedEvmTransaction } from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { mintUnit } from "../../../../../src/core/decoded-transaction/svm/svm-decoded-transaction.ts";
import { permissionsOf } from "../../../../../src/core/describe/evm/permissions.ts";
import { comparisonOf } from "../../../../../src/core/effects/compare/compare.ts";
import { agreementOf, hiddenParts } from "../../../../../src/core/effects/evm/hidden.ts";
import { decodedOutflows } from "../../../../../src/core/effects/evm/outflows.ts";
import { rightsOfCall } from "../../../../../src/core/effects/evm/rights.ts";
import { evmStepEffects } from "../../../../../src/core/effects/evm/step-effects.ts";
import { evmStepFacts } from "../../../../../src/core/effects/evm/step-facts.ts";
import { effectsOf } from "../../../../../src/core/effects/merge.ts";
import { generalFindings } from "../../../../../src/core/risk/general/index.ts";
import { stepFindings } from "../../../../../src/core/risk/general/simulation.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { saying } from "../../../../support/saying.ts";
import { approveData, CHAIN, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import {
	CALLER,
	callOf,
	execTransaction,
	execute,
	input,
	multicall,
	PERMIT2,
	ROUTER_ITSELF,
	routerExecute,
	UNIVERSAL_ROUTER,
	v3Path,
} from "../../review/calls.ts";
import { facts, NOT_SIMULATED, NOW, tokenFacts } from "../../review/scene.ts";
import { mint, svmFacts } from "../../review/svm-scene.ts";
import { WORDS } from "../../risk/general/scene.ts";
import {
	approval,
	dai,
	friend,
	me,
	moves,
	ownSimulation,
	paying,
	simulated,
	subjectDeclaring,
	thief,
	token,
	vault,
} from "../compare/compare-scene.ts";

/** Transfers and approvals of inner calls, compared with the service's simulation. */

const MAX = 2n ** 256n - 1n;
const TO = "(address token, uint160 amount, uint48 expiration, uint48 nonce)";
const MOVES = "moves";
const ALLOWS = "permission";

const permitInput = (amount: bigint, spender: string) =>
	input(`(${TO} details, address spender, uint256 sigDeadline) permitSingle|bytes signature`, [
		{
			details: { token: TOKEN, amount, expiration: 1_795_270_052, nonce: 0 },
			spender,
			sigDeadline: 1n,
		},
		"0x",
	]);
const swapIn = (amount: bigint, byCaller = true) =>
	input("address|uint256|uint256|bytes|bool", [CALLER, amount, 1n, v3Path(TOKEN, dai), byCaller]);
const moveTo = (to: string, amount: bigint) => input("address|address|uint160", [TOKEN, to, amount]);
const sweep = (asset: string) => input("address|address|uint256", [asset, CALLER, 0n]);

const of = (to: string, data: `0x${string}`, service: PipelineSimulation | null = simulated()) =>
	subjectDeclaring(service, { call: { to, data } });
const hides = (subject: DecodedEvmTransaction) => hiddenParts(subject);
const finding = (subject: DecodedEvmTransaction, id: string, own: LocalSimulation = NOT_SIMULATED.local) => {
	const opinion = { ...NOT_SIMULATED, local: own };
	const comparison = comparisonOf(subject, own);
	const facts = evmStepFacts(subject, {
		opinion,
		comparison,
		isLater: false,
		sameNonceHeadline: null,
		texts: [],
		now: NOW,
	});
	const effects = effectsOf([evmStepEffects(subject, opinion, 0, comparison.verdict)], subject);
	const all = [...stepFindings(facts), ...generalFindings(effects, WORDS)];
	return all.find((each) => each?.id === id);
};

describe("coin sent as the maximum cost of a call", () => {
	const POOLS = "0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24";
	const data = callOf(
		"function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)",
		[TOKEN, 0n, 0n, 0n, SIGNER, 1_795_270_052n],
	);
	const sends = (to: string, ...gone: readonly bigint[]) =>
		subjectDeclaring(simulated({ balanceChanges: gone.map((amount) => moves("out", "native", amount)) }), {
			call: { to, value: 500n, data },
		});
	it("hides nothing if some of it returns, and everything if the service shows none of it", () => {
		expect(hides(sends(POOLS, 300n))).toEqual([]);
		expect(hides(sends(POOLS))).toEqual([MOVES]);
	});
	it("leaves in full at an unknown contract", () => {
		expect(hides(sends(vault, 300n))).toEqual([MOVES]);
	});
	it("counts in full for outflow rules", () => {
		expect(decodedOutflows(sends(POOLS, 300n))).toMatchObject([{ asset: "native", amount: 500n }]);
	});
});

describe("outflows of inner calls", () => {
	it("are found if the signer makes the calls: an account of their own, a contract that calls itself, Permit2, a router", () => {
		const send = transferData(thief, 30_000_000n);
		const permit2 = callOf("function transferFrom(address from, address to, uint160 amount, address token)", [
			SIGNER,
			thief,
			30_000_000n,
			TOKEN,
		]);
		for (const [to, data] of [
			[SIGNER, execute({ to: TOKEN, data: send })],
			[TOKEN, multicall([send])],
			[PERMIT2, permit2],
			[UNIVERSAL_ROUTER, routerExecute([[0x02, moveTo(thief, 30_000_000n)]])],
			[UNIVERSAL_ROUTER, routerExecute([[0x00, swapIn(30_000_000n)]])],
		] as const) {
			const subject = of(to, data);
			expect(decodedOutflows(subject), to).toMatchObject([{ asset: token, from: me, amount: 30_000_000n }]);
			expect(hides(subject), to).toContain(MOVES);
			expect(agreementOf(subject)).toBe("contradicts");
			expect(finding(subject, "declared-differs"), to).toMatchObject({ severity: "danger", needsWord: true });
			const told = ["loss", "exchange", "elsewhere"].map((id) => finding(subject, id)?.severity);
			expect(told, to).toContain("danger");
		}
	});

	it("are the wei of an inner call, and the amounts of the outer call", () => {
		const subject = of(SIGNER, execute({ to: thief, value: 9n }));
		expect(decodedOutflows(subject)).toMatchObject([{ asset: "native", amount: 9n, to: thief }]);
		const router = subjectDeclaring(simulated(), {
			call: { to: UNIVERSAL_ROUTER, data: routerExecute([[0x00, swapIn(5n)]]), value: 7n },
		});
		expect(decodedOutflows(router)).toMatchObject([
			{ asset: "native", amount: 7n },
			{ asset: token, amount: 5n },
		]);
	});

	it("must be shown in full: several of one token add up, per recipient", () => {
		const data = multicall([transferData(friend, 5n), transferData(vault, 6n)]);
		const shown = (...changes: Parameters<typeof moves>[]) =>
			hides(of(TOKEN, data, simulated({ balanceChanges: changes.map((each) => moves(...each)) })));
		expect(shown(["out", token, 11n])).toEqual([]);
		expect(shown(["out", token, 6n])).toContain(MOVES);
		expect(
			shown(["out", token, 5n, { counterparty: friend }], ["out", token, 6n, { counterparty: vault }]),
		).toEqual([]);
		expect(shown(["out", token, 11n, { counterparty: thief }])).toContain(MOVES);
	});

	it("exclude others' calls, ambiguous calls of an unknown contract, and undescribed ones", () => {
		const send = transferData(thief, 30_000_000n);
		expect(decodedOutflows(of(VAULT, execTransaction({ to: TOKEN, data: send })))).toEqual([]);
		expect(decodedOutflows(of(VAULT, routerExecute([[0x00, swapIn(30_000_000n)]])))).toEqual([]);
		expect(hides(of(TOKEN, multicall([send]), null))).toEqual([]);
	});

	it("are found if another account's call takes them from the signer", () => {
		const pull = callOf("function transferFrom(address from, address to, uint256 amount)", [
			SIGNER,
			thief,
			30_000_000n,
		]);
		expect(hides(of(VAULT, execTransaction({ to: TOKEN, data: pull })))).toContain(MOVES);
	});

	it("accept an honest swap whose rest may come back", () => {
		const declared = simulated({
			balanceChanges: [moves("out", token, 20n, { counterparty: UNIVERSAL_ROUTER }), moves("in", dai, 9n)],
		});
		const plain = routerExecute([
			[0x0a, permitInput(2n ** 160n - 1n, UNIVERSAL_ROUTER)],
			[0x00, swapIn(20n)],
		]);
		expect(hides(of(UNIVERSAL_ROUTER, plain, declared))).toEqual([]);
		const rest = routerExecute([
			[0x02, moveTo(ROUTER_ITSELF, 25n)],
			[0x00, swapIn(20n, false)],
			[0x04, sweep(TOKEN)],
		]);
		expect(hides(of(UNIVERSAL_ROUTER, rest, declared))).toEqual([]);
		expect(hides(of(UNIVERSAL_ROUTER, rest, simulated()))).toContain(MOVES);
		// Tokens that were paid to someone don't return, even if a sweep follows.
		const gone = routerExecute([
			[0x02, moveTo(thief, 25n)],
			[0x04, sweep(TOKEN)],
		]);
		const less = simulated({ balanceChanges: [moves("out", token, 20n)] });
		expect(hides(of(UNIVERSAL_ROUTER, gone, less))).toContain(MOVES);
	});
});

describe("approvals of inner calls", () => {
	it("are listed, and must be shown", () => {
		const data = execute({ to: TOKEN, data: approveData(vault, 25n) });
		const subject = of(SIGNER, data);
		expect(permissionsOf(subject)).toMatchObject([
			{ spender: vault, token, kind: "allowance", amount: { raw: 25n }, grants: true, source: "decoded" },
		]);
		expect(hides(subject)).toContain(ALLOWS);
		const shown = of(SIGNER, data, simulated({ approvals: [approval(vault, 25n)] }));
		expect(hides(shown)).toEqual([]);
		expect(permissionsOf(shown)).toHaveLength(1);
	});

	it("are listed for Permit2, alone and inside a router, with their expiry", () => {
		const approve = callOf(
			"function approve(address token, address spender, uint160 amount, uint48 expiration)",
			[TOKEN, vault, 25n, 1_795_270_052],
		);
		const row = { spender: vault, token, kind: "allowance", amount: { raw: 25n }, grants: true };
		const direct = permissionsOf(of(PERMIT2, approve));
		expect(direct).toMatchObject([row]);
		expect(direct[0]?.text).toMatchObject({ code: "allow.permit2.until", params: { until: "2026-11-21" } });
		const routed = of(UNIVERSAL_ROUTER, routerExecute([[0x0a, permitInput(25n, vault)]]));
		expect(permissionsOf(routed)).toMatchObject([row]);
		expect(hides(routed)).toContain(ALLOWS);
	});

	it("keep the stated amount if it lowers an unknown allowance or adds nothing, though neither is an effect", () => {
		const change = (name: "increaseAllowance" | "decreaseAllowance", by: bigint) => {
			const subject = of(
				SIGNER,
				execute({ to: TOKEN, data: callOf(`function ${name}(address spender, uint256 by)`, [vault, by]) }),
			);
			return [permissionsOf(subject), rightsOfCall(subject)];
		};
		const row = { spender: vault, token, kind: "allowance", unlimited: false };
		expect(change("decreaseAllowance", MAX)).toMatchObject([[{ ...row, grants: false }], []]);
		expect(change("increaseAllowance", 0n)).toMatchObject([
			[{ ...row, grants: true, amount: { raw: 0n } }],
			[],
		]);
		expect(change("increaseAllowance", 7n)).toMatchObject([
			[{ ...row, grants: true, amount: { raw: 7n } }],
			[{ holder: vault, added: 7n }],
		]);
	});

	it("are the token's own, not Permit2's, if a contract hands a permit to the token", () => {
		const POSITIONS = "0x03a520b32c04bf3beef7beb72e919cf822ed34f1";
		const word = `0x${"11".repeat(32)}`;
		const permit = callOf(
			"function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
			[TOKEN, 25n, 1n, 27, word, word],
		);
		expect(permissionsOf(of(POSITIONS, permit))).toMatchObject([
			{
				spender: POSITIONS,
				token,
				amount: { raw: 25n },
				text: { params: { parts: [{ code: "allow.up-to" }, { code: "allow.lasts" }] } },
			},
		]);
	});

	it("exclude those of a Safe or another owner", () => {
		expect(permissionsOf(of(VAULT, execTransaction({ to: TOKEN, data: approveData(thief, MAX) })))).toEqual(
			[],
		);
		const others = callOf(
			"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
			[friend, thief, MAX, 1n, 27, `0x${"11".repeat(32)}`, `0x${"11".repeat(32)}`],
		);
		expect(permissionsOf(of(TOKEN, others))).toEqual([]);
	});

	it("are no contradiction if both simulations agree that nothing of them is left", () => {
		const data = execute({ to: TOKEN, data: approveData(vault, 25n) });
		const subject = of(SIGNER, data);
		expect(finding(subject, "declared-differs")).toBeDefined();
		expect(finding(subject, "declared-differs", ownSimulation())).toBeUndefined();
		// Effects of the outer call itself are not reported as those of an inner one.
		expect(
			finding(
				subjectDeclaring(simulated(), { call: paying(thief, 5n) }),
				"declared-differs",
				ownSimulation(),
			),
		).toBeDefined();
	});
});

it("a router's calls at an unknown contract are displayed as possible", () => {
	const data = routerExecute([[0x00, swapIn(5n)]]);
	const service = simulated({ balanceChanges: [moves("out", token, 5n), moves("in", dai, 5n)] });
	const subject = of(VAULT, data, service);
	expect(finding(subject, "unknown-call")).toMatchObject({
		severity: "danger",
		needsWord: true,
		text: saying("finding.unknown-call.unverified", { like: { code: "call.wrapper.router" } }),
	});
	const own = ownSimulation({ balanceChanges: [moves("out", token, 5n), moves("in", dai, 5n)] });
	expect(finding(subject, "unknown-call", own)).toMatchObject({ severity: "danger", needsWord: true });
	expect(finding(of(UNIVERSAL_ROUTER, data, service), "unknown-call")).toBeUndefined();
});

it("a well-known token whose decimals differ on the chain has no unit", () => {
	const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
	const rows = (decimals: number) => {
		const usdc = tokenFacts({
			address: USDC,
			symbol: { ok: true, value: "USDC" },
			decimals: { ok: true, value: decimals },
		});
		const subject = subjectDeclaring(simulated(), {
			call: { to: USDC, data: approveData(vault, 25n) },
			chain: facts({ chainId: CHAIN }, [usdc]),
		});
		return permissionsOf(subject);
	};
	expect(rows(6)).toMatchObject([{ amount: { checked: true, decimals: 6 } }]);
	expect(rows(18)).toMatchObject([{ amount: { checked: false } }]);
});

it("a well-known mint whose decimals differ on the chain has no unit either", () => {
	const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
	const checked = (decimals: number) =>
		mintUnit(svmFacts({}, [[new PublicKey(USDC), mint({ decimals })]]), USDC).checked;
	expect(checked(6)).toBe(true);
	expect(checked(9)).toBe(false);
});
