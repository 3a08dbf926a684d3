import { decodeFunctionData, encodeAbiParameters, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { readL1Fee } from "../../../../../src/main/chains/evm/l1-fee.ts";

/** L1 fees of rollups, which are charged besides gas, from the rollups' own oracles. */

const OP = "0x420000000000000000000000000000000000000f";
const SCROLL = "0x5300000000000000000000000000000000000002";
const [ETHEREUM, BASE, SCROLL_CHAIN, ARBITRUM, UNKNOWN] = [1, 8_453, 534_352, 42_161, 987_654];
const WRITTEN = { unsigned: "0x02aaaa", signed: "0x02bbbbbb", gasLimit: 21_000n } as const;
const ABI = parseAbi(["function getL1Fee(bytes)", "function getOperatorFee(uint256)"]);

const word = (value: bigint) => encodeAbiParameters([{ type: "uint256" }], [value]);
const refuses = (): never => {
	throw new ChainError("refused", verbatim("execution reverted"), { rpcCode: 3 });
};

type Oracle = (functionName: string, argument: unknown) => Hex;

/** Returns a call function for these oracles; other addresses have no code. */
function callOf(oracles: Readonly<Record<string, Oracle>>) {
	const asked: string[] = [];
	const call = async (to: Hex, data: Hex): Promise<Hex> => {
		asked.push(to);
		const { functionName, args } = decodeFunctionData({ abi: ABI, data });
		return oracles[to]?.(functionName, args[0]) ?? "0x";
	};
	return { asked, call };
}

const read = (chainId: number, oracles: Readonly<Record<string, Oracle>>) =>
	readL1Fee(callOf(oracles).call, chainId, WRITTEN);

describe("a rollup's fee besides gas", () => {
	it("is the OP Stack's for the unsigned bytes, with the operator's for the whole gas limit", async () => {
		const oracle: Oracle = (name, argument) =>
			name === "getL1Fee" ? word(argument === WRITTEN.unsigned ? 7n : 0n) : word(BigInt(String(argument)));
		expect(await read(BASE, { [OP]: oracle })).toEqual({ data: 7n, operator: 21_000n });
	});

	it("has no operator fee if the oracle predates Isthmus", async () => {
		const oracle: Oracle = (name) => (name === "getL1Fee" ? word(7n) : refuses());
		expect(await read(BASE, { [OP]: oracle })).toEqual({ data: 7n, operator: 0n });
	});

	it("is Scroll's for the signed bytes", async () => {
		const oracle: Oracle = (_, argument) => word(argument === WRITTEN.signed ? 9n : 0n);
		expect(await read(SCROLL_CHAIN, { [SCROLL]: oracle })).toEqual({ data: 9n, operator: 0n });
	});

	it("is absent on chains that charge for it within gas, or not at all, which are not queried", async () => {
		for (const chainId of [ETHEREUM, ARBITRUM]) {
			const { asked, call } = callOf({ [OP]: () => word(7n) });
			expect(await readL1Fee(call, chainId, WRITTEN)).toBeNull();
			expect(asked).toEqual([]);
		}
	});

	it("is found by the oracle on an unknown chain", async () => {
		expect(await read(UNKNOWN, {})).toBeNull();
		expect(await read(UNKNOWN, { [OP]: (name) => (name === "getL1Fee" ? word(7n) : refuses()) })).toEqual({
			data: 7n,
			operator: 0n,
		});
		expect(await read(UNKNOWN, { [SCROLL]: () => word(9n) })).toEqual({ data: 9n, operator: 0n });
	});

	it.each<[string, number, Readonly<Record<string, Oracle>>]>([
		["a missing oracle", BASE, {}],
		["an oracle that refuses", BASE, { [OP]: refuses }],
		["an oracle that answers something else", BASE, { [OP]: () => "0x01" }],
		["an oracle of an unknown chain that refuses", UNKNOWN, { [OP]: refuses }],
	])("is never read as zero: %s", async (_, chainId, oracles) => {
		await expect(read(chainId, oracles)).rejects.toBeInstanceOf(ChainError);
	});

	it("is unknown if an RPC fails at the operator fee", async () => {
		const oracle: Oracle = (name) => {
			if (name === "getL1Fee") return word(7n);
			throw new ChainError("unreachable", verbatim("no answer"));
		};
		await expect(read(BASE, { [OP]: oracle })).rejects.toMatchObject({ kind: "unreachable" });
	});
});
