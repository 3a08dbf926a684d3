import type { SvmAccountFacts } from "../../chain/svm.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";

/** What the accounts of a Solana transaction hold before and after it, told by whose they are. */

export interface SvmRun {
	/** By address: every account that the transaction can write to; null: no such account. */
	readonly before: ReadonlyMap<string, SvmAccountFacts | null>;
	readonly after: ReadonlyMap<string, SvmAccountFacts | null>;
	/** The instructions, the inner ones too, in no certain order. */
	readonly steps: readonly SvmStep[];
	/** The user's wallets. */
	readonly mine: ReadonlySet<string>;
	/** Who pays the network fee, and how much, in lamports. */
	readonly payer: string;
	readonly fee: bigint;
}

/** A change of what somebody holds; negative: it leaves. */
export interface HoldingChange {
	readonly holder: string;
	/** `native` or a mint. */
	readonly asset: string;
	/** Base units. */
	readonly delta: bigint;
	/** Who else's holding of it changed the other way by as much; null where that is not certain. */
	readonly counterparty: string | null;
}

const WRAPPED_SOL = "So11111111111111111111111111111111111111112";

/** Who rules an account by its owner program; `null` for a wallet, which nobody else rules, and where nothing says. */
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

/** Who may take the lamports out of an account: of a wallet itself, of others who rules it by its owner program. */
export const holderIn = (accounts: SvmRun["before"], key: string): string | null =>
	rulerOf(accounts.get(key));

const lamportsIn = (accounts: SvmRun["before"], key: string) => accounts.get(key)?.lamports ?? 0n;

/** Lamports that are tokens at the same time: they are counted as tokens. */
function wrappedIn(accounts: SvmRun["before"], key: string): bigint {
	const data = accounts.get(key)?.data;
	return data?.kind === "token" && data.mint === WRAPPED_SOL ? data.amount : 0n;
}

/** Where instructions take the lamports of an account. */
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

/** What everything of the user gains or loses together in lamports, but for the fee. */
function altogether(ran: SvmRun): bigint {
	const { before, after, payer, fee, mine } = ran;
	const all = [...before.keys()].filter((key) => isMine(ran, key));
	const delta = all.reduce((sum, key) => sum + unwrapped(after, key) - unwrapped(before, key), 0n);
	return mine.has(payer) ? delta + fee : delta;
}

/**
 * Lamports of an account that the user rules and that end with somebody else. What comes back to them is not lost:
 * a wallet that closes its own token account gains what stood there.
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

/** Of each wallet of the user: its own lamports without the fee, and what left from accounts that it rules. */
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

/** By holder and mint; those of others too, so that the other side can be told. */
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
 * What one holder gains or loses, by who is on the other side. What leaves the only one who loses goes to those who
 * gain, each their part; what nobody gains (burnt, or kept back by the token) has no other side.
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

/** Of wallets, and of whoever rules an account of another kind, without the fee. */
function lamportsOfOthers(ran: SvmRun): Map<string, bigint> {
	const { before, after, payer, fee } = ran;
	const deltas = new Map<string, bigint>([[payer, fee]]);
	for (const key of before.keys()) {
		if (isMine(ran, key)) continue;
		const holder = holderIn(after, key) ?? holderIn(before, key) ?? key;
		deltas.set(holder, (deltas.get(holder) ?? 0n) + unwrapped(after, key) - unwrapped(before, key));
	}
	return deltas;
}

/** What the user's wallets gain and lose, SOL first. */
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
