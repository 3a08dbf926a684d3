import { ChainError, orIfChainError } from "../../core/chain/chain-error.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { TOKEN_LIST } from "../../core/chain/tokens/list.ts";
import { type Hex, readAddress, readUint } from "../../core/format/numeral.ts";
import { PERMIT2 } from "../../core/match/revocation.ts";
import {
	type AllowanceQuestion,
	readAllowed,
	readBalance,
	type TokenUnit,
} from "../chains/evm/allowances.ts";
import type { EvmChain } from "../chains/evm/chain.ts";
import { type FoundPower, NO_UNIT, type TakeableBalance, unread } from "./found-power.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

type Chain = Pick<EvmChain, "call">;

/**
 * Prefix of an account's code if the account runs another contract's code (EIP-7702). The address follows
 * after these 3 bytes.
 */
const DELEGATED = "0xef0100";
const DELEGATED_SIZE = 23;

const NATIVE_DECIMALS = 18;

/**
 * If Permit2's own allowance can't be read, it counts as unlimited, because any lower value would look safer.
 */
async function permit2Limit(chain: Chain, question: AllowanceQuestion): Promise<bigint | null> {
	return await orIfChainError(null, async () => {
		const asked = { ...question, kind: "allowance", spender: PERMIT2 } as const;
		return (await readAllowed(chain, PERMIT2, asked))?.amount ?? 0n;
	});
}

const least = (one: bigint | null, other: bigint | null): bigint | null =>
	one === null || (other !== null && other < one) ? other : one;

interface ReadPower {
	readonly allowed: FoundPower["allowed"];
	readonly stakes: readonly TakeableBalance[];
	readonly items: bigint | null;
	readonly unit: TokenUnit;
}

/** Items have no price, so a power over them may take something of unknown value. */
const itemStake = (asset: string, items: bigint): TakeableBalance => ({
	asset,
	priced: asset,
	balance: items,
	limit: null,
	decimals: null,
});

/**
 * Reads whether the approval is still valid, and how much the spender can take. `null` if it isn't valid.
 * Throws a ChainError.
 */
export async function readApproved(
	chain: Chain,
	{ chainRef, kind, account, token, spender, tokenId }: SeenAllowance,
	unitOf: (token: Hex) => Promise<TokenUnit>,
	nowMs: number,
): Promise<ReadPower | null> {
	const [owner, contract, taker] = [readAddress(account), readAddress(token), readAddress(spender)];
	if (kind === "delegate" || owner === null || contract === null || taker === null) return null;
	const question = { kind, account: owner, token: contract, spender: taker, tokenId: readUint(tokenId) };
	const allowed = await readAllowed(chain, PERMIT2, question);
	if (allowed === null || (allowed.until !== null && allowed.until * 1_000 < nowMs)) return null;
	if (kind === "token")
		return {
			allowed,
			stakes: [itemStake(`${contract} ${tokenId}`, 1n)],
			items: null,
			unit: await unitOf(contract),
		};
	const [unit, balance, permit2] = await Promise.all([
		unitOf(contract),
		readBalance(chain, contract, owner),
		kind === "permit2" ? permit2Limit(chain, question) : null,
	]);
	if (kind === "operator")
		return { allowed, stakes: [itemStake(contract, balance ?? 1n)], items: balance, unit };
	const known = wellKnownAt(chainRef, contract);
	const limit = least(allowed.amount, permit2);
	const decimals = known?.decimals ?? unit.decimals;
	return {
		allowed,
		stakes: [{ asset: contract, priced: contract, balance, limit, decimals }],
		items: null,
		unit,
	};
}

async function stakeNow(
	chain: Pick<EvmChain, "call" | "balance">,
	account: Hex,
	{ asset, balance }: TakeableBalance,
): Promise<bigint | null> {
	const token = readAddress(asset);
	return await orIfChainError(balance, async () => {
		if (asset === "native") return await chain.balance(account);
		return token === null ? balance : await readBalance(chain, token, account);
	});
}

/** If two RPCs report different balances, the loss is calculated from the larger one. */
export async function withSecondBalances(
	second: Pick<EvmChain, "call" | "balance">,
	found: FoundPower,
): Promise<FoundPower> {
	const account = readAddress(found.seen.account);
	if (account === null) return found;
	const stakes = await Promise.all(
		found.stakes.map(async (stake): Promise<TakeableBalance> => {
			const other = await stakeNow(second, account, stake);
			const isMore = stake.balance !== null && other !== null && other > stake.balance;
			return isMore ? { ...stake, balance: other } : stake;
		}),
	);
	return { ...found, stakes };
}

/** Items and unlisted tokens have no known value, so the sum of the other balances is only a minimum. */
async function allStakes(
	chain: Pick<EvmChain, "call" | "balance">,
	chainRef: string,
	account: Hex,
): Promise<readonly TakeableBalance[]> {
	const listed = (TOKEN_LIST[chainRef] ?? []).map(([, , , address]) => readAddress(address));
	const coin = chain.balance(account).then(
		(balance): TakeableBalance => ({
			asset: "native",
			priced: "native",
			balance,
			limit: null,
			decimals: NATIVE_DECIMALS,
		}),
	);
	const tokens = listed
		.filter((token) => token !== null)
		.map(async (token): Promise<TakeableBalance> => {
			const balance = await readBalance(chain, token, account).catch((cause: unknown) => {
				if (cause instanceof ChainError) return null;
				throw cause;
			});
			const decimals = wellKnownAt(chainRef, token)?.decimals ?? null;
			return { asset: token, priced: token, balance, limit: null, decimals };
		});
	const all = await Promise.all([coin, ...tokens]);
	return [...all.filter(({ balance }) => balance !== 0n), itemStake("others", 1n)];
}

/** Finds the contract that acts as the account (EIP-7702). Throws a ChainError. */
export async function readAccountCode(
	chain: Pick<EvmChain, "call" | "balance" | "codeRead">,
	chainRef: string,
	account: string,
): Promise<FoundPower | null> {
	const owner = readAddress(account);
	if (owner === null) return null;
	const { head, size } = await chain.codeRead(owner);
	if (size !== DELEGATED_SIZE || !head.startsWith(DELEGATED)) return null;
	const holder = `0x${head.slice(DELEGATED.length, DELEGATED.length + 40)}`;
	const seen = {
		chainRef,
		account: owner,
		token: owner,
		spender: holder,
		kind: "code",
		tokenId: "",
	} as const;
	return {
		...unread(seen, ""),
		allowed: { amount: null, until: null },
		stakes: await allStakes(chain, chainRef, owner),
		unit: NO_UNIT,
		fault: null,
	};
}
