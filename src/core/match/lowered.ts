import type { ActionRequest, ExecuteEvmRequest } from "../../service-api/action.ts";
import { type Hex, readBytes, readUint } from "../format/numeral.ts";
import { message } from "../localized-text.ts";
import { type Check, failed, passed } from "./check.ts";
import type { FrozenActionLike, Lowered } from "./frozen.ts";

/** Lowers allowances in a proposal as the user chose. The rest remains as the agent proposed it. */

interface AllowanceCall {
	readonly words: number;
	/** Index of the word that contains the amount. */
	readonly at: number;
}

/** Sources: EIP-20, OpenZeppelin's ERC20, Permit2's AllowanceTransfer. */
const ALLOWANCE_CALLS: Readonly<Record<string, AllowanceCall>> = {
	// approve(address,uint256)
	"0x095ea7b3": { words: 2, at: 1 },
	// increaseAllowance(address,uint256)
	"0x39509351": { words: 2, at: 1 },
	// approve(address,address,uint160,uint48)
	"0x87517c45": { words: 4, at: 2 },
};

const SELECTOR = 10;
const WORD = 64;

function amountPlace(data: string): { readonly bytes: Hex; readonly from: number } | null {
	const bytes = readBytes(data);
	if (bytes === null) return null;
	const call = ALLOWANCE_CALLS[bytes.slice(0, SELECTOR)];
	if (call === undefined || bytes.length !== SELECTOR + call.words * WORD) return null;
	return { bytes, from: SELECTOR + call.at * WORD };
}

/** Returns the amount if the call sets or raises a single allowance. Returns `null` for any other call. */
export function allowanceOf(data: string): bigint | null {
	const place = amountPlace(data);
	return place === null ? null : BigInt(`0x${place.bytes.slice(place.from, place.from + WORD)}`);
}

/**
 * Returns the call with the allowance lowered to `amount`. Returns `null` unless the amount is more than zero
 * and less than the proposed one.
 */
export function withAllowance(data: string, amount: bigint): Hex | null {
	const [place, proposed] = [amountPlace(data), allowanceOf(data)];
	if (place === null || proposed === null || amount <= 0n || amount >= proposed) return null;
	const { bytes, from } = place;
	const word = amount.toString(16).padStart(WORD, "0");
	return `0x${bytes.slice(2, from)}${word}${bytes.slice(from + WORD)}`;
}

function loweredData(data: string, { amount }: Lowered): Hex | null {
	const raw = readUint(amount);
	return raw === null ? null : withAllowance(data, raw);
}

const loweredOf = (frozen: FrozenActionLike): readonly Lowered[] =>
	frozen.kind === "proposal" ? (frozen.lowered ?? []) : [];

/** Returns the request with lower allowances. Ignores changes that don't lower an allowance. */
export function withLowered(request: ExecuteEvmRequest, changes: readonly Lowered[]): ExecuteEvmRequest {
	if (changes.length === 0) return request;
	const lowered = new Map(changes.map((each) => [each.place, each]));
	const transactions = request.transactions.map((tx, index) => {
		const change = lowered.get(index);
		return change === undefined ? tx : { ...tx, data: loweredData(tx.data, change) ?? tx.data };
	});
	return { ...request, transactions };
}

/**
 * Returns the request that the user approves: the agent's proposal with the allowances that the user lowered.
 */
export function approvedRequest(frozen: FrozenActionLike): ActionRequest {
	const { request } = frozen;
	return request.type === "execute_evm" ? withLowered(request, loweredOf(frozen)) : request;
}

/** Checks that the user's changes only lower allowances that the agent proposed. */
export function loweredChecks(frozen: FrozenActionLike): readonly Check[] {
	const { request } = frozen;
	const transactions = request.type === "execute_evm" ? request.transactions : [];
	const lowered = loweredOf(frozen);
	return lowered.map((each, index) => {
		const data = transactions[each.place]?.data ?? "";
		const values = { reviewed: String(allowanceOf(data) ?? ""), payload: each.amount };
		const isNext = index === 0 || each.place > (lowered[index - 1]?.place ?? -1);
		return isNext && loweredData(data, each) !== null
			? passed("lowered", message("match.lowered.less"), values)
			: failed("lowered", message("match.lowered.differs"), values);
	});
}
