import { WRAPPED_SOL } from "../../chain/well-known.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import type { AppMeaning, AppPart } from "../../decode/svm/meaning.ts";
import { type AssetAmount, isDust, isListed } from "../../decoded-transaction/asset-amount.ts";
import type { ItemOpinion } from "../../decoded-transaction/opinion.ts";
import { isSol, svmFlows } from "../../decoded-transaction/svm/outflow.ts";
import {
	type DecodedSvmTransaction,
	holderOf,
	mintFor,
	rentOf,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUsedBefore, isUserKey, isUsers } from "../../decoded-transaction/svm/user-accounts.ts";
import { readUint } from "../../format/numeral.ts";
import type { AppCall, AppDoubt } from "../effects.ts";

interface AppEvidence {
	readonly subject: DecodedSvmTransaction;
	readonly opinion: Pick<ItemOpinion, "local">;
}

type AppStep = SvmStep & { readonly meaning: AppMeaning };

const isApp = (step: SvmStep): step is AppStep => step.meaning.kind === "app";

/** Actions that make the app open an account: a position, ticket, proposal, or vote record. */
const OPENS: ReadonlySet<AppMeaning["act"]> = new Set(["open", "order", "propose", "vote"]);
/** Maximum rent in lamports for accounts that the app opens. The interfaces don't state this amount. */
const MAX_RENT = 50_000_000n;
const assetKey = (asset: string): string => (isSol(asset) || asset === WRAPPED_SOL ? "native" : asset);

function keyOf(subject: DecodedSvmTransaction, { account, mint }: AppPart): string | null {
	const asset = mint === "native" ? mint : mintFor(subject, account, mint);
	return asset === null ? null : assetKey(asset);
}

/**
 * Returns whether the recipient is acceptable. A transfer may go to any known address. Other results must go
 * to the user, because a swap or stake for a friend returns nothing to the user.
 */
const isFor = (subject: DecodedSvmTransaction, act: AppMeaning["act"], key: string | null): boolean =>
	key !== null && (act === "transfer" ? isUsedBefore(subject, key, "paid") : isUserKey(subject, key));

const holderOfPart = (subject: DecodedSvmTransaction, { account, mint }: AppPart): string | null =>
	mint === "native" ? (holderOf(subject, account) ?? account) : holderOf(subject, account);

function strangerIn(subject: DecodedSvmTransaction, { act, gets, rulers }: AppMeaning): string | null {
	for (const part of gets) {
		const holder = holderOfPart(subject, part);
		if (!isFor(subject, act, holder)) return holder ?? part.account;
		// The close authority of a wrapped SOL account can take its whole balance.
		const closer = tokenAccountOf(subject.facts, part.account)?.closeAuthority ?? null;
		if (closer !== null && keyOf(subject, part) === "native" && !isUserKey(subject, closer)) return closer;
	}
	return rulers.find((key) => !isFor(subject, act, key)) ?? null;
}

/** Accounts with unknown owners count as the user's. */
function unexplained(subject: DecodedSvmTransaction, { meaning, accounts }: AppStep): string | null {
	const moved = [...meaning.gives, ...meaning.gets].map(({ account }) => account);
	const explained = new Set([...moved, ...meaning.keeps]);
	const roles = new Set(accounts.flatMap(({ pubkey, role }) => (role === null ? [] : [pubkey])));
	const odd = accounts.find(({ pubkey, writable, signer }) => {
		if (explained.has(pubkey)) return false;
		// A wallet may sign and pay if the interface defines a role for it.
		if (isUserKey(subject, pubkey)) return (writable || signer) && !roles.has(pubkey);
		return writable && isUsers(subject, pubkey) !== false;
	});
	return odd?.pubkey ?? null;
}

type Sums = Map<string, bigint>;
const add = (sums: Sums, asset: string, raw: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + raw);

function shownNets({ subject, opinion: { local } }: AppEvidence): Sums | null {
	const sums: Sums = new Map();
	if (local.state !== "done") return null;
	for (const { account, asset, amount, direction } of local.simulation.balanceChanges) {
		if (!isUserKey(subject, account ?? null)) continue;
		const raw = readUint(amount.replace(/^-/, ""));
		if (raw === null) return null;
		add(sums, assetKey(asset), direction === "in" ? raw : -raw);
	}
	return sums;
}

interface SlippageBounds {
	/** Minimum change per asset, excluding rent. A negative number is the most that can leave. */
	readonly net: Sums;
	readonly rent: bigint;
	readonly some: readonly string[];
	readonly gives: ReadonlySet<string>;
	readonly leaves: Sums;
}

function requestedBounds(subject: DecodedSvmTransaction, steps: readonly AppStep[]): SlippageBounds | null {
	const [net, leaves]: [Sums, Sums] = [new Map(), new Map()];
	const some: string[] = [];
	const gives = new Set<string>();
	const leave = (asset: string, amount: bigint) => {
		add(net, asset, -amount);
		add(leaves, asset, amount);
	};
	for (const { meaning } of steps) {
		for (const part of meaning.gives) {
			const key = keyOf(subject, part);
			if (key === null || part.amount === null) return null;
			leave(key, part.amount);
			if (part.amount > 0n) gives.add(key);
		}
		for (const part of meaning.gets) {
			const key = keyOf(subject, part);
			if (key === null) return null;
			if (meaning.act === "transfer" && !isUserKey(subject, holderOfPart(subject, part))) continue;
			if (part.amount === null || part.bound === "most") some.push(key);
			else add(net, key, part.amount);
		}
	}
	for (const { asset, amount } of svmFlows(subject)) {
		if (asset === null) return null;
		leave(assetKey(asset), amount);
	}
	const opens = steps.some(({ meaning }) => OPENS.has(meaning.act));
	return { net, rent: (rentOf(subject) ?? 0n) + (opens ? MAX_RENT : 0n), some, gives, leaves };
}

