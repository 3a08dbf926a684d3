import type { SvmAccountFacts } from "../../chain/svm.ts";
import { WRAPPED_SOL } from "../../chain/well-known.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";

export interface SvmRun {
	readonly before: ReadonlyMap<string, SvmAccountFacts | null>;
	readonly after: ReadonlyMap<string, SvmAccountFacts | null>;
	readonly steps: readonly SvmStep[];
	readonly mine: ReadonlySet<string>;
	readonly payer: string;
	readonly fee: bigint;
}

export interface HoldingChange {
	readonly holder: string;
	readonly asset: string;
	readonly delta: bigint;
	/** Owner whose balance changed by the opposite amount. `null` if that is uncertain. */
	readonly counterparty: string | null;
}

/** Returns `null` for a wallet, or if the authority is unknown. */
export function rulerOf(facts: SvmAccountFacts | null | undefined): string | null {
	const data = facts?.data;
	switch (data?.kind) {
		case "token":
			return data.owner;
		case "stake":
		case "vote":
			return data.withdrawer;
		case "nonce":
			return data.authority ?? null;
		default:
			return null;
	}
}

export const holderIn = (accounts: SvmRun["before"], key: string): string | null =>
	rulerOf(accounts.get(key));

const lamportsIn = (accounts: SvmRun["before"], key: string) => accounts.get(key)?.lamports ?? 0n;

function wrappedIn(accounts: SvmRun["before"], key: string): bigint {
	const data = accounts.get(key)?.data;
	return data?.kind === "token" && data.mint === WRAPPED_SOL ? data.amount : 0n;
}

function takenTo(steps: readonly SvmStep[], key: string): string[] {
	return steps.flatMap(({ meaning }) => {
		switch (meaning.kind) {
			case "token_close":
			case "token_unwrap":
				return meaning.account === key ? [meaning.to] : [];
			case "withdraw":
				return meaning.account === key && meaning.of !== "fees" ? [meaning.to] : [];
			case "nonce":
				return meaning.account === key && meaning.what === "withdraw" && meaning.to !== null
					? [meaning.to]
					: [];
			default:
				return [];
		}
	});
}

const unwrapped = (accounts: SvmRun["before"], key: string) =>
	lamportsIn(accounts, key) - wrappedIn(accounts, key);

const isMine = ({ mine, before, after }: SvmRun, key: string): boolean =>
	[key, holderIn(before, key), holderIn(after, key)].some((each) => each !== null && mine.has(each));

function altogether(ran: SvmRun): bigint {
	const { before, after, payer, fee, mine } = ran;
	const all = [...before.keys()].filter((key) => isMine(ran, key));
	const delta = all.reduce((sum, key) => sum + unwrapped(after, key) - unwrapped(before, key), 0n);
	return mine.has(payer) ? delta + fee : delta;
}

/**
 * Returns the lamports that went from the user's account to someone else. The user loses nothing by closing
 * their own token account.
 */
function lostFrom(ran: SvmRun, key: string): bigint {
	const { before, after, steps } = ran;
	const less = unwrapped(before, key) - unwrapped(after, key);
	if (less <= 0n) return 0n;
	const to = takenTo(steps, key);
	if (to.length > 0) return to.every((each) => isMine(ran, each)) ? 0n : less;
	const total = altogether(ran);
	return total >= 0n ? 0n : less < -total ? less : -total;
}

function nativeOf(ran: SvmRun): Map<string, bigint> {
	const { before, after, mine, payer, fee } = ran;
	const deltas = new Map<string, bigint>();
	const add = (holder: string, delta: bigint) => deltas.set(holder, (deltas.get(holder) ?? 0n) + delta);
	for (const key of before.keys()) {
		const holder = holderIn(before, key);
		if (mine.has(key)) add(key, lamportsIn(after, key) - lamportsIn(before, key));
		else if (holder !== null && mine.has(holder)) add(holder, -lostFrom(ran, key));
	}
	if (mine.has(payer)) add(payer, fee);
	return deltas;
}

function tokensOf({ before, after }: SvmRun): Map<string, Map<string, bigint>> {
	const byMint = new Map<string, Map<string, bigint>>();
	const add = (account: SvmAccountFacts | null, sign: bigint) => {
		if (account?.data.kind !== "token") return;
		const { mint, owner, amount } = account.data;
		const byHolder = byMint.get(mint) ?? new Map<string, bigint>();
		byHolder.set(owner, (byHolder.get(owner) ?? 0n) + sign * amount);
		byMint.set(mint, byHolder);
	};
	for (const account of before.values()) add(account, -1n);
	for (const account of after.values()) add(account, 1n);
	return byMint;
}

type Deltas = ReadonlyMap<string, bigint>;

/**
 * Splits an owner's change by counterparty. If only one owner loses, the outflow is divided among the owners
 * who gain. An amount that no one gains was burned or withheld.
 */
function sharesOf(deltas: Deltas, holder: string): Pick<HoldingChange, "delta" | "counterparty">[] {
	const delta = deltas.get(holder) ?? 0n;
	const others = [...deltas].filter(([key]) => key !== holder);
	const counterparties = others.filter(([, other]) => (delta < 0n ? other > 0n : other < 0n));
	const [only] = counterparties;
	const alone = others.every(([, other]) => (delta < 0n ? other >= 0n : other <= 0n));
	const gained = counterparties.reduce((sum, [, other]) => sum + other, 0n);
	if (delta >= 0n || !alone || gained > -delta)
		return [{ delta, counterparty: counterparties.length === 1 ? (only?.[0] ?? null) : null }];
	return [
		...counterparties.map(([counterparty, part]) => ({ delta: -part, counterparty })),
		{ delta: delta + gained, counterparty: null },
	];
}

/** Wrapped SOL that remains in its account must have been SOL before. */
const isOnlyWrapped = ({ before, after }: SvmRun): boolean =>
	[...before.keys()].every((key) => wrappedIn(after, key) >= wrappedIn(before, key));

function lamportsOfOthers(ran: SvmRun): Map<string, bigint> {
	const { before, after, payer, fee } = ran;
	const lamports = isOnlyWrapped(ran) ? lamportsIn : unwrapped;
	const deltas = new Map<string, bigint>([[payer, fee]]);
	for (const key of before.keys()) {
		if (isMine(ran, key)) continue;
		const holder = holderIn(after, key) ?? holderIn(before, key) ?? key;
		deltas.set(holder, (deltas.get(holder) ?? 0n) + lamports(after, key) - lamports(before, key));
	}
	return deltas;
}

export function movesOf(ran: SvmRun): HoldingChange[] {
	const native = nativeOf(ran);
	const lamports: Deltas = new Map([...lamportsOfOthers(ran), ...native]);
	const all: [asset: string, deltas: Deltas, holders: Iterable<string>][] = [
		["native", lamports, native.keys()],
		...[...tokensOf(ran)].map(([mint, byHolder]): [string, Deltas, Iterable<string>] => [
			mint,
			byHolder,
			[...byHolder.keys()].filter((holder) => ran.mine.has(holder)),
		]),
	];
	return all
		.flatMap(([asset, deltas, holders]) =>
			[...holders].flatMap((holder) =>
				sharesOf(deltas, holder).map((share) => ({ holder, asset, ...share })),
			),
		)
		.filter(({ delta }) => delta !== 0n);
}
