import { describe, expect, it } from "vitest";
import { kindOf } from "../../../../src/core/match/typed-data/kinds.ts";
import { questionsOf } from "../../../../src/core/messages/insight.ts";
import { OTHER } from "../match/honest.ts";
import { members, read, type Typed, ZERO } from "../match/typed-samples.ts";
import { ids, toldTyped } from "./scene.ts";

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
	it("is known by its domain and types, and takes a word that names the exchange", () => {
		for (const [each, name] of [
			[order, "Hyperliquid"],
			[agent, "Hyperliquid"],
			[aster, "Aster"],
		] as const) {
			expect(kindOf(read(each))).toBe("exchange_action");
			const insight = toldTyped(each, { chainRef: "1", facts: null });
			expect(insight.findings[0]).toMatchObject({
				id: "exchange-action",
				severity: "danger",
				needsWord: true,
				stake: { kind: "application", name },
			});
			expect(ids(insight)).not.toContain("domain-chain");
		}
	});

	it("asks nothing of any network", () => {
		expect(questionsOf(read(order))).toEqual({ contract: null, tokens: [] });
	});

	it("is none where its domain, contract or types are others", () => {
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
			expect(kindOf(read(other)), JSON.stringify(other.domain)).toBeNull();
	});
});
