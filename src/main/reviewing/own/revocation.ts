import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { message } from "../../../core/message.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";

/** Whether an off-chain attestation was taken back: the Ethereum Attestation Service keeps that on Ethereum itself. */

/** Ethereum's chain id: the only chain on which revocations of these attestations are kept. */
export const ATTESTATION_CHAIN = 1;

const EAS = "0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587";
const ABI = parseAbi(["function getRevokeOffchain(address revoker, bytes32 data) view returns (uint64)"]);

/**
 * When the signer took the attestation back, in Unix seconds; 0n for never. Throws what the chain throws.
 * @param chain Ethereum, by the user's own RPC
 * @throws ChainError `unreadable` where the answer is no time: then it is not known
 */
export async function revokedAt(
	chain: Pick<EvmChain, "call" | "prove">,
	attestation: { readonly signer: Hex; readonly uid: Hex },
): Promise<bigint> {
	const args = [attestation.signer, attestation.uid] as const;
	const data = encodeFunctionData({ abi: ABI, functionName: "getRevokeOffchain", args });
	await chain.prove();
	const answer = await chain.call(EAS, data);
	try {
		return decodeFunctionResult({ abi: ABI, functionName: "getRevokeOffchain", data: answer });
	} catch (cause) {
		// Nothing is at the contract's address there, or something else: a copy of Ethereum that lacks it answers `0x`.
		throw new ChainError("unreadable", message("chain.evm.no-revocation-told"), { cause });
	}
}
