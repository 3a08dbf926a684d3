import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError, isRefused, orIfChainError } from "../../../core/chain/chain-error.ts";
import { type L1Fee, l1ChargeOf, type WrittenTransaction } from "../../../core/chain/evm.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { message } from "../../../core/localized-text.ts";

/**
 * Sources: the OP Stack's GasPriceOracle (getL1Fee since Bedrock, getOperatorFee since Isthmus), Scroll's
 * L1GasPriceOracle.
 */

const ORACLES = {
	op: "0x420000000000000000000000000000000000000f",
	scroll: "0x5300000000000000000000000000000000000002",
} as const;

const ABI = parseAbi([
	"function getL1Fee(bytes transaction) view returns (uint256)",
	"function getOperatorFee(uint256 gasUsed) view returns (uint256)",
]);

type CallContract = (to: Hex, data: Hex) => Promise<Hex>;

async function feeOf(
	call: CallContract,
	oracle: Hex,
	functionName: "getL1Fee" | "getOperatorFee",
	data: Hex,
): Promise<bigint | null> {
	const answer = await call(oracle, data);
	if (answer === "0x") return null;
	try {
		return decodeFunctionResult({ abi: ABI, functionName, data: answer });
	} catch (cause) {
		throw new ChainError("unreadable", message("chain.evm.no-l1-fee"), { cause });
	}
}

const dataFee = (call: CallContract, oracle: Hex, transaction: Hex) =>
	feeOf(
		call,
		oracle,
		"getL1Fee",
		encodeFunctionData({ abi: ABI, functionName: "getL1Fee", args: [transaction] }),
	);

/** Before Isthmus, the oracle doesn't have this function and the chain has no such fee. */
async function operatorFee(call: CallContract, gasLimit: bigint): Promise<bigint> {
	const data = encodeFunctionData({ abi: ABI, functionName: "getOperatorFee", args: [gasLimit] });
	return await orIfChainError(
		0n,
		async () => (await feeOf(call, ORACLES.op, "getOperatorFee", data)) ?? 0n,
		isRefused,
	);
}

async function byOpStack(call: CallContract, { unsigned, gasLimit }: WrittenTransaction) {
	const [data, operator] = await Promise.all([
		dataFee(call, ORACLES.op, unsigned),
		operatorFee(call, gasLimit),
	]);
	return data === null ? null : { data, operator };
}

async function byScroll(call: CallContract, { signed }: WrittenTransaction) {
	const data = await dataFee(call, ORACLES.scroll, signed);
	return data === null ? null : { data, operator: 0n };
}

/**
 * Returns `null` if the chain doesn't charge an L1 fee. If it is known to charge one but its oracle can't be
 * read, throws a ChainError, so the fee never counts as zero.
 */
export async function readL1Fee(
	call: CallContract,
	chainId: number,
	written: WrittenTransaction | null,
): Promise<L1Fee | null> {
	const charge = l1ChargeOf(chainId);
	if (charge === "gas" || charge === "none") return null;
	const unreadable = () => new ChainError("unreadable", message("chain.evm.no-l1-fee"));
	if (written === null) throw unreadable();
	const [op, scroll] = await Promise.all([
		charge === "scroll" ? null : byOpStack(call, written),
		charge === "op" ? null : byScroll(call, written),
	]);
	const found = op ?? scroll;
	if (found === null && charge !== null) throw unreadable();
	return found;
}
