import { readAddress, readChainRef } from "../../../core/format/numeral.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import type { LoweredTo, Revoked } from "../../../core/match/frozen.ts";
import { PERMIT2, remainingAmount } from "../../../core/match/revocation.ts";
import type { RevocationRequest } from "../../../core/review/approval-request.ts";
import { readAllowed } from "../../chains/evm/allowances.ts";
import { accountFacts } from "../../chains/svm/raw-accounts.ts";
import { type Chains, CompletionError } from "../facts/completing.ts";

/** Permissions with an amount, which can be lowered instead of revoked. */
const AMOUNTS: ReadonlySet<Revoked["kind"]> = new Set(["allowance", "permit2", "delegate"]);

export const hasAmount = ({ revokes }: Pick<RevocationRequest, "revokes">): boolean =>
	AMOUNTS.has(revokes.kind);

type Current = Pick<LoweredTo, "until" | "mint"> & { readonly amount: bigint };

async function evmCurrent(chains: Chains, { account, chainRef, revokes }: RevocationRequest) {
	const { kind } = revokes;
	const chainId = readChainRef(chainRef);
	const [owner, token, spender] = [account, revokes.token, revokes.spender].map(readAddress);
	if (chainId === null || owner == null || token == null || spender == null) return null;
	if (kind !== "allowance" && kind !== "permit2") return null;
	const chain = chains.evm.of(chainId);
	return await readAllowed(chain, PERMIT2, { kind, account: owner, token, spender, tokenId: null });
}

/**
 * A mint that scales its units counts as unknown, because the amount the user enters would mean something
 * else.
 */
async function mintOf(chain: ReturnType<Chains["svm"]["of"]>, address: string): Promise<LoweredTo["mint"]> {
	const [raw] = await chain.accounts([address]);
	const data = raw === null || raw === undefined ? null : accountFacts(address, raw).data;
	return data?.kind === "mint" && data.scaling === undefined ? { address, decimals: data.decimals } : null;
}

async function svmCurrent(chains: Chains, { chainRef, revokes }: RevocationRequest): Promise<Current | null> {
	const chain = chains.svm.of(chainRef);
	const [raw] = await chain.accounts([revokes.token]);
	const data = raw === null || raw === undefined ? null : accountFacts(revokes.token, raw).data;
	if (data?.kind !== "token" || data.delegate !== revokes.spender) return null;
	return { amount: data.delegatedAmount, until: null, mint: await mintOf(chain, data.mint) };
}

/**
 * Returns the amount that the spender can currently spend, according to the chain. `null` if there is none.
 * Throws a ChainError.
 */
async function currentAllowance(chains: Chains, request: RevocationRequest): Promise<Current | null> {
	if (request.family === "svm") return await svmCurrent(chains, request);
	const read = await evmCurrent(chains, request);
	const amount = read?.amount ?? null;
	return amount === null ? null : { amount, until: read?.until ?? null, mint: null };
}

const refuse = (text: Message) => new CompletionError("lowered", text);

/**
 * Returns the amount that the spender keeps, and the amount that the chain reports now. If the plan still
 * lowers the allowance, it stays the same. Throws a ChainError, or a CompletionError if the amount would
 * raise the allowance.
 */
export async function loweringOf(
	chains: Chains,
	request: RevocationRequest,
	amount: bigint,
	before: LoweredTo | null,
): Promise<LoweredTo> {
	const current = await currentAllowance(chains, request);
	if (current === null || current.amount === 0n) throw refuse(message("app.edit.nothing-left"));
	if (amount >= current.amount) throw refuse(message("app.edit.would-raise"));
	const { mint, until } = current;
	if (request.unit !== null && request.unit.decimals !== mint?.decimals)
		throw refuse(message("app.edit.not-lowerable"));
	const isSame =
		before?.until === until &&
		before.amount === amount.toString() &&
		before.mint?.address === mint?.address &&
		before.mint?.decimals === mint?.decimals;
	if (isSame) return before;
	const lowersTo: LoweredTo = { amount: amount.toString(), from: current.amount.toString(), until, mint };
	if (remainingAmount(request.revokes, lowersTo) === null) throw refuse(message("app.edit.not-lowerable"));
	return lowersTo;
}
