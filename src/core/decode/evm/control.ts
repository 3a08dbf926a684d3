import type { Hex } from "../../format/numeral.ts";
import { lower } from "./abi.ts";
import { type KnownFunction, known } from "./function.ts";
import type { ControlWhat, Meaning } from "./meaning.ts";

/** Who rules a contract. Sources: OpenZeppelin's Ownable, AccessControl and proxies, Safe's OwnerManager and modules. */

interface ControlMore {
	readonly from?: string;
	readonly role?: Hex;
	readonly threshold?: bigint;
	readonly bytes?: number;
}

function control(what: ControlWhat, to: string | null, more: ControlMore = {}): Meaning {
	const { from, role = null, threshold = null, bytes = 0 } = more;
	return {
		kind: "control",
		what,
		to: to === null ? null : lower(to),
		from: from === undefined ? null : lower(from),
		role,
		threshold,
		bytes,
	};
}

/** A Safe takes these from itself alone; from anybody else they fail. */
const SAFE: readonly KnownFunction[] = [
	known("function addOwnerWithThreshold(address owner, uint256 threshold)", ([owner, threshold]) =>
		control("safe-owner-added", owner, { threshold }),
	),
	known("function removeOwner(address prevOwner, address owner, uint256 threshold)", ([, owner, threshold]) =>
		control("safe-owner-removed", owner, { threshold }),
	),
	known("function swapOwner(address prevOwner, address oldOwner, address newOwner)", ([, from, to]) =>
		control("safe-owner-swapped", to, { from }),
	),
	known("function changeThreshold(uint256 threshold)", ([threshold]) =>
		control("safe-threshold", null, { threshold }),
	),
	known("function enableModule(address module)", ([module]) => control("safe-module", module)),
	known("function disableModule(address prevModule, address module)", ([, module]) =>
		control("safe-module-removed", module),
	),
	known("function setGuard(address guard)", ([guard]) => control("safe-guard", guard)),
	known("function setFallbackHandler(address handler)", ([handler]) => control("safe-handler", handler)),
];

export const CONTROL: readonly KnownFunction[] = [
	known("function transferOwnership(address newOwner)", ([to]) => control("owner", to)),
	known("function setOwner(address newOwner)", ([to]) => control("owner", to)),
	known("function renounceOwnership()", () => control("renounce", null)),
	known("function acceptOwnership()", () => control("accept", null)),
	known("function grantRole(bytes32 role, address account)", ([role, to]) => control("grant", to, { role })),
	known("function revokeRole(bytes32 role, address account)", ([role, to]) =>
		control("revoke", to, { role }),
	),
	known("function upgradeTo(address newImplementation)", ([to]) => control("upgrade", to)),
	known("function upgradeToAndCall(address newImplementation, bytes data)", ([to, data]) =>
		control("upgrade", to, { bytes: (data.length - 2) / 2 }),
	),
	known("function changeAdmin(address newAdmin)", ([to]) => control("admin", to)),
	...SAFE,
];
