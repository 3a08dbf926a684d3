import { toFunctionSelector } from "viem/utils";
import type { Rule } from "./finding.ts";

/**
 * Functions in wide use that give others a right over tokens or contracts, and that Countersign does not read further.
 * Sources: Permit2, EIP-2612, DAI, ERC-777, ERC-677 and ERC-1363, OpenZeppelin's Ownable, AccessControl and proxies.
 */
const RIGHTS: ReadonlyMap<string, string> = new Map(
	[
		"approve(address,address,uint160,uint48)",
		"permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
		"permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)",
		"permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
		"permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)",
		"increaseApproval(address,uint256)",
		"approveAndCall(address,uint256)",
		"approveAndCall(address,uint256,bytes)",
		"transferAndCall(address,uint256)",
		"transferAndCall(address,uint256,bytes)",
		"send(address,uint256,bytes)",
		"authorizeOperator(address)",
		"transferOwnership(address)",
		"grantRole(bytes32,address)",
		"upgradeTo(address)",
		"upgradeToAndCall(address,bytes)",
		"changeAdmin(address)",
	].map((signature) => [toFunctionSelector(signature), signature]),
);

/** We can't tell what the call does: only the service's own words and simulation remain. */
export const unknownCall: Rule = ({ subject }) => {
	const { meaning, call } = subject.decoded;
	if (meaning.kind !== "unknown") return null;
	// A contract reads its arguments and leaves the rest: one byte more would hide a permission from every other rule.
	if (meaning.reason === "extra")
		return {
			id: "unknown-call",
			severity: "danger",
			words:
				"The data begins like a known call but holds more than its arguments, so Countersign does not trust that reading. The contract may carry out the known call all the same.",
			needsWord: true,
		};
	const right = RIGHTS.get(call?.selector ?? "");
	if (right !== undefined)
		return {
			id: "unknown-call",
			severity: "danger",
			words: `The data begins like ${right}, which moves tokens or gives others a right over them or over a contract. Countersign can't read it further.`,
			needsWord: true,
		};
	return {
		id: "unknown-call",
		severity: "caution",
		words: "Countersign can't read this call. What it does is known only from the service's own simulation.",
		needsWord: false,
	};
};
