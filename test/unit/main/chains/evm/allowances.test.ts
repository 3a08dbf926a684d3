import { encodeAbiParameters, parseAbiParameters, toFunctionSelector } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import {
	type AllowanceQuestion,
	readAllowed,
	readTokenUnit,
} from "../../../../../src/main/chains/evm/allowances.ts";

/** Allowances as reported by contracts that are honest, silent, or return nonsense. */

const ACCOUNT = `0x${"a1".repeat(20)}` as const;
const TOKEN = `0x${"b2".repeat(20)}` as const;
const SPENDER = `0x${"c3".repeat(20)}` as const;
const PERMIT2 = `0x${"d4".repeat(20)}` as const;
type Hex = `0x${string}`;

const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters("uint256"), [value]);
const flag = (on: boolean): Hex => encodeAbiParameters(parseAbiParameters("bool"), [on]);
const who = (address: Hex): Hex => encodeAbiParameters(parseAbiParameters("address"), [address]);
const text = (said: string): Hex => encodeAbiParameters(parseAbiParameters("string"), [said]);
const reverted = () =>
	new ChainError("refused", verbatim("Your RPC refused eth_call: execution reverted"), { rpcCode: 3 });

/** Returns a chain that answers these function signatures, and reverts other calls. */
function chain(answers: Readonly<Record<string, Hex | Error>>, asked: string[] = []) {
	const bySelector = new Map(
		Object.entries(answers).map(([signature, answer]) => [toFunctionSelector(signature), answer]),
	);
	return {
		call: async (to: string, data: Hex): Promise<Hex> => {
			asked.push(`${to} ${data}`);
			const answer = bySelector.get(data.slice(0, 10) as Hex) ?? reverted();
			if (answer instanceof Error) throw answer;
			return answer;
		},
	};
}

const question = (change: Partial<AllowanceQuestion> = {}): AllowanceQuestion => ({
	kind: "allowance",
	account: ACCOUNT,
	token: TOKEN,
	spender: SPENDER,
	tokenId: null,
	...change,
});
const read = (answers: Readonly<Record<string, Hex | Error>>, change: Partial<AllowanceQuestion> = {}) =>
	readAllowed(chain(answers), PERMIT2, question(change));

const ALLOWANCE = "allowance(address,address)";
const PERMITTED = "allowance(address,address,address)";

describe("an allowance", () => {
	it("is the token's, and absent at zero or without an answer", async () => {
		expect(await read({ [ALLOWANCE]: word(7n) })).toEqual({ amount: 7n, until: null });
		expect(await read({ [ALLOWANCE]: word(0n) })).toBeNull();
		expect(await read({ [ALLOWANCE]: "0x" })).toBeNull();
	});

	it("is queried for this account and this spender", async () => {
		const asked: string[] = [];
		await readAllowed(chain({ [ALLOWANCE]: word(1n) }, asked), PERMIT2, question());
		const args = encodeAbiParameters(parseAbiParameters("address, address"), [ACCOUNT, SPENDER]);
		expect(asked).toEqual([`${TOKEN} ${toFunctionSelector(ALLOWANCE)}${args.slice(2)}`]);
	});

	it("is absent for a collection, which refuses the query", async () => {
		expect(await read({ "supportsInterface(bytes4)": flag(true) })).toBeNull();
	});

	it.each<[string, Hex | Error]>([
		["a contract that refuses and is no collection", reverted()],
		["an answer that is too short", "0x12"],
		["an endless answer", `0x${"00".repeat(4_096)}`],
		["an unreachable RPC", new ChainError("unreachable", verbatim("Your RPC could not be reached."))],
		[
			"an RPC that limits its callers",
			new ChainError("refused", verbatim("limit exceeded"), { rpcCode: -32005 }),
		],
	])("can't be read from %s, and is never read as zero", async (_, answer) => {
		await expect(read({ [ALLOWANCE]: answer })).rejects.toBeInstanceOf(ChainError);
	});
});

describe("an item permission", () => {
	const item = { kind: "token", tokenId: 7n } as const;

	it("for one item is valid only while the account owns the item", async () => {
		const said = (approved: Hex, owner: Hex) =>
			read({ "getApproved(uint256)": who(approved), "ownerOf(uint256)": who(owner) }, item);
		expect(await said(SPENDER, ACCOUNT)).toEqual({ amount: null, until: null });
		expect(await said(TOKEN, ACCOUNT)).toBeNull();
		expect(await said(SPENDER, TOKEN)).toBeNull();
	});

	it("is absent if the item does not exist, and unread if the RPC is silent", async () => {
		expect(await read({}, item)).toBeNull();
		expect(await read({}, { kind: "token", tokenId: null })).toBeNull();
		const down = new ChainError("unreachable", verbatim("Your RPC could not be reached."));
		await expect(read({ "getApproved(uint256)": down, "ownerOf(uint256)": who(ACCOUNT) }, item)).rejects.toBe(
			down,
		);
	});

	it("for a whole collection is its answer", async () => {
		const all = "isApprovedForAll(address,address)";
		expect(await read({ [all]: flag(true) }, { kind: "operator" })).toEqual({ amount: null, until: null });
		expect(await read({ [all]: flag(false) }, { kind: "operator" })).toBeNull();
		await expect(read({ [all]: word(2n) }, { kind: "operator" })).rejects.toBeInstanceOf(ChainError);
	});
});

describe("an allowance of Permit2", () => {
	const said = (amount: bigint, until: number): Hex =>
		encodeAbiParameters(parseAbiParameters("uint160, uint48, uint48"), [amount, until, 0]);

	it("is queried at Permit2, and has its expiry", async () => {
		const asked: string[] = [];
		const answers = chain({ [PERMITTED]: said(9n, 1_800_000_000) }, asked);
		expect(await readAllowed(answers, PERMIT2, question({ kind: "permit2" }))).toEqual({
			amount: 9n,
			until: 1_800_000_000,
		});
		expect(asked[0]).toMatch(new RegExp(`^${PERMIT2} `));
	});

	it("is absent at zero, and if there is no Permit2", async () => {
		expect(await read({ [PERMITTED]: said(0n, 5) }, { kind: "permit2" })).toBeNull();
		expect(await read({ [PERMITTED]: "0x" }, { kind: "permit2" })).toBeNull();
		expect(await read({}, { kind: "permit2" })).toBeNull();
	});
});

describe("a token's metadata", () => {
	it("is its symbol, name and decimals, each separately", async () => {
		const unit = await readTokenUnit(
			chain({ "symbol()": text("DEMO"), "name()": text("Demo token"), "decimals()": word(18n) }),
			TOKEN,
		);
		expect(unit).toEqual({ symbol: "DEMO", name: "Demo token", decimals: 18 });
		const old: Hex = `0x${Buffer.from("MKR").toString("hex").padEnd(64, "0")}`;
		expect(await readTokenUnit(chain({ "symbol()": old, "decimals()": word(256n) }), TOKEN)).toEqual({
			symbol: "MKR",
			name: null,
			decimals: null,
		});
	});
});
