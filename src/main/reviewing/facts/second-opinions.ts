import {
	type ItemOpinion,
	type LocalSimulation,
	NO_OPINION,
	RUNNING,
	type SecondOpinion,
} from "../../../core/decoded-transaction/opinion.ts";
import { type SignedItem, signedItemsOf } from "../../../core/decoded-transaction/signed-item.ts";
import { fingerprintOf } from "../../../core/match/fingerprint.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import type { Published } from "../../../core/published-descriptors/published-claims.ts";
import { OpinionQuestions, type OpinionSources } from "./opinion-questions.ts";
import type { EarlierCall } from "./simulate-evm.ts";

const FRESH_MS = 5_000;
/**
 * Maximum age of a result. An older one says nothing about the current state, and an open review refreshes
 * far more often.
 */
const STALE_MS = 60_000;
const MAX = 40;

const NONE_REVOKED: Published["revoked"] = new Map();

interface OpinionMemory {
	items: ItemOpinion[];
	names: ReadonlyMap<string, string>;
	running: boolean;
	queriedAt: number;
	/** Time of the last complete simulation in Unix ms. */
	ranAt: number;
	accounts: string;
}

/**
 * Simulates payloads on the user's own RPC, in parallel with the review. The last result remains until a
 * newer one arrives, because refreshing the review must not withdraw its approval.
 */
export class SecondOpinions {
	readonly #sources: OpinionSources;
	readonly #questions: OpinionQuestions;
	readonly #memories = new Map<string, OpinionMemory>();

	constructor(sources: OpinionSources) {
		this.#sources = sources;
		this.#questions = new OpinionQuestions(sources);
	}

	forget(): void {
		this.#memories.clear();
	}

	of(frozen: Frozen): SecondOpinion {
		const memory = this.#memories.get(fingerprintOf(frozen));
		// A simulation that didn't cover one of the user's accounts doesn't show that account's losses.
		return memory === undefined || this.#isStale(memory) || memory.accounts !== this.#accounts()
			? NO_OPINION
			: { items: [...memory.items], names: memory.names };
	}

	asking(frozen: Frozen): boolean {
		return this.#memories.get(fingerprintOf(frozen))?.running === true;
	}

	ask(frozen: Frozen, earlier: readonly EarlierCall[], onAnswer: () => void): void {
		const items = signedItemsOf(frozen);
		const memory = this.#remember(fingerprintOf(frozen), items.length);
		if (memory.running || this.#isWithin(memory.queriedAt, FRESH_MS - 1)) return;
		if (this.#isStale(memory)) {
			memory.items = items.map(() => RUNNING);
			memory.queriedAt = Number.NEGATIVE_INFINITY;
		}
		memory.running = true;
		void this.#run(memory, items, earlier, onAnswer)
			.catch((cause: unknown) => this.#sources.log(`second opinion: ${String(cause)}`))
			.finally(() => {
				memory.running = false;
				memory.queriedAt = this.#sources.clock.now();
				onAnswer();
			});
	}

	async #run(
		memory: OpinionMemory,
		items: readonly SignedItem[],
		earlier: readonly EarlierCall[],
		onAnswer: () => void,
	): Promise<void> {
		const simulation = this.#questions.simulations(items, earlier).then((all) => {
			this.#applySimulations(memory, all);
			onAnswer();
		});
		const inspections = Promise.all(
			items.map(async (item, at) => {
				const before = memory.items[at]?.addressFacts?.published?.revoked ?? NONE_REVOKED;
				patch(memory, at, { addressFacts: await this.#questions.inspection(item, before) });
			}),
		).then(async () => {
			onAnswer();
			await Promise.all([
				this.#askNames(memory),
				...items.map((item, at) => this.#askRevocations(memory, item, at)),
			]);
		});
		await Promise.all([simulation, inspections]);
	}

	#applySimulations(memory: OpinionMemory, all: readonly LocalSimulation[]): void {
		const ran = all.some(({ state }) => state === "done");
		// A recent result remains valid if the RPC fails.
		const lost =
			!ran &&
			memory.items.some(({ local }) => local.state === "done") &&
			this.#isWithin(memory.ranAt, STALE_MS);
		if (ran) memory.ranAt = this.#sources.clock.now();
		if (!lost) all.forEach((local, at) => void patch(memory, at, { local }));
	}

	async #askNames(memory: OpinionMemory): Promise<void> {
		const addresses = memory.items.flatMap(({ addressFacts }) => [...(addressFacts?.codes.keys() ?? [])]);
		memory.names = await this.#questions.names(new Set(addresses), memory.names);
	}

	async #askRevocations(memory: OpinionMemory, item: SignedItem, at: number): Promise<void> {
		const addressFacts = memory.items[at]?.addressFacts;
		if (addressFacts?.published === undefined) return;
		const answered = await this.#questions.revocations(item, addressFacts);
		const revoked = new Map([
			...addressFacts.published.revoked,
			...[...answered].filter(([, fact]) => fact.ok),
		]);
		patch(memory, at, {
			addressFacts: { ...addressFacts, published: { ...addressFacts.published, revoked } },
		});
	}

	#isWithin(then: number, ms: number): boolean {
		const age = this.#sources.clock.now() - then;
		return age >= 0 && age <= ms;
	}

	/** A query without a result yet is never stale, and is reported as running. */
	#isStale({ queriedAt }: OpinionMemory): boolean {
		return Number.isFinite(queriedAt) && !this.#isWithin(queriedAt, STALE_MS);
	}

	#accounts(): string {
		return this.#sources.accounts().join(" ");
	}

	#remember(fingerprint: string, count: number): OpinionMemory {
		const known = this.#memories.get(fingerprint);
		const accounts = this.#accounts();
		const memory =
			known !== undefined && known.accounts === accounts
				? known
				: {
						items: Array.from({ length: count }, () => RUNNING),
						names: new Map<string, string>(),
						running: false,
						queriedAt: Number.NEGATIVE_INFINITY,
						ranAt: Number.NEGATIVE_INFINITY,
						accounts,
					};
		this.#memories.delete(fingerprint);
		this.#memories.set(fingerprint, memory);
		for (const old of this.#memories.keys()) {
			if (this.#memories.size <= MAX) break;
			this.#memories.delete(old);
		}
		return memory;
	}
}

function patch(memory: OpinionMemory, at: number, change: Partial<ItemOpinion>): void {
	memory.items[at] = { ...(memory.items[at] ?? RUNNING), ...change };
}
