import { clusterOf } from "../../core/chain/names.ts";
import { signedItemsOf } from "../../core/decoded-transaction/signed-item.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import type { Receipt } from "../../core/journal/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Events } from "../events.ts";
import { isCutShort } from "../inbox/entries/progress-view.ts";
import { seenKey } from "./allowance-notes.ts";
import type { FoundPower } from "./found-power.ts";
import type { ReadChain } from "./power-reader.ts";
import type { SeenAllowance } from "./seen-allowances.ts";

/** keccak-256 of Transfer(address,address,uint256). */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const MAX_REQUESTS = 50;

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

function calledBy(row: JournalRow): string | null {
	const frozen = readableOrNull(row.frozen);
	const item = frozen === null ? undefined : signedItemsOf(frozen)[row.place];
	return item?.kind === "evm" ? item.payload.transaction.to.toLowerCase() : null;
}

/** A call to the token's own transfer function doesn't require an allowance. */
function takenIn(row: JournalRow): readonly string[] {
	const receipt = readableOrNull(row.receipt);
	if (row.outcome !== "confirmed" || receipt === null) return [];
	const called = calledBy(row);
	return tokensLeft(row.signer, receipt).filter((token) => token !== called);
}

/**
 * Allowances that a swap or deposit left behind. A spender can still use one to transfer a token that the
 * request spent. They are read once the request is confirmed, and again after another row settles.
 */
export class LeftAllowances {
	readonly #made;
	readonly #found = new Map<string, readonly FoundPower[] | null>();

	constructor(made: {
		seen(): readonly SeenAllowance[];
		ofRow(row: JournalRow): readonly SeenAllowance[];
		ofSession(sessionId: string): readonly JournalRow[];
		read(chainRef: string, seen: readonly SeenAllowance[]): Promise<ReadChain>;
		readonly events: Pick<Events, "emit">;
		log(line: string): void;
	}) {
		this.#made = made;
	}

	of(entryId: string, sent: readonly JournalRow[]): readonly FoundPower[] {
		const known = this.#found.get(entryId);
		if (known !== undefined) return known ?? [];
		try {
			const taken = new Set([...sent.flatMap(takenIn), ...this.#unusedIn(sent)]);
			if (taken.size === 0) return [];
			const candidates = this.#candidates(sent, taken);
			this.#remember(entryId, candidates.length === 0 ? [] : null);
			if (candidates.length > 0) void this.#read(entryId, candidates, taken);
		} catch (cause) {
			this.#made.log(`powers: ${String(cause)}`);
		}
		return [];
	}

	/** Any row that settles may change the results. */
	forget(): void {
		this.#found.clear();
	}

	/**
	 * Returns the tokens whose whole allowance remains, because the approval ended before the step that would
	 * have used it.
	 */
	#unusedIn(sent: readonly JournalRow[]): readonly string[] {
		if (!isCutShort(sent)) return [];
		const confirmed = sent.filter(({ outcome }) => outcome === "confirmed");
		return confirmed.flatMap((row) => this.#made.ofRow(row)).map(({ token }) => token);
	}

	#remember(entryId: string, found: readonly FoundPower[] | null): void {
		this.#found.set(entryId, found);
		const [oldest] = this.#found.keys();
		if (this.#found.size > MAX_REQUESTS && oldest !== undefined) this.#found.delete(oldest);
	}

	#candidates(sent: readonly JournalRow[], taken: ReadonlySet<string>): readonly SeenAllowance[] {
		const [first] = sent;
		if (first === undefined) return [];
		const chain = clusterOf(first.chainRef) ?? first.chainRef;
		const called = new Set(sent.map(calledBy));
		const session = this.#made.ofSession(first.sessionId);
		const all = [
			...[...sent, ...session].flatMap((row) => this.#made.ofRow(row)),
			...this.#made.seen().filter(({ spender }) => called.has(spender)),
		];
		const own = all.filter(
			({ kind, chainRef, account, token }) =>
				chainRef === chain &&
				sameAddress(account, first.signer) &&
				// A token account's mint is unknown until the account has been read.
				(kind === "delegate" || taken.has(token)),
		);
		return [...new Map(own.map((seen) => [seenKey(seen), seen])).values()];
	}

	async #read(
		entryId: string,
		candidates: readonly SeenAllowance[],
		taken: ReadonlySet<string>,
	): Promise<void> {
		const { found } = await this.#made.read(candidates[0]?.chainRef ?? "", candidates);
		if (this.#found.get(entryId) !== null) return;
		const left = found.filter(({ fault, mint }) => fault === null && (mint === null || taken.has(mint)));
		this.#remember(entryId, left);
		if (left.length > 0) this.#made.events.emit("power-changed");
	}
}
