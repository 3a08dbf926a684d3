import { ChainError } from "../../../core/chain/chain-error.ts";
import type { BlockRange } from "../../../core/powers/block-ranges.ts";
import type { Clock } from "../../ports.ts";
import type { LoggedApproval } from "./approval-logs.ts";
import type { EvmChain } from "./chain.ts";

/**
 * Reads a range's logs in pages. RPCs limit blocks, results or time in different ways, so the first page is
 * the whole range. A rejected page is retried as smaller pages, whose size grows while they succeed.
 */

/** Pause between two queries in ms, so reviews get their turn on a shared RPC. */
const PAUSE_MS = 100;
const SHRINKS_BY = 4;
const GROWS_BY = 2;
/**
 * Number of successful pages before a larger page is tried, because the limit may apply to results. The
 * number doubles if the larger page is rejected and halves if it isn't.
 */
const MIN_PATIENCE = 2;
const MAX_PATIENCE = 64;
/** Page size that every RPC should be able to return in time. */
const SMALL_PAGE = 1_000;
const MAX_SILENT = 2;
const MAX_BUSY = 3;

const NO_METHOD = -32_601;

export type LogPage = BlockRange & {
	/** `null` if the RPC can't read the range. */
	readonly events: readonly LoggedApproval[] | null;
};

type Source = Pick<EvmChain, "approvalLogs">;

const spanOf = ({ from, to }: BlockRange) => to - from + 1;

/** Some RPCs suggest a range: "Try with this block range [0x0, 0x4fff]". */
const NAMED_RANGE = /\[\s*(0x[0-9a-f]{1,12})\s*,\s*(0x[0-9a-f]{1,12})\s*\]/i;
/** Other RPCs state the number of blocks: "block range is limited to 10,000", "max 5k blocks". */
const NAMED_LIMIT = /(?:range|limit|max|up to|exceed)[^\d[\]]{0,40}(\d[\d,_]{0,11})(k)?\b/i;
const OF_RESULTS = /results|response size|logs (?:matched|returned)|too many logs/i;

/**
 * Returns the largest range, in blocks, that the RPC's error message allows. `null` if it doesn't state one.
 */
export function namedSpan(text: string): number | null {
	const [, low, high] = NAMED_RANGE.exec(text) ?? [];
	if (low !== undefined && high !== undefined) return Math.max(1, Number(high) - Number(low) + 1);
	const [, digits, thousands] = OF_RESULTS.test(text) ? [] : (NAMED_LIMIT.exec(text) ?? []);
	if (digits === undefined) return null;
	const span = Number(digits.replaceAll(/[,_]/g, "")) * (thousands === undefined ? 1 : 1_000);
	return span > 0 ? span : null;
}

/** These errors aren't about the size of the range. */
const isFinal = (cause: unknown): boolean =>
	!(cause instanceof ChainError) ||
	cause.kind === "wrong_chain" ||
	cause.kind === "no_rpc" ||
	cause.kind === "no_method" ||
	cause.rpcCode === NO_METHOD;

class Pages {
	readonly #source;
	readonly #clock;
	readonly #accounts;
	#span: number;
	/** Smallest size that was rejected. */
	#ceiling = Number.POSITIVE_INFINITY;
	/** Largest size that the RPC said it allows. */
	#limit = Number.POSITIVE_INFINITY;
	#patience = MIN_PATIENCE;
	#calm = 0;
	#isNarrowing = false;
	/** Size of the last successful page. */
	#proven = 0;
	#silent = 0;
	#busy = 0;
	#isFirst = true;

	constructor(
		source: Source,
		clock: Pick<Clock, "after">,
		accounts: readonly string[],
		{ from, to }: BlockRange,
	) {
		this.#source = source;
		this.#clock = clock;
		this.#accounts = accounts;
		this.#span = to - from + 1;
	}

