import { ChainError } from "../../core/chain/chain-error.ts";
import { readChainRef } from "../../core/format/numeral.ts";
import { message, type Text } from "../../core/localized-text.ts";
import { addRange, type BlockRange, blocksIn, missingRanges } from "../../core/powers/block-ranges.ts";
import type { PowerLogs } from "../../ipc/powers.ts";
import type { EvmChain, EvmChains } from "../chains/evm/chain.ts";
import { blockAtTime, readLogPages } from "../chains/evm/log-reading.ts";
import type { Ports } from "../ports.ts";
import type { ApprovalLogStore, LogProgress } from "./approval-log-store.ts";

/** Number of recent blocks that are re-read next time, because a reorg can replace them. */
const UNSETTLED_BLOCKS = 64;
/** Minimum interval between progress reports in ms. */
const REPORT_MS = 250;

/** The block to start from, or a time in Unix ms. */
export type LogStart = { readonly block: number } | { readonly time: number };

export interface LogReading extends Omit<PowerLogs, "chain"> {
	readonly chainRef: string;
	/** Last block of the current or most recent run. `null` before the first run since startup. */
	readonly latest: number | null;
	readonly failed: readonly BlockRange[];
}

interface Run {
	isStopped: boolean;
	latest: number | null;
	reportedAt: number;
}

interface Ended {
	readonly latest: number | null;
	readonly fault: Text | null;
}

/** Accounts that are missing the same blocks share queries. */
function sharedRanges(
	progress: readonly LogProgress[],
	latest: number,
): readonly { readonly accounts: readonly string[]; readonly ranges: readonly BlockRange[] }[] {
	const groups = Map.groupBy(progress, ({ done, firstBlock }) =>
		JSON.stringify(missingRanges({ from: firstBlock, to: latest }, done)),
	);
	return [...groups.values()].map((all) => ({
		accounts: all.map(({ account }) => account),
		ranges: all[0] === undefined ? [] : missingRanges({ from: all[0].firstBlock, to: latest }, all[0].done),
	}));
}

/** Reads approvals from the logs of EVM chains, starting at a block that the user chose. */
export class LogReadings {
	readonly #app;
	readonly #store: ApprovalLogStore;
	readonly #on;
	readonly #runs = new Map<string, Run>();
	readonly #ended = new Map<string, Ended>();

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "log">;
			readonly networks: { readonly chains: Pick<EvmChains, "of"> };
		},
		store: ApprovalLogStore,
		on: {
			/** The user's EVM accounts in lower case. */
			accounts(): readonly string[];
			onProgress(): void;
			/** Called when the run ends, for any reason. */
			onEnd(chainRef: string): void;
		},
	) {
		this.#app = app;
		this.#store = store;
		this.#on = on;
	}

	isReading(): boolean {
		return this.#runs.size > 0;
	}

	reading(chainRef: string): LogReading {
		const accounts = this.#on.accounts();
		const progress = this.#store.progress(chainRef).filter(({ account }) => accounts.includes(account));
		const run = this.#runs.get(chainRef);
		const ended = this.#ended.get(chainRef);
		const latest = run?.latest ?? ended?.latest ?? null;
		const [some] = progress;
		const first = some?.firstBlock ?? null;
		const read = progress.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]));
		const last =
			latest === null
				? Math.max(-1, ...progress.flatMap(({ done }) => done.map(({ to }) => to)))
				: latest - UNSETTLED_BLOCKS;
		const whole = first === null || first > last ? [] : [{ from: first, to: last }];
		const missing = progress.flatMap((each) => missingRanges({ from: each.firstBlock, to: last }, each.done));
		const unread = missing.reduce<readonly BlockRange[]>(addRange, []);
		return {
			chainRef,
			first,
			firstAt: some?.firstAt ?? null,
			latest,
			isReading: run !== undefined,
			blocks: blocksIn(whole),
			read: Math.max(0, blocksIn(whole) - blocksIn(unread)),
			failed: progress.flatMap(({ failed }) => failed).reduce<readonly BlockRange[]>(addRange, []),
			fault: run === undefined ? (ended?.fault ?? null) : null,
			readAt: read.length < progress.length || read.length === 0 ? null : Math.min(...read),
		};
	}

	/** Never rejects. Any fault is in `reading`. */
	async start(chainRef: string, start: LogStart): Promise<void> {
		await this.#run(chainRef, async (chain, run) => {
			const block = "block" in start ? start.block : await blockAtTime(chain, run.latest ?? 0, start.time);
			const at = block > (run.latest ?? 0) ? null : await chain.blockTime(block);
			this.#store.start(chainRef, this.#on.accounts(), { block, at });
		});
	}

	/** Continues where the last run ended, if the user has ever started a run for the chain. */
	async resume(chainRef: string): Promise<void> {
		const [some] = this.#store.progress(chainRef);
		if (some === undefined) return;
		await this.#run(chainRef, async () => {
			const known = this.#store.progress(chainRef).map(({ account }) => account);
			const others = this.#on.accounts().filter((account) => !known.includes(account));
			this.#store.start(chainRef, others, { block: some.firstBlock, at: some.firstAt });
		});
	}

	/** Everything read so far remains stored. */
	stop(): void {
		for (const run of this.#runs.values()) run.isStopped = true;
	}

	async #run(chainRef: string, prepare: (chain: EvmChain, run: Run) => Promise<void>): Promise<void> {
		const chainId = readChainRef(chainRef);
		if (chainId === null || this.#runs.has(chainRef) || this.#on.accounts().length === 0) return;
		const run: Run = { isStopped: false, latest: null, reportedAt: Number.NEGATIVE_INFINITY };
		this.#runs.set(chainRef, run);
		this.#on.onProgress();
		let fault: Text | null = null;
		try {
			const chain = this.#app.networks.chains.of(chainId);
			run.latest = Number(await chain.height());
			await prepare(chain, run);
			this.#store.forgetFailures(chainRef);
			await this.#readMissing(chain, chainRef, run, run.latest);
		} catch (cause) {
			fault = cause instanceof ChainError ? cause.text : message("chain.unusable");
			if (!(cause instanceof ChainError)) this.#app.ports.log(`logs ${chainRef}: ${String(cause)}`);
		}
		this.#runs.delete(chainRef);
		this.#ended.set(chainRef, { latest: run.latest, fault });
		this.#on.onEnd(chainRef);
	}

	async #readMissing(chain: EvmChain, chainRef: string, run: Run, latest: number): Promise<void> {
		const { clock } = this.#app.ports;
		const accounts = this.#on.accounts();
		const own = this.#store.progress(chainRef).filter(({ account }) => accounts.includes(account));
		for (const group of sharedRanges(own, latest))
			for (const range of group.ranges) {
				const pages = readLogPages(chain, clock, group.accounts, range, () => run.isStopped);
				for await (const { from, to, events } of pages) {
					const settled = events === null ? to : Math.min(to, latest - UNSETTLED_BLOCKS);
					this.#store.savePage(chainRef, group.accounts, {
						range: { from, to: settled },
						events,
						readAt: clock.now(),
					});
					this.#report(run);
				}
			}
	}

	#report(run: Run): void {
		const now = this.#app.ports.clock.now();
		if (Math.abs(now - run.reportedAt) < REPORT_MS) return;
		run.reportedAt = now;
		this.#on.onProgress();
	}
}
