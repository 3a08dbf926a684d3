import { clusterOf } from "../../core/chain/names.ts";
import type { Receipt } from "../../core/journal/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { sameAddress } from "../../core/people/labels.ts";
import { legsOf } from "../../core/subject/leg.ts";
import type { Events } from "../events.ts";
import { metKey } from "./allowance-notes.ts";
import type { ReadChain } from "./allowance-reader.ts";
import type { FoundAllowance } from "./found-allowance.ts";
import type { MetAllowance } from "./met-allowances.ts";

/** keccak of Transfer(address,address,uint256): EIP-20 and EIP-721. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** Maximum number of requests that are remembered; others are read again. */
const MAX_REQUESTS = 50;

/** The tokens, or on Solana the mints, that left the account, by the receipt alone. */
function tokensLeft(account: string, receipt: Receipt): readonly string[] {
	if (!receipt.succeeded) return [];
	if ("family" in receipt)
		return receipt.moves
			.filter(({ asset, owner }) => asset !== "native" && owner === account)
			.filter(({ before, after }) => BigInt(after) < BigInt(before))
			.map(({ asset }) => asset);
	const from = `0x${account.slice(2).toLowerCase().padStart(64, "0")}`;
	return receipt.logs
		.filter(({ topics }) => topics[0] === TRANSFER && topics[1]?.toLowerCase() === from)
		.map(({ address }) => address.toLowerCase());
}

/** The contract that a row called; null on Solana. */
function calledBy(row: JournalRow): string | null {
	const frozen = readableOrNull(row.frozen);
	const leg = frozen === null ? undefined : legsOf(frozen)[row.place];
	return leg?.kind === "evm" ? leg.payload.transaction.to.toLowerCase() : null;
}

/** What others took by a right of theirs: a transfer that the token itself was called for needs none. */
function takenIn(row: JournalRow): readonly string[] {
	const receipt = readableOrNull(row.receipt);
	if (row.outcome !== "confirmed" || receipt === null) return [];
	const called = calledBy(row);
	return tokensLeft(row.signer, receipt).filter((token) => token !== called);
}

/**
 * What an approve-and-use (a swap, a deposit) left standing, by the chain as it is after it was confirmed: whoever may
 * still take a token that the request gave away. Of one request it is read once, and again after a row of ours settled.
 */
export class LeftAllowances {
	readonly #made;
	/** By entry; null while the chain is asked. */
	readonly #found = new Map<string, readonly FoundAllowance[] | null>();

	constructor(made: {
		/** Allowances that were met in reviews. @throws StorageError */
		met(): readonly MetAllowance[];
		/** Allowances that an approved row speaks of. */
		ofRow(row: JournalRow): readonly MetAllowance[];
		/** Approved rows of the conversation. */
		ofSession(sessionId: string): readonly JournalRow[];
		/** Never rejects. */
		read(chainRef: string, met: readonly MetAllowance[]): Promise<ReadChain>;
		readonly events: Pick<Events, "emit">;
		log(line: string): void;
	}) {
		this.#made = made;
	}

	/**
	 * Empty where none is left, where the chain was not read yet, and where it could not be. Never throws.
	 *
	 * @param sent the rows that went to the chain: of an action its steps, else the row itself
	 */
	of(entryId: string, sent: readonly JournalRow[]): readonly FoundAllowance[] {
		const known = this.#found.get(entryId);
		if (known !== undefined) return known ?? [];
		try {
			const taken = new Set(sent.flatMap(takenIn));
			if (taken.size === 0) return [];
			const candidates = this.#candidates(sent, taken);
			this.#remember(entryId, candidates.length === 0 ? [] : null);
			if (candidates.length > 0) void this.#read(entryId, candidates, taken);
		} catch (cause) {
			this.#made.log(`allowances: ${String(cause)}`);
		}
		return [];
	}

	/** A row of ours settled: what is left of others may be another by now. */
	forget(): void {
		this.#found.clear();
	}

	#remember(entryId: string, found: readonly FoundAllowance[] | null): void {
		this.#found.set(entryId, found);
		const [oldest] = this.#found.keys();
		if (this.#found.size > MAX_REQUESTS && oldest !== undefined) this.#found.delete(oldest);
	}

	/** Whoever was allowed something by the request or its conversation, or was called by it. */
	#candidates(sent: readonly JournalRow[], taken: ReadonlySet<string>): readonly MetAllowance[] {
		const [first] = sent;
		if (first === undefined) return [];
		const chain = clusterOf(first.chainRef) ?? first.chainRef;
		const called = new Set(sent.map(calledBy));
		const session = this.#made.ofSession(first.sessionId);
		const all = [
			...[...sent, ...session].flatMap((row) => this.#made.ofRow(row)),
			...this.#made.met().filter(({ spender }) => called.has(spender)),
		];
		const own = all.filter(
			({ kind, chainRef, account, token }) =>
				chainRef === chain &&
				sameAddress(account, first.signer) &&
				// Which mint a token account is of is known once it was read.
				(kind === "delegate" || taken.has(token)),
		);
		return [...new Map(own.map((met) => [metKey(met), met])).values()];
	}

	async #read(
		entryId: string,
		candidates: readonly MetAllowance[],
		taken: ReadonlySet<string>,
	): Promise<void> {
		const { found } = await this.#made.read(candidates[0]?.chainRef ?? "", candidates);
		// It was forgotten meanwhile: the next one who looks reads anew.
		if (this.#found.get(entryId) !== null) return;
		const left = found.filter(({ fault, mint }) => fault === null && (mint === null || taken.has(mint)));
		this.#remember(entryId, left);
		if (left.length > 0) this.#made.events.emit("allowance-changed");
	}
}
