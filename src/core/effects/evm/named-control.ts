import { toFunctionSelector } from "viem/utils";
import { type Hex, readAddress } from "../../format/numeral.ts";
import { once } from "../../once.ts";
import type { MadeCall } from "./calls.ts";

/** Functions that change control. They are recognized by selector, because the decoder doesn't cover them. */

interface NamedControl {
	readonly what: "owner" | "upgrade" | "renounce";
	readonly holder: Hex | null;
}

/**
 * Widely used functions, each with the index of the argument that names the new controller. Sources:
 * OpenZeppelin's Ownable, AccessControl and proxies, ds-auth, Safe, EIP-2535.
 */
const FUNCTIONS: readonly (readonly [
	signature: string,
	what: NamedControl["what"],
	position: number | null,
])[] = [
	["transferOwnership(address,bool,bool)", "owner", 0],
	["changeOwner(address)", "owner", 0],
	["setPendingOwner(address)", "owner", 0],
	["beginDefaultAdminTransfer(address)", "owner", 0],
	["setAdmin(address)", "owner", 0],
	["changeProxyAdmin(address,address)", "owner", 1],
	["transferAdmin(address)", "owner", 0],
	["setPendingAdmin(address)", "owner", 0],
	["setAuthority(address)", "owner", 0],
	["setController(address)", "owner", 0],
	["setGovernor(address)", "owner", 0],
	["setModuleGuard(address)", "owner", 0],
	["renounceRole(bytes32,address)", "renounce", null],
	["upgrade(address,address)", "upgrade", 1],
	["upgradeAndCall(address,address,bytes)", "upgrade", 1],
	["setImplementation(address)", "upgrade", 0],
	["diamondCut((address,uint8,bytes4[])[],address,bytes)", "upgrade", null],
];

const bySelector = once(
	(): ReadonlyMap<string, (typeof FUNCTIONS)[number]> =>
		new Map(FUNCTIONS.map((entry) => [toFunctionSelector(entry[0]), entry])),
);

const SELECTOR_LENGTH = 10;
const WORD_LENGTH = 64;
const ADDRESS_START = 24;

function addressAt(data: Hex, position: number): Hex | null {
	const start = SELECTOR_LENGTH + position * WORD_LENGTH;
	const word = data.slice(start, start + WORD_LENGTH);
	return word.length === WORD_LENGTH ? readAddress(`0x${word.slice(ADDRESS_START)}`) : null;
}

export function namedControlOf({ decoded: { meaning }, data }: MadeCall): NamedControl | null {
	if (meaning.kind !== "unknown" || data === null) return null;
	const found = bySelector().get(data.slice(0, SELECTOR_LENGTH));
	if (found === undefined) return null;
	const [, what, position] = found;
	return { what, holder: position === null ? null : addressAt(data, position) };
}
