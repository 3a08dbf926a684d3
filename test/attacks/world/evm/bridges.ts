import { type Address, parseAbi } from "viem";
import { at, contractsOf, deployAt, type WorldChain } from "../deploy.ts";
import { USDC, WETH } from "./tokens.ts";

/** Bridges to other chains: Across and Stargate. */

export const ACROSS: Address = at("0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5");
export const STARGATE_USDC: Address = at("0xc026395860Db2d07ee33e05fE50ed7bD583189C7");
export const STARGATE_NATIVE: Address = at("0x77b2043768d28E9C9aB44E1aBfC95944bcE57931");

export const acrossAbi = parseAbi([
	"function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable",
]);
export const stargateAbi = parseAbi([
	"struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }",
	"struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }",
	"function send(SendParam sendParam, MessagingFee fee, address refundAddress) payable",
]);

/** Deploys the bridges at their addresses. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Bridges.sol");
	await deployAt(chain, ACROSS, contract("SpokePool"), [WETH]);
	await deployAt(chain, STARGATE_USDC, contract("StargatePool"), [USDC]);
	await deployAt(chain, STARGATE_NATIVE, contract("StargatePool"), [
		"0x0000000000000000000000000000000000000000",
	]);
}
