import type { BalanceChange } from "../../../service-api/simulation.ts";
import { readUint } from "../../format/numeral.ts";
import { addressKey } from "../../rules/rule-address.ts";
import type { OwnSimulation } from "../../subject/opinion.ts";

/** Outflows and permissions of the user's accounts by simulations. */

/** Base units; null for what has no number, or no limit. */
export interface PolicyFlow {
	readonly asset: string;
	readonly amount: bigint | null;
}

export interface ApprovalFlow extends PolicyFlow {
	readonly spender: string;
	readonly token: string;
	readonly unlimited: boolean;
}

export interface OwnRead {
	readonly flows: readonly PolicyFlow[];
	readonly permissions: readonly Omit<ApprovalFlow, "asset">[];
	/** Others whose balance grows, or who are on the other side of what leaves. */
	readonly gainers: readonly { readonly account: string; readonly asset: string }[];
	/** It could not look at everything, so that more may happen than it shows. */
	readonly partial: boolean;
	/** Something leaves, and our own simulation shows nobody who gets it. */
	readonly toNobodyKnown: boolean;
	/** The user loses control of something: what that takes has no number. */
	readonly controls: boolean;
	/** It shows an effect on the user's accounts. That it shows none says nothing of what it does not look at. */
	readonly observed: boolean;
}

type Mine = (account: string) => boolean;
type Key = (asset: string) => string;

const magnitude = (amount: string) => readUint(amount.replace(/^[-+]/, ""));

const leaves = ({ direction, amount }: BalanceChange) =>
	direction === "out" || (direction !== "in" && (amount.startsWith("-") || magnitude(amount) === null));

/** An item of a collection has no amount that could be held against a limit. */
const amountOf = ({ amount, tokenId }: BalanceChange) =>
	typeof tokenId === "string" ? null : magnitude(amount);

/** null where our own simulation is not there, or the transaction failed in it: then it proves nothing. */
export function readOwn(own: OwnSimulation, isMine: Mine, keyOf: Key): OwnRead | null {
	if (own.state !== "done" || own.revert !== null || own.simulation.status !== "passed") return null;
	const { balanceChanges, approvals } = own.simulation;
	const named = balanceChanges.map((change) => ({ ...change, account: change.account ?? "" }));
	const leaving = named.filter(
		(change) => leaves(change) && (change.account === "" || isMine(change.account)),
	);
	const gaining = named.filter(
		(change) => !leaves(change) && change.account !== "" && !isMine(change.account),
	);
	// EVM simulations read no balances of others: the outflow names the other side.
	const others = leaving.flatMap(({ asset, counterparty }) =>
		typeof counterparty === "string" && counterparty !== "" ? [{ account: counterparty, asset }] : [],
	);
	const gainers = [...gaining, ...others].map(({ account, asset }) => ({
		account: addressKey(account),
		asset: keyOf(asset),
	}));
	return {
		flows: leaving.map((change) => ({ asset: keyOf(change.asset), amount: amountOf(change) })),
		gainers,
		partial: own.gaps.length > 0,
		toNobodyKnown: leaving.some(({ asset }) => !gainers.some((each) => each.asset === keyOf(asset))),
		permissions: approvals
			.filter((approval) => isMine(approval.account) && approval.approved !== false)
			.filter((approval) => approval.unlimited === true || readUint(approval.amount ?? "") !== 0n)
			.map((approval) => {
				const amount = approval.kind === "allowance" ? readUint(approval.amount ?? "") : null;
				return {
					spender: addressKey(approval.spender),
					token: addressKey(approval.asset),
					amount: approval.unlimited === true ? null : amount,
					unlimited: approval.unlimited === true || approval.kind === "operator",
				};
			}),
		controls: own.controls.some(({ mine }) => mine),
		observed:
			named.some(({ account, amount }) => (account === "" || isMine(account)) && magnitude(amount) !== 0n) ||
			approvals.some(({ account }) => isMine(account)),
	};
}

/**
 * Reads the service's outflows. A record that names no step belongs to the first of several, so that each is
 * counted once.
 */
export function readService(
	changes: readonly BalanceChange[],
	signer: string,
	isMine: Mine,
	keyOf: Key,
	place: { readonly index: number; readonly count: number },
): readonly PolicyFlow[] {
	return changes
		.filter(({ step }) => place.count === 1 || typeof step === "number" || place.index === 0)
		.filter((change) => change.direction !== "in" && isMine(change.account ?? signer))
		.filter((change) => leaves(change))
		.map((change) => ({ asset: keyOf(change.asset), amount: amountOf(change) }));
}

/** The same permission by two readings is one: the larger of both. */
export function addPermissions(
	read: readonly Omit<ApprovalFlow, "asset">[],
	more: readonly Omit<ApprovalFlow, "asset">[],
	isUnlimited: (amount: bigint) => boolean,
): readonly Omit<ApprovalFlow, "asset">[] {
	const found = new Map<string, Omit<ApprovalFlow, "asset">>();
	for (const each of [...read, ...more]) {
		const key = `${each.spender} ${each.token}`;
		const before = found.get(key);
		const unlimited = each.unlimited || (each.amount !== null && isUnlimited(each.amount));
		const amount = unlimited ? null : each.amount;
		if (before === undefined) found.set(key, { ...each, amount, unlimited });
		else
			found.set(key, {
				...before,
				unlimited: before.unlimited || unlimited,
				amount:
					before.amount === null || amount === null ? null : amount > before.amount ? amount : before.amount,
			});
	}
	return [...found.values()];
}