	/** Throws a ChainError if the RPC is unusable. */
	async *read({ from, to }: BlockRange, isStopped: () => boolean): AsyncGenerator<LogPage> {
		let at = from;
		while (at <= to && !isStopped()) {
			const page = { from: at, to: Math.min(to, at + this.#span - 1) };
			const read = await this.#attempt(page);
			if (Array.isArray(read)) {
				this.#grow(page);
				yield { ...page, events: read };
				at = page.to + 1;
			} else if (read === "skipped") {
				yield { ...page, events: null };
				at = page.to + 1;
			} else if (read === "unreadable") {
				const next = await this.#firstReadable(page.from, to);
				yield { from: at, to: next - 1, events: null };
				at = next;
			}
		}
	}

	/** @returns `again` if a smaller page may succeed */
	async #attempt(page: BlockRange): Promise<readonly LoggedApproval[] | "again" | "skipped" | "unreadable"> {
		try {
			const events = await this.#query(page);
			this.#silent = 0;
			this.#busy = 0;
			return events;
		} catch (cause) {
			if (!(cause instanceof ChainError) || isFinal(cause)) throw cause;
			if (cause.kind === "busy") {
				this.#busy += 1;
				if (this.#busy >= MAX_BUSY) throw cause;
				return "again";
			}
			if (cause.kind === "unreachable") return this.#onSilence(page, cause);
			if (spanOf(page) === 1) return "unreadable";
			this.#shrink(page, namedSpan(cause.nodeText));
			return "again";
		}
	}

	async #query(page: BlockRange): Promise<readonly LoggedApproval[]> {
		if (!this.#isFirst) await new Promise<void>((resolve) => void this.#clock.after(PAUSE_MS, resolve));
		this.#isFirst = false;
		return await this.#source.approvalLogs(page, this.#accounts);
	}

	/**
	 * A large page may just be too slow, so it is retried as smaller pages. A small page is skipped, unless
	 * the RPC seems to be offline.
	 */
	#onSilence(page: BlockRange, cause: ChainError): "again" | "skipped" {
		const span = spanOf(page);
		if (span > SMALL_PAGE) {
			this.#span = Math.max(SMALL_PAGE, Math.floor(span / SHRINKS_BY));
			this.#ceiling = span;
			return "again";
		}
		this.#silent += 1;
		if (this.#silent > MAX_SILENT) throw cause;
		return "skipped";
	}

	#shrink(page: BlockRange, named: number | null): void {
		const span = spanOf(page);
		if (named !== null && named < span) {
			this.#limit = named;
			this.#span = named;
			return;
		}
		const isTrial = !this.#isNarrowing && this.#proven > 0 && this.#proven < span;
		if (!this.#isNarrowing) this.#patience = Math.min(MAX_PATIENCE, this.#patience * 2);
		this.#isNarrowing = true;
		this.#ceiling = span;
		this.#calm = 0;
		this.#span = isTrial ? this.#proven : Math.max(1, Math.floor(span / SHRINKS_BY));
	}

	#grow(page: BlockRange): void {
		this.#isNarrowing = false;
		this.#calm += 1;
		if (spanOf(page) < this.#span) return;
		this.#proven = this.#span;
		const larger = Math.min(this.#span * GROWS_BY, this.#limit);
		if (larger === this.#span) return;
		if (larger >= this.#ceiling) {
			if (this.#calm < this.#patience) return;
			this.#ceiling *= GROWS_BY;
			this.#patience = Math.max(MIN_PATIENCE, this.#patience / 2);
		}
		this.#calm = 0;
		this.#span = larger;
	}

	/**
	 * If a block can't be read on its own, it was usually pruned, and so were all earlier ones. A binary
	 * search finds the first readable block. Returns the block after `to` if there is none.
	 */
	async #firstReadable(from: number, to: number): Promise<number> {
		const canRead = async (block: number): Promise<boolean> => {
			try {
				await this.#query({ from: block, to: block });
				return true;
			} catch (cause) {
				if (isFinal(cause) || (cause instanceof ChainError && cause.kind === "unreachable")) throw cause;
				return false;
			}
		};
		if (from === to || !(await canRead(to))) return to + 1;
		let [unreadable, readable] = [from, to];
		while (readable - unreadable > 1) {
			const middle = Math.floor((unreadable + readable) / 2);
			if (await canRead(middle)) readable = middle;
			else unreadable = middle;
		}
		// The page size didn't cause the earlier rejections.
		this.#span = Math.min(this.#limit, to - readable + 1);
		this.#ceiling = Number.POSITIVE_INFINITY;
		this.#patience = MIN_PATIENCE;
		return readable;
	}
}

/** Yields every block in the range exactly once and in order, unless it throws or is stopped. */
export const readLogPages = (
	source: Source,
	clock: Pick<Clock, "after">,
	accounts: readonly string[],
	range: BlockRange,
	isStopped: () => boolean = () => false,
): AsyncGenerator<LogPage> => new Pages(source, clock, accounts, range).read(range, isStopped);

/** Finds the first block at or after a time (Unix ms) by binary search. */
export async function blockAtTime(
	chain: Pick<EvmChain, "blockTime">,
	latest: number,
	time: number,
): Promise<number> {
	let [before, after] = [-1, latest];
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		const at = await chain.blockTime(middle);
		if (at >= time) after = middle;
		else before = middle;
	}
	return after;
}
