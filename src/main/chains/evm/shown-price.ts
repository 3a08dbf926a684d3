import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { BlockValues, EvmSimulated } from "../../../core/chain/evm-simulation.ts";
import type { Rpc } from "../json-rpc.ts";
import { overridesOf } from "./block-values.ts";
import { bytes } from "./rpc-values.ts";
import { type CallWords, type StateDiff, traceCall } from "./trace.ts";

/** Some nodes simulate with a base fee of zero, which lets contracts detect the simulation. */

type Hex = `0x${string}`;

export interface ShownPriceRequest {
	readonly how: EvmSimulated["how"];
	readonly at: bigint;
	readonly block: BlockValues;
}

/** BASEFEE or GASPRICE, then PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN. */
const RETURNS_BASE_FEE: Hex = "0x4860005260206000f3";
const RETURNS_PRICE: Hex = "0x3a60005260206000f3";
const TIP = 1_000_003n;
const GAS: Hex = "0x186a0";
const RICHES: Hex = `0x${(10n ** 30n).toString(16)}`;

const answers = z
	.array(z.looseObject({ calls: z.array(z.looseObject({ returnData: bytes })).length(1) }))
	.length(1);

async function returned(
	rpc: Rpc,
	{ how, at, block }: ShownPriceRequest,
	call: CallWords,
	state: StateDiff,
): Promise<Hex> {
	const number: Hex = `0x${at.toString(16)}`;
	if (how === "debug_traceCall")
		return (await traceCall(rpc, call, { at: number, before: state, block })).returned;
	const [found] = await rpc(answers, how, [
		{ blockStateCalls: [{ ...overridesOf(block), stateOverrides: state, calls: [call] }], validation: false },
		number,
	]);
	return found?.calls[0]?.returnData ?? "0x";
}

const anyone = (): Hex => `0x${bytesToHex(randomBytes(20))}`;

/**
 * Runs a short program at a random address. Returns `false` if the RPC shows other values, rejects the query
 * or reports no base fee.
 */
export async function showsPrice(rpc: Rpc, request: ShownPriceRequest): Promise<boolean> {
	const { baseFee } = request.block;
	if (baseFee === null) return false;
	const price = baseFee + TIP;
	const shows = async (code: Hex, expected: bigint) => {
		const [from, to] = [anyone(), anyone()];
		const call = {
			from,
			to,
			value: "0x0",
			input: "0x",
			gas: GAS,
			gasPrice: `0x${price.toString(16)}`,
		} as const;
		const answer = await returned(rpc, request, call, { [from]: { balance: RICHES }, [to]: { code } });
		return answer.length === 66 && BigInt(answer) === expected;
	};
	try {
		const seen = await Promise.all([shows(RETURNS_BASE_FEE, baseFee), shows(RETURNS_PRICE, price)]);
		return seen.every((each) => each);
	} catch (error) {
		if (error instanceof ChainError && !error.isPassing) return false;
		throw error;
	}
}
