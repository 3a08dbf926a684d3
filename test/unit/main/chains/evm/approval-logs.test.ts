import { encodeAbiParameters, encodeEventTopics, parseAbi, parseAbiParameters } from "viem/utils";
import { describe, expect, it } from "vitest";
import { PERMIT2 } from "../../../../../src/core/match/revocation.ts";
import { readApprovalLogs } from "../../../../../src/main/chains/evm/approval-logs.ts";
import type { Rpc } from "../../../../../src/main/chains/json-rpc.ts";

const ABI = parseAbi([
	"event Approval(address indexed owner, address indexed spender, uint256 value)",
	"event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
]);
const ITEM = parseAbi([
	"event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)",
]);
const PERMIT2_ABI = parseAbi([
	"event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)",
	"event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)",
]);

const address = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`;
const [OWNER, OTHER, SPENDER, TOKEN] = [address("a"), address("b"), address("c"), address("d")];
const NOBODY = address("0");

const word = (value: bigint) => encodeAbiParameters(parseAbiParameters("uint256"), [value]);
const words = (...values: bigint[]): string => `0x${values.map((value) => word(value).slice(2)).join("")}`;

interface Raw {
	readonly address: string;
	readonly topics: readonly unknown[];
	readonly data: string;
	readonly blockNumber: string;
	readonly removed?: boolean;
}

const raw = (of: Partial<Raw> & Pick<Raw, "topics">): Raw => ({
	...{ address: TOKEN, data: word(1n), blockNumber: "0x10", removed: false },
	...of,
});

const approval = (owner = OWNER, spender = SPENDER) =>
	encodeEventTopics({ abi: ABI, eventName: "Approval", args: { owner, spender } });
const forAll = encodeEventTopics({
	abi: ABI,
	eventName: "ApprovalForAll",
	args: { owner: OWNER, operator: SPENDER },
});
const item = (approved = SPENDER) =>
	encodeEventTopics({ abi: ITEM, eventName: "Approval", args: { owner: OWNER, approved, tokenId: 7n } });
const permit2 = (eventName: "Approval" | "Permit") =>
	encodeEventTopics({
		abi: PERMIT2_ABI,
		eventName,
		args: { owner: OWNER, token: TOKEN, spender: SPENDER },
	});

async function read(logs: readonly Raw[]) {
	const asked: unknown[] = [];
	const rpc: Rpc = async (schema, method, params) => {
		asked.push(method, params);
		return schema.parse(logs);
	};
	const events = await readApprovalLogs(rpc, { from: 16, to: 255 }, [OWNER]);
	return {
		asked,
		events: events.map(({ kind, token, spender, tokenId }) => [kind, token, spender, tokenId]),
	};
}

describe("approvals in logs", () => {
	it("are asked for with one query, by event and owner, of any contract", async () => {
		const { asked } = await read([]);
		expect(asked).toEqual([
			"eth_getLogs",
			[
				{
					fromBlock: "0x10",
					toBlock: "0xff",
					topics: [
						[approval()[0], forAll[0], permit2("Approval")[0], permit2("Permit")[0]],
						[`0x${"0".repeat(24)}${"a".repeat(40)}`],
					],
				},
			],
		]);
	});

	it("are of a token, an item, a collection or Permit2", async () => {
		const { events } = await read([
			raw({ topics: approval() }),
			raw({ topics: item(), data: "0x" }),
			raw({ topics: forAll }),
			raw({ address: PERMIT2, topics: permit2("Approval"), data: words(5n, 99n) }),
			raw({ address: PERMIT2, topics: permit2("Permit"), data: words(5n, 99n, 0n) }),
		]);
		expect(events).toEqual([
			["allowance", TOKEN, SPENDER, ""],
			["token", TOKEN, SPENDER, "7"],
			["operator", TOKEN, SPENDER, ""],
			["permit2", TOKEN, SPENDER, ""],
			["permit2", TOKEN, SPENDER, ""],
		]);
	});

	it("are no candidates if they approve nothing, or nobody", async () => {
		const { events } = await read([
			raw({ topics: approval(), data: word(0n) }),
			raw({ topics: item(NOBODY), data: "0x" }),
			raw({ topics: forAll, data: word(0n) }),
			raw({ address: PERMIT2, topics: permit2("Approval"), data: words(0n, 99n) }),
		]);
		expect(events).toEqual([]);
	});

	it("are dropped if they are of another owner, were removed, or imitate Permit2", async () => {
		const { events } = await read([
			raw({ topics: approval(OTHER) }),
			raw({ topics: approval(), removed: true }),
			raw({ topics: permit2("Approval"), data: words(5n, 99n) }),
			raw({ topics: approval(), data: "0x" }),
		]);
		expect(events).toEqual([]);
	});
});
