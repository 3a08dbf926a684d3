import { parseEther, parseSignature } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amountParam, message } from "../../../../../src/core/localized-text.ts";
import { checkSignedEvm, signedEvm, signingHashEvm } from "../../../../../src/core/match/evm/bytes.ts";
import { intentsOf } from "../../../../../src/core/match/frozen.ts";
import { factsRequestOf } from "../../../../../src/core/review/ask.ts";
import { composeReview } from "../../../../../src/core/review/compose.ts";
import type { Review } from "../../../../../src/core/review/review.ts";
import { type EvmChain, EvmRpcChains } from "../../../../../src/main/chains/evm/chain.ts";
import type { EvmTransactionPayload } from "../../../../../src/service-api/commit.ts";
import { type Demo, deployDemo } from "../../../../chains/demo.ts";
import { type Anvil, devAccount, startAnvil } from "../../../../chains/evm.ts";
import type { Intent } from "../../../../mock-service/evm-build.ts";
import { makeOffer } from "../../../../mock-service/offers.ts";
import type { Twist } from "../../../../mock-service/sentences.ts";
import { saying } from "../../../../support/saying.ts";
import { frozenOf, hex, OTHER } from "../../../core/match/honest.ts";
import { input, user } from "../../../core/review/scene.ts";
import { fakeClock } from "../fake-rpc.ts";

/** The mock service's own offers on a real chain: reviewed, signed, sent and found again. */

const me = devAccount(3);
let anvil: Anvil;
let demo: Demo;
let chain: EvmChain;

beforeAll(async () => {
	anvil = await startAnvil();
	demo = await deployDemo(anvil, { people: [me.address] });
	chain = new EvmRpcChains({ urlOf: () => anvil.url, fetch, clock: fakeClock() }).of(31_337);
});
afterAll(async () => anvil.stop());

async function reviewed(intent: Intent, twist: Twist | null = null): Promise<Review> {
	const service = { chainId: 31_337, rpcUrl: anvil.url, token: demo.token, router: demo.router };
	const parts = {
		client: anvil.publicClient,
		chain: service,
		signer: me.address,
		broadcaster: "wallet" as const,
		intent,
		twist,
		expiresAt: null,
	};
	const { view } = await makeOffer(
		parts,
		"session-1",
		1,
		{ reviseAfterMs: null },
		{ ms: 0, reviseAfterMs: 0 },
	);
	const request = factsRequestOf(frozenOf(view));
	if (request === null) throw new Error("nothing to ask");
	const facts = await chain.facts(request);
	return composeReview(input(view, { facts, user: user({ accounts: [me.address] }) }));
}

async function signed(payload: EvmTransactionPayload) {
	const { r, s, yParity } = parseSignature(await me.sign({ hash: signingHashEvm(payload) }));
	return checkSignedEvm(signedEvm(payload, { r, s, yParity: yParity === 1 ? 1 : 0 }), payload);
}

describe("an honest offer on a real chain", () => {
	it.each<[Intent, bigint, string]>([
		[{ kind: "send_eth", to: hex(OTHER), amount: parseEther("0.05") }, parseEther("0.05"), "ETH"],
		[{ kind: "send_token", to: hex(OTHER), amount: parseEther("7") }, parseEther("7"), "DEMO"],
	])("is approved without a typed word, signed, sent once and mined: %o", async (intent, raw, symbol) => {
		const { approval, headline, frozen, findings, analyses } = await reviewed(intent);
		expect(approval).toEqual({
			possible: true,
			refusals: [],
			causes: [],
			byRules: [],
			word: null,
			wordOf: null,
			wordParty: null,
			canRetry: false,
		});
		expect(headline.text).toEqual(
			message("token.send", {
				amount: amountParam({ raw, decimals: 18, symbol, checked: true }),
				to: "0x2B5AD5…cCD6cF",
			}),
		);
		expect(findings).toEqual([]);
		expect(analyses).toHaveLength(1);
		expect(analyses[0]?.changes?.claim.text).toEqual(saying("changes.service.decoded"));
		const [payload] = frozen === null ? [] : intentsOf(frozen);
		if (payload?.kind !== "evm_transaction") throw new Error("no EVM payload");
		const check = await signed(payload);
		if (!check.ok) throw new Error(check.text.code);
		expect(await chain.lookup(check.hash)).toEqual({ state: "unknown" });
		expect(await chain.sendRaw(check.raw)).toEqual({ kind: "sent", hash: check.hash });
		await expect.poll(() => chain.lookup(check.hash)).toMatchObject({ state: "mined", status: "success" });
		expect((await chain.sendRaw(check.raw)).kind).toMatch(/already_known|nonce_too_low/);
	});

	it("shows an approval of the router, and requires a typed word without a limit", async () => {
		const some = await reviewed({ kind: "approve", spender: "router", amount: parseEther("100") });
		expect(some.approval).toMatchObject({ possible: true, word: null });
		expect(some.headline.text).toEqual(
			saying("token.permission", {
				amount: amountParam({ raw: parseEther("100"), decimals: 18, symbol: "DEMO", checked: true }),
			}),
		);
		const all = await reviewed({ kind: "approve", spender: "router", amount: 2n ** 256n - 1n });
		expect(all.approval).toMatchObject({ possible: true, word: "UNLIMITED" });
	});

	it("says of the router's swap that it can't be decoded", async () => {
		const swap = await reviewed({ kind: "swap", amount: parseEther("1") });
		expect(swap.headline.text).toEqual(saying("call.unknown"));
	});
});

describe("a balance that is too low", () => {
	it("is reported before the approval", async () => {
		const { approval } = await reviewed({ kind: "send_eth", to: hex(OTHER), amount: parseEther("999999") });
		expect(approval.possible).toBe(false);
		expect(approval.refusals).toContainEqual(saying("cover.too-low"));
	});
});

describe("an offer of a lying service", () => {
	const send: Intent = { kind: "send_token", to: hex(OTHER), amount: parseEther("1") };

	it.each<[Twist, string]>([
		["lie_target", "to"],
		["lie_value", "value"],
		["lie_data", "data"],
		["lie_chain", "chain_id"],
		["lie_signer", "signer"],
		["lie_nonce", "pending_nonce"],
		["fail_simulation", "simulation.status"],
		["fail_guard", "simulation.guards"],
		["unknown_member", "payload.authorization_list"],
	])("is refused for %s, naming %s", async (twist, field) => {
		const { approval, match } = await reviewed(send, twist);
		expect(approval.possible).toBe(false);
		expect(match.checks.filter((check) => check.status === "failed").map((check) => check.field)).toContain(
			field,
		);
	});

	it("requires no typed word for four times the gas of cents, and is refused for a hundred times the fee", async () => {
		expect((await reviewed(send, "lie_gas")).approval).toMatchObject({ possible: true, wordOf: null });
		const dear = await reviewed(send, "lie_fee");
		expect(dear.approval.possible).toBe(false);
		expect(dear.findings[0]).toMatchObject({ id: "cost", severity: "block" });
	});
});
