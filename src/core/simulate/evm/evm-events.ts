import { decodeAbiParameters, parseAbiParameters, toEventSelector } from "viem/utils";
import type { SimulatedLog, SimulatedStep } from "../../chain/evm-simulation.ts";
import type { Hex } from "../../format/numeral.ts";
import type { EvmQuestion } from "./evm-questions.ts";

/**
 * Parses logs. A contract can log anything, so a log only suggests what to query and who the counterparty is.
 */

export interface TokenMove {
	readonly token: Hex;
	readonly standard: "native" | "erc20" | "erc721" | "erc1155";
	readonly from: Hex;
	readonly to: Hex;
	readonly id: bigint | null;
	readonly amount: bigint;
}

export type ApprovalEvent =
	| Extract<EvmQuestion, { kind: "allowance" | "operator" | "passed_on" }>
	| { readonly kind: "token"; readonly token: Hex; readonly account: Hex; readonly id: bigint };

export interface ControlEvent {
	readonly contract: Hex;
	readonly what: "owner" | "owners" | "code" | "role";
	readonly to: Hex | null;
}

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const SINGLE = toEventSelector("TransferSingle(address,address,address,uint256,uint256)");
const BATCH = toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])");
/** ERC-6909's transfer event. Its data contains the caller and the amount. */
const NUMBERED = toEventSelector("Transfer(address,address,address,uint256,uint256)");
const APPROVAL = toEventSelector("Approval(address,address,uint256)");
const FOR_ALL = toEventSelector("ApprovalForAll(address,address,bool)");
const PASSED_ON: ReadonlySet<Hex> = new Set([
	toEventSelector("Approval(address,address,address,uint160,uint48)"),
	toEventSelector("Permit(address,address,address,uint160,uint48,uint48)"),
]);
/** Sources: EIP-173, Safe, ERC-1967, OpenZeppelin's AccessControl. */
const CONTROL_EVENTS: ReadonlyMap<Hex, ControlEvent["what"]> = new Map([
	[toEventSelector("OwnershipTransferred(address,address)"), "owner"],
	[toEventSelector("AddedOwner(address)"), "owners"],
	[toEventSelector("RemovedOwner(address)"), "owners"],
	[toEventSelector("EnabledModule(address)"), "role"],
	[toEventSelector("ChangedMasterCopy(address)"), "code"],
	[toEventSelector("Upgraded(address)"), "code"],
	[toEventSelector("AdminChanged(address,address)"), "role"],
	[toEventSelector("RoleGranted(bytes32,address,address)"), "role"],
]);

const MAX_IDS = 32;

const addressIn = (word: Hex | undefined): Hex => `0x${(word ?? "").slice(-40)}`;
const wordAt = (data: Hex, index: number): Hex | null => {
	const word = data.slice(2 + index * 64, 2 + (index + 1) * 64);
	return word.length === 64 ? `0x${word}` : null;
};

function batchOf(data: Hex): readonly (readonly [bigint, bigint])[] {
	try {
		const [ids, amounts] = decodeAbiParameters(parseAbiParameters("uint256[], uint256[]"), data);
		return ids.slice(0, MAX_IDS).map((id, index) => [id, amounts[index] ?? 0n]);
	} catch {
		return [];
	}
}

export function movesIn({ address: token, topics, data }: SimulatedLog): readonly TokenMove[] {
	const [topic, one, two, three] = topics;
	const [first, second] = [wordAt(data, 0), wordAt(data, 1)];
	const moved = { token, from: addressIn(one), to: addressIn(two), id: BigInt(three ?? 0) };
	if (topic === TRANSFER && topics.length === 4) return [{ ...moved, standard: "erc721", amount: 1n }];
	if (topic === TRANSFER && topics.length === 3 && first !== null)
		return [{ ...moved, standard: "erc20", id: null, amount: BigInt(first) }];
	if (topic === NUMBERED && topics.length === 4 && second !== null)
		return [{ ...moved, standard: "erc1155", amount: BigInt(second) }];
	const parties = { token, standard: "erc1155", from: addressIn(two), to: addressIn(three) } as const;
	if (topic === SINGLE && topics.length === 4 && first !== null && second !== null)
		return [{ ...parties, id: BigInt(first), amount: BigInt(second) }];
	if (topic === BATCH && topics.length === 4)
		return batchOf(data).map(([id, amount]) => ({ ...parties, id, amount }));
	return [];
}

export function movesOf({ logs, transfers }: SimulatedStep): readonly TokenMove[] {
	const native = transfers.map(
		({ from, to, value }): TokenMove => ({
			token: "0x",
			standard: "native",
			from,
			to,
			id: null,
			amount: value,
		}),
	);
	return [...native, ...logs.flatMap(movesIn)];
}

export function permissionIn({ address: token, topics }: SimulatedLog): ApprovalEvent | null {
	const [topic, one, two, three] = topics;
	if (topic === undefined) return null;
	const account = addressIn(one);
	if (topic === APPROVAL && topics.length === 3)
		return { kind: "allowance", token, account, spender: addressIn(two) };
	if (topic === APPROVAL && three !== undefined) return { kind: "token", token, account, id: BigInt(three) };
	if (topic === FOR_ALL && topics.length === 3)
		return { kind: "operator", token, account, spender: addressIn(two) };
	if (PASSED_ON.has(topic) && three !== undefined)
		return { kind: "passed_on", by: token, token: addressIn(two), account, spender: addressIn(three) };
	return null;
}

export function controlEventIn({ address: contract, topics, data }: SimulatedLog): ControlEvent | null {
	const what = CONTROL_EVENTS.get(topics[0] ?? "0x");
	if (what === undefined) return null;
	const word = topics[2] ?? topics[1] ?? wordAt(data, 0);
	return { contract, what, to: word === null ? null : addressIn(word) };
}
