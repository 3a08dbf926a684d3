import { describe, expect, it } from "vitest";
import { NO_HISTORY } from "../../../../src/core/identities/counterparties.ts";
import { kindOf } from "../../../../src/core/match/typed-data/kinds.ts";
import { questionsOf } from "../../../../src/core/signed-messages/message-analysis.ts";
import { OTHER, SIGNER, VAULT } from "../match/honest.ts";
import { members, readTypedData, type Typed, ZERO } from "../match/typed-samples.ts";
import { user } from "../review/scene.ts";
import { analyzeTyped, ids, typedFindings } from "./scene.ts";

const DOMAIN = members("string name,string version,uint256 chainId,address verifyingContract");

function typed(
	name: string,
	chainId: number,
	primaryType: string,
	text: string,
	message: Typed["message"],
): Typed {
	return {
		types: { EIP712Domain: DOMAIN, [primaryType]: members(text) },
		primaryType,
		domain: { name, version: "1", chainId, verifyingContract: ZERO },
		message,
	};
}

const order = typed("Exchange", 1337, "Agent", "string source,bytes32 connectionId", {
	source: "a",
	connectionId: `0x${"5c".repeat(32)}`,
});
const agent = typed(
	"HyperliquidSignTransaction",
	421_614,
	"HyperliquidTransaction:ApproveAgent",
	"string hyperliquidChain,address agentAddress,string agentName,uint64 nonce",
	{ hyperliquidChain: "Mainnet", agentAddress: OTHER, agentName: "bot", nonce: 1 },
);
const aster = typed("AsterSignTransaction", 1666, "Message", "string msg", {
	msg: "symbol=BTCUSDT&side=BUY",
});

describe("an action at an exchange with a chain id of its own", () => {
	it("is recognised by its domain and types, and requires a typed word that names the exchange", () => {
		for (const [each, name] of [
			[order, "Hyperliquid"],
			[aster, "Aster"],
		] as const) {
			expect(kindOf(readTypedData(each))).toBe("exchange_action");
			const insight = analyzeTyped(each, { chainRef: "1", facts: null });
			expect(insight.findings[0]).toMatchObject({
				id: "terms-elsewhere",
				severity: "danger",
				needsWord: true,
				stake: { kind: "application", name },
			});
			expect(ids(insight)).not.toContain("domain-chain");
		}
	});

	it("queries no network", () => {
		expect(questionsOf(readTypedData(order))).toEqual({ contract: null, tokens: [] });
	});

	it("is not recognised if its domain, contract or types differ", () => {
		for (const other of [
			{ ...order, domain: { ...order.domain, name: "exchange" } },
			{ ...order, domain: { ...order.domain, version: "2" } },
			{ ...order, domain: { ...order.domain, chainId: 1 } },
			{ ...order, domain: { ...order.domain, verifyingContract: OTHER } },
			{
				...order,
				types: { ...order.types, Agent: members("string source,bytes32 connectionId,address to") },
				message: { ...order.message, to: OTHER },
			},
			{ ...agent, domain: { ...agent.domain, name: "Exchange", chainId: 1337 } },
			{ ...order, domain: { ...order.domain, chainId: 421_614, name: "HyperliquidSignTransaction" } },
		])
			expect(kindOf(readTypedData(other)), JSON.stringify(other.domain)).toBeNull();
	});
});

const action = (name: string, text: string, message: Typed["message"], chainId = 421_614) =>
	typed("HyperliquidSignTransaction", chainId, `HyperliquidTransaction:${name}`, text, message);
const withdrawal = (destination: string, amount = "500.25") =>
	action("Withdraw", "string hyperliquidChain,string destination,string amount,uint64 time", {
		hyperliquidChain: "Mainnet",
		destination,
		amount,
		time: 1,
	});
const coins = (destination: string) =>
	action("SpotSend", "string hyperliquidChain,string destination,string token,string amount,uint64 time", {
		hyperliquidChain: "Mainnet",
		destination,
		token: "PURR:0xc1fb",
		amount: "2.5",
		time: 1,
	});
/** A user without any history. */
const STRANGERS = user({ counterparties: NO_HISTORY, uses: new Map(), labels: {} });
const told = (each: Typed) => analyzeTyped(each, { chainRef: "1", facts: null });
const judged = (each: Typed) => typedFindings(each, { chainRef: "1", facts: null, user: STRANGERS });

describe("a known action of Hyperliquid", () => {
	it("requires no typed word if funds come to an account of the user's own", () => {
		const insight = told(withdrawal(SIGNER));
		expect(insight.needsWord).toBe(false);
		expect(insight.headline).toMatchObject({
			known: true,
			amount: { raw: 500_250_000n, decimals: 6, symbol: "USDC" },
		});
		expect(judged(withdrawal(SIGNER))).toEqual([]);
	});

	it("requires a typed word that names any other recipient", () => {
		for (const sent of [withdrawal(VAULT), coins(VAULT)])
			expect(judged(sent)[0]).toMatchObject({
				id: "loss",
				severity: "danger",
				stake: { kind: "address", address: VAULT.toLowerCase() },
			});
	});

	it("is unreadable if a member can't be read", () => {
		for (const unread of [
			withdrawal("my account"),
			withdrawal(SIGNER, "1e9"),
			withdrawal(SIGNER, "0.1234567"),
		])
			expect(told(unread).findings[0]).toMatchObject({ id: "terms-elsewhere", severity: "danger" });
	});

	it("requires a typed word that names anybody who may trade or take fees", () => {
		const fees = action(
			"ApproveBuilderFee",
			"string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce",
			{ hyperliquidChain: "Mainnet", maxFeeRate: "1%", builder: OTHER, nonce: 1 },
		);
		for (const given of [agent, fees])
			expect(judged(given)[0]).toMatchObject({
				id: "control",
				severity: "danger",
				stake: { kind: "address", address: OTHER.toLowerCase() },
			});
	});

	it("requires no typed word between the user's own balances", () => {
		const moved = action(
			"UsdClassTransfer",
			"string hyperliquidChain,string amount,bool toPerp,uint64 nonce",
			{
				hyperliquidChain: "Mainnet",
				amount: "5",
				toPerp: true,
				nonce: 1,
			},
		);
		expect(told(moved)).toMatchObject({ needsWord: false, findings: [{ id: "exchange-own" }, {}] });
	});

	it("is recognised with any named chain", () => {
		expect(kindOf(readTypedData({ ...agent, domain: { ...agent.domain, chainId: 10 } }))).toBe(
			"exchange_action",
		);
	});
});
