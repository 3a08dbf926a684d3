import { type Address, parseAbi } from "viem";
import { bytecodeIn, contractsOf, deployAt, type WorldChain } from "../deploy.ts";

/** Permit2 and Multicall3, which most other contracts use. */

export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
export const MULTICALL3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

export const permit2Abi = parseAbi([
	"function approve(address token, address spender, uint160 amount, uint48 expiration)",
	"function lockdown((address token, address spender)[] approvals)",
	"function transferFrom(address from, address to, uint160 amount, address token)",
	"function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

export const multicall3Abi = parseAbi([
	"struct Call { address target; bytes callData; }",
	"struct Call3 { address target; bool allowFailure; bytes callData; }",
	"struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }",
	"function aggregate(Call[] calls) payable returns (uint256 blockNumber, bytes[] returnData)",
	"function aggregate3(Call3[] calls) payable returns ((bool success, bytes returnData)[] returnData)",
	"function aggregate3Value(Call3Value[] calls) payable returns ((bool success, bytes returnData)[] returnData)",
]);

/**
 * Deploys Permit2 (our own implementation of its interface) and Multicall3 (its original bytecode) at their
 * addresses.
 */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Permit2.sol");
	await deployAt(chain, PERMIT2, contract("Permit2"));
	const bytecode = bytecodeIn("viem/_cjs/constants/contracts.js", "multicall3Bytecode");
	await deployAt(chain, MULTICALL3, { abi: [], bytecode });
}
