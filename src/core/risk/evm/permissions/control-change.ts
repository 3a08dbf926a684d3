import { toFunctionSelector } from "viem/utils";
import { callsOf, type MadeCall } from "../../../effects/evm/calls.ts";
import { type Hex, readAddress } from "../../../format/numeral.ts";
import { type Message, message, type Param } from "../../../message.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { isOwn } from "../calls.ts";

/** What a function changes: who rules, whose code runs, or who may act for a Safe. */
type Control = "ruler" | "lost" | "code" | "safe";

/**
 * Functions in wide use that change who is in control, with the place of the argument that names whoever gets it.
 * Sources: OpenZeppelin's Ownable, AccessControl and proxies, ds-auth, Safe, EIP-2535.
 */
const FUNCTIONS: readonly (readonly [signature: string, control: Control, place: number | null])[] = [
	["transferOwnership(address)", "ruler", 0],
	["transferOwnership(address,bool,bool)", "ruler", 0],
	["setOwner(address)", "ruler", 0],
	["changeOwner(address)", "ruler", 0],
	["setPendingOwner(address)", "ruler", 0],
	["grantRole(bytes32,address)", "ruler", 1],
	["beginDefaultAdminTransfer(address)", "ruler", 0],
	["setAdmin(address)", "ruler", 0],
	["changeAdmin(address)", "ruler", 0],
	["changeProxyAdmin(address,address)", "ruler", 1],
	["transferAdmin(address)", "ruler", 0],
	["setPendingAdmin(address)", "ruler", 0],
	["setAuthority(address)", "ruler", 0],
	["setController(address)", "ruler", 0],
	["setGovernor(address)", "ruler", 0],
	["renounceOwnership()", "lost", null],
	["renounceRole(bytes32,address)", "lost", null],
	["revokeRole(bytes32,address)", "lost", null],
	["upgradeTo(address)", "code", 0],
	["upgradeToAndCall(address,bytes)", "code", 0],
	["upgrade(address,address)", "code", 1],
	["upgradeAndCall(address,address,bytes)", "code", 1],
	["setImplementation(address)", "code", 0],
	["diamondCut((address,uint8,bytes4[])[],address,bytes)", "code", null],
	["addOwnerWithThreshold(address,uint256)", "safe", 0],
	["swapOwner(address,address,address)", "safe", 2],
	["removeOwner(address,address,uint256)", "safe", null],
	["changeThreshold(uint256)", "safe", null],
	["enableModule(address)", "safe", 0],
	["disableModule(address,address)", "safe", null],
	["setGuard(address)", "safe", 0],
	["setModuleGuard(address)", "safe", 0],
	["setFallbackHandler(address)", "safe", 0],
];

const BY_SELECTOR: ReadonlyMap<string, (typeof FUNCTIONS)[number]> = new Map(
	FUNCTIONS.map((entry) => [toFunctionSelector(entry[0]), entry]),
);

/** The address in an argument's word; null where the data ends before it. */
function addressAt(data: Hex | null, place: number | null): Hex | null {
	if (place === null || data === null) return null;
	const word = data.slice(10 + place * 64, 10 + (place + 1) * 64);
	return word.length === 64 ? readAddress(`0x${word.slice(24)}`) : null;
}

/** @param to null where no argument names anybody; as the value of `named` then `none` */
function messageOf(control: Control, what: Param, to: Param | null, signature: string): Message {
	const named = to === null ? "none" : "one";
	switch (control) {
		case "ruler":
			return message("finding.control-change.ruler", { what, named, to: to ?? "", signature });
		case "lost":
			return message("finding.control-change.lost", { what, signature });
		case "code":
			return message("finding.control-change.code", { what, named, to: to ?? "", signature });
		case "safe":
			return message("finding.control-change.safe", { what, named, to: to ?? "", signature });
	}
}

/** What one call changes; null where it changes nothing, or only gives control to the user's own account. */
export function controlFinding(user: User, { decoded, data }: MadeCall): Finding | null {
	const { meaning, call } = decoded;
	const found = BY_SELECTOR.get(call?.selector ?? "");
	if (found === undefined) return null;
	const [signature, control, place] = found;
	const to = meaning.kind === "control" && place !== null ? meaning.to : addressAt(data, place);
	if (to !== null && control !== "code" && isOwn(user, to)) return null;
	const what = nameParam(user, decoded.target);
	const text = messageOf(control, what, to === null ? null : nameParam(user, to), signature);
	return {
		id: "control-change",
		severity: "danger",
		text,
		needsWord: true,
		...(to === null ? {} : { stake: { kind: "address", address: to } as const }),
	};
}

/** Ownership, roles, code and a Safe's owners: whoever gets them decides over everything later. */
export const controlChange: FindingRule = ({ subject }) => {
	for (const call of callsOf(subject)) {
		const found = controlFinding(subject.user, call);
		if (found !== null) return found;
	}
	return null;
};
