import { base58 } from "@scure/base";
import { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { TOKEN_PROGRAMS } from "../../../core/match/revocation.ts";
import { message } from "../../../core/message.ts";
import type { SvmRpc } from "./rpc.ts";
import { account, hash, inContext } from "./values.ts";

/** What accounts hold of Solana's tokens: two questions an account, one for each token program. */

interface HeldToken {
	readonly owner: string;
	readonly mint: string;
	/** Base units, of all its token accounts together. */
	readonly amount: bigint;
}

export interface HeldTokens {
	readonly tokens: readonly HeldToken[];
	/** Owners that have more of them than are read. */
	readonly cut: readonly string[];
}

/** Mint, owner and amount are the first fields of a token account (SPL Token, state.rs). */
const HEAD = 72;
/** Anybody can send tokens: of one owner and program no more are read. */
const MAX_HELD = 2_000;

const held = inContext(z.array(z.looseObject({ pubkey: hash, account })));

function amountsOf(owner: string, read: z.infer<typeof held>): readonly HeldToken[] {
	const byMint = new Map<string, bigint>();
	for (const { account: found } of read.slice(0, MAX_HELD)) {
		const { data } = found;
		if (data.length !== HEAD || base58.encode(data.subarray(32, 64)) !== owner)
			throw new ChainError(
				"unreadable",
				message("chain.svm.unreadable", { method: "getTokenAccountsByOwner" }),
			);
		const amount = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true);
		const mint = base58.encode(data.subarray(0, 32));
		if (amount > 0n) byMint.set(mint, (byMint.get(mint) ?? 0n) + amount);
	}
	return [...byMint].map(([mint, amount]) => ({ owner, mint, amount }));
}

/** At `confirmed`, all questions at once. Throws ChainError. */
export async function readHeldTokens(rpc: SvmRpc, owners: readonly string[]): Promise<HeldTokens> {
	const config = { commitment: "confirmed", encoding: "base64", dataSlice: { offset: 0, length: HEAD } };
	const asked = owners.flatMap((owner) =>
		TOKEN_PROGRAMS.map(async (programId): Promise<HeldTokens> => {
			const read = await rpc(held, "getTokenAccountsByOwner", [owner, { programId }, config]);
			return { tokens: amountsOf(owner, read), cut: read.length <= MAX_HELD ? [] : [owner] };
		}),
	);
	const all = await Promise.all(asked);
	return {
		tokens: all.flatMap(({ tokens }) => tokens),
		cut: [...new Set(all.flatMap(({ cut }) => cut))],
	};
}