function poor({ subject }: AppEvidence, steps: readonly AppStep[], sums: Sums): AppDoubt | null {
	const parts = (sign: 1n | -1n): AssetAmount[] =>
		[...sums].flatMap(([asset, raw]) => (raw * sign > 0n ? [{ asset, raw: raw * sign }] : []));
	const given = parts(-1n).filter(({ asset }) => asset !== "native" || steps.some(givesSol));
	if (given.length === 0 || steps.every(({ meaning }) => isAccountedFor(subject, meaning))) return null;
	const got = parts(1n);
	if (got.length === 0) return "nothing-back";
	if (got.some(({ asset }) => !isListed(subject.chainRef, asset))) return "unlisted";
	return isDust(subject.chainRef, given, got) ? "dust" : null;
}

/**
 * Returns whether nothing has to come back: the call gives nothing, the app records the assets for the user,
 * they are sent on purpose, or they go into one of the user's positions.
 */
const isAccountedFor = (
	subject: DecodedSvmTransaction,
	{ act, booked, gives, position }: AppMeaning,
): boolean => booked || gives.length === 0 || act === "transfer" || isUsersPosition(subject, position);

/** Returns whether the position's on-chain token account belongs to the user and isn't empty. */
function isUsersPosition(subject: DecodedSvmTransaction, position: string | null): boolean {
	const held = position === null ? null : tokenAccountOf(subject.facts, position);
	return held !== null && held.amount > 0n && isUserKey(subject, held.owner);
}

const givesSol = ({ meaning }: AppStep): boolean =>
	meaning.gives.some(({ mint }) => mint === "native" || mint === null || mint === WRAPPED_SOL);

/**
 * If a swap's bounds are far from the current result, the first observer can take the difference. Every
 * instruction counts, because if one returns too little, the next one spends from the user's earlier balance.
 */
function isLoose(steps: readonly AppStep[], { net, leaves }: SlippageBounds, sums: Sums): boolean {
	const swaps = steps.filter(({ meaning }) => meaning.act === "swap");
	if (swaps.length === 0) return false;
	if (swaps.some(({ meaning }) => meaning.gets.some(({ amount }) => amount === null || amount === 0n)))
		return true;
	return [...net].some(([asset, worst]) => {
		const now = sums.get(asset) ?? 0n;
		const most = leaves.get(asset) ?? 0n;
		const scale = now > most ? now : most;
		return (now - worst) * 2n > scale;
	});
}

/**
 * Returns whether the debt is more than twice the borrowed amount that arrived, including amounts that left
 * again.
 */
function isDearDebt(
	subject: DecodedSvmTransaction,
	steps: readonly AppStep[],
	{ leaves }: SlippageBounds,
	sums: Sums,
): boolean {
	return steps.some(
		({ meaning }) =>
			meaning.act === "borrow" &&
			meaning.gets.some((part) => {
				const key = keyOf(subject, part) ?? "";
				return ((sums.get(key) ?? 0n) + (leaves.get(key) ?? 0n)) * 2n < (part.amount ?? 0n);
			}),
	);
}

function doubt(evidence: AppEvidence, steps: readonly AppStep[]): AppDoubt | null {
	const { subject, opinion } = evidence;
	const { local } = opinion;
	if (local.state !== "done" || local.simulation.status !== "passed" || local.revert !== null)
		return "not-shown";
	const sums = shownNets(evidence);
	const request = requestedBounds(subject, steps);
	if (sums === null || request === null) return "not-stated";
	if (local.simulation.approvals.some(({ approved, amount }) => approved !== false && amount !== "0"))
		return "allows";
	if (local.controls.some(({ mine }) => mine)) return "changes-hands";
	const assets = new Set([...sums.keys(), ...request.net.keys()]);
	const least = (asset: string) => (request.net.get(asset) ?? 0n) - (asset === "native" ? request.rent : 0n);
	if ([...assets].some((asset) => (sums.get(asset) ?? 0n) < least(asset))) return "not-as-asked";
	if (request.some.some((asset) => (sums.get(asset) ?? 0n) <= 0n && !request.gives.has(asset)))
		return "no-return";
	if ([...request.gives].some((asset) => (sums.get(asset) ?? 0n) === 0n && !request.some.includes(asset)))
		return "not-seen";
	if (isLoose(steps, request, sums)) return "loose";
	if (isDearDebt(subject, steps, request, sums)) return "dear-debt";
	return poor(evidence, steps, sums);
}

export function appCallsIn(evidence: AppEvidence, step: number): readonly AppCall[] {
	const { subject } = evidence;
	const steps = subject.steps.filter(isApp);
	if (steps.length === 0) return [];
	const all = doubt(evidence, steps);
	return steps.map((each) => {
		const { meaning, programId, at } = each;
		return {
			target: programId,
			app: meaning.app,
			step,
			at,
			gainer: strangerIn(subject, meaning),
			alsoGiven: unexplained(subject, each),
			open: meaning.open,
			doubt: all,
			isDebt: meaning.act === "borrow",
			isIntoPosition: isUsersPosition(subject, meaning.position),
			isProposal: meaning.proposed.length > 0,
			isVote: meaning.act === "vote",
		};
	});
}
