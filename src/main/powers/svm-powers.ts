import { ChainError } from "../../core/chain/chain-error.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { WRAPPED_SOL } from "../../core/chain/well-known.ts";
import { message } from "../../core/localized-text.ts";
import { TOKEN_PROGRAMS } from "../../core/match/revocation.ts";
import type { PowerKind } from "../../ipc/powers.ts";
import type { TokenUnit } from "../chains/evm/allowances.ts";
import type { SvmChain, TokenAccount } from "../chains/svm/chain.ts";
import { metadataAddressOf, withMetadata } from "../chains/svm/metadata.ts";
import { accountFacts, MAX_ACCOUNTS, type RawAccount } from "../chains/svm/raw-accounts.ts";
import { type FoundPower, NO_UNIT, type TakeableBalance, unread } from "./found-power.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

type Cluster = Pick<SvmChain, "accounts" | "tokenAccounts">;
type Accounts = ReadonlyMap<string, RawAccount>;

/** Limited because anyone can send tokens with an unknown mint. */
const MAX_MINTS = 200;

async function readAccounts(cluster: Cluster, addresses: readonly string[]): Promise<Accounts> {
	const keys = [...new Set(addresses)];
	const read = new Map<string, RawAccount>();
	for (let at = 0; at < keys.length; at += MAX_ACCOUNTS) {
		const some = keys.slice(at, at + MAX_ACCOUNTS);
		const found = await cluster.accounts(some);
		for (const [index, key] of some.entries()) {
			const raw = found[index] ?? null;
			if (raw !== null) read.set(key, raw);
		}
	}
	return read;
}

type Mint = NonNullable<ReturnType<typeof mintAt>>;

function mintAt(mint: string, accounts: Accounts) {
	const raw = accounts.get(mint);
	if (raw === undefined) return null;
	const { data } = withMetadata(mint, accountFacts(mint, raw), accounts.get(metadataAddressOf(mint)) ?? null);
	return data.kind === "mint" ? data : null;
}

const unitOf = (mint: Mint | null): TokenUnit =>
	mint === null ? NO_UNIT : { symbol: mint.symbol, name: mint.name, decimals: mint.decimals };

interface Holding {
	readonly chainRef: string;
	readonly account: TokenAccount;
	readonly mint: Mint | null;
}

function powerOf(
	{ chainRef, account, mint }: Holding,
	kind: PowerKind,
	holder: string,
	limit: bigint | "nothing" | null,
): FoundPower {
	const { address, amount, owner, program } = account;
	const known = wellKnownAt(chainRef, account.mint);
	const stake = (most: bigint | null): TakeableBalance => ({
		asset: address,
		priced: account.mint,
		balance: amount,
		limit: most,
		decimals: known?.decimals ?? mint?.decimals ?? null,
	});
	const seen = { chainRef, account: owner, token: address, spender: holder, kind, tokenId: "" };
	return {
		...unread(seen, ""),
		allowed: { amount: limit === "nothing" ? null : limit, until: null },
		stakes: limit === "nothing" ? [] : [stake(limit)],
		unit: unitOf(mint),
		mint: account.mint,
		program,
		fault: null,
	};
}

/** Lists everyone other than the owner who has power over the account, directly or through its mint. */
function powersOver(holding: Holding): readonly FoundPower[] {
	const { account, mint } = holding;
	const { amount, closeAuthority, delegate, delegatedAmount, owner } = account;
	const isOther = (key: string | null | undefined): key is string =>
		key !== null && key !== undefined && key !== owner;
	const all: FoundPower[] = [];
	if (isOther(delegate) && delegatedAmount > 0n)
		all.push(powerOf(holding, "delegate", delegate, delegatedAmount));
	if (isOther(closeAuthority))
		// Closing a wrapped SOL account transfers its whole balance.
		all.push(powerOf(holding, "close", closeAuthority, account.mint === WRAPPED_SOL ? null : "nothing"));
	if (mint === null || amount === 0n) return all;
	const { freezeAuthority, mintAuthority, powers } = mint;
	if (isOther(powers?.permanentDelegate))
		all.push(powerOf(holding, "permanent", powers.permanentDelegate, null));
	if (isOther(freezeAuthority)) all.push(powerOf(holding, "freeze", freezeAuthority, "nothing"));
	// Many mints have a mint authority. It is only listed as someone else's power if the user has the freeze
	// authority.
	if (isOther(mintAuthority) && freezeAuthority === owner)
		all.push(powerOf(holding, "mint", mintAuthority, "nothing"));
	return all;
}

async function mintsOf(cluster: Cluster, accounts: readonly TokenAccount[]): Promise<Accounts> {
	const hasPower = ({ closeAuthority, delegate }: TokenAccount) =>
		delegate !== null || closeAuthority !== null;
	const first = [...accounts.filter(hasPower), ...accounts.filter(({ amount }) => amount > 0n)];
	const mints = [...new Set(first.map(({ mint }) => mint))].slice(0, MAX_MINTS);
	return await readAccounts(
		cluster,
		mints.flatMap((mint) => [mint, metadataAddressOf(mint)]),
	);
}

/** Reads all of the owners' token accounts. Throws a ChainError. */
export async function readSvmPowers(
	cluster: Cluster,
	chainRef: string,
	owners: readonly string[],
): Promise<readonly FoundPower[]> {
	if (owners.length === 0) return [];
	const { accounts } = await cluster.tokenAccounts(owners);
	const mints = await mintsOf(cluster, accounts);
	return accounts.flatMap((account) => powersOver({ chainRef, account, mint: mintAt(account.mint, mints) }));
}

function tokenAccountAt(address: string, raw: RawAccount | undefined): TokenAccount | "unreadable" | null {
	if (raw === undefined || !TOKEN_PROGRAMS.includes(raw.owner)) return null;
	const { data } = accountFacts(address, raw);
	if (data.kind !== "token") return "unreadable";
	const { amount, closeAuthority, delegate, delegatedAmount, mint, owner } = data;
	return { address, owner, program: raw.owner, mint, amount, delegate, delegatedAmount, closeAuthority };
}

/** Reads only the delegates of known token accounts. Throws a ChainError. */
export async function readSvmDelegates(
	cluster: Cluster,
	chainRef: string,
	all: readonly SeenAllowance[],
): Promise<readonly FoundPower[]> {
	// A token account has only one delegate, so it is read only once.
	const byToken = new Map(all.map((each) => [`${each.account} ${each.token}`, each]));
	const delegates = [...byToken.values()].filter((each) => each.kind === "delegate");
	const raw = await readAccounts(
		cluster,
		delegates.map((each) => each.token),
	);
	const read = delegates.map((each) => ({
		delegate: each,
		account: tokenAccountAt(each.token, raw.get(each.token)),
	}));
	const accounts = read.flatMap(({ account, delegate: { account: owner } }) =>
		account === null || account === "unreadable" || account.owner !== owner ? [] : [account],
	);
	const mints = await mintsOf(cluster, accounts);
	return [
		...accounts
			.flatMap((account) => powersOver({ chainRef, account, mint: mintAt(account.mint, mints) }))
			.filter((power) => power.seen.kind === "delegate"),
		...read.flatMap(({ account, delegate: each }) =>
			account === "unreadable" ? [unread(each, message("app.powers.token-account"))] : [],
		),
	];
}

/** Returns whether an error shows that the RPC doesn't index token accounts by owner. Many RPCs don't. */
export const lacksOwnerIndex = (cause: unknown): boolean =>
	cause instanceof ChainError && (cause.kind === "refused" || cause.kind === "no_method");
