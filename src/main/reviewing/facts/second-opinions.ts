import type { Published } from "../../../core/claims/claims.ts";
import { fingerprintOf } from "../../../core/match/fingerprint.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import { type Leg, legsOf } from "../../../core/subject/leg.ts";
import {
	type LegOpinion,
	NO_OPINION,
	type OwnSimulation,
	RUNNING,
	type SecondOpinion,
} from "../../../core/subject/opinion.ts";
import { OpinionQuestions, type OpinionSources } from "./opinion-questions.ts";
import type { EarlierCall } from "./simulate-evm.ts";

/** An answer is not asked for again within this time, in ms. */
const FRESH_MS = 5_000;
/** Older than this it says nothing of the chain as it is now, in ms; an open review is read again far more often. */
const STALE_MS = 60_000;
/** So many requests are remembered. */
const MAX = 40;

const NONE_ASKED: Published["revoked"] = new Map();

interface OpinionMemory {
	legs: LegOpinion[];
	names: ReadonlyMap<string, string>;
	running: boolean;
	/** Unix ms. */
	askedAt: number;
	/** When a simulation last ran to its end, Unix ms. */
	ranAt: number;
	/** The user's accounts that it was asked for. */
	accounts: string;
}

/**
 * Simulates payloads on the user's own RPC, beside the review and never before it. The last opinion stays until a newer
 * one is there, so that an approval is not taken away each time that the review is read again.
 */
export class SecondOpinions {
	readonly #sources: OpinionSources;
	readonly #questions: OpinionQuestions;
	/** By fingerprint, the one used longest ago first. */
	readonly #memories = new Map<string, OpinionMemory>();

	constructor(sources: OpinionSources) {
		this.#sources = sources;
		this.#questions = new OpinionQuestions(sources);
	}

	/** Drops all opinions: another RPC is queried from now on. */
	forget(): void {
		this.#memories.clear();
	}

	/** Returns the opinion as far as it is there. */
	of(frozen: Frozen): SecondOpinion {
		const memory = this.#memories.get(fingerprintOf(frozen));
		// Without an account of the user's, it would not tell what that one loses.
		return memory === undefined || this.#isStale(memory) || memory.accounts !== this.#accounts()
			? NO_OPINION
			: { legs: [...memory.legs], names: memory.names };
	}

	/** Whether an opinion is being formed right now, names included. */
	asking(frozen: Frozen): boolean {
		return this.#memories.get(fingerprintOf(frozen))?.running === true;
	}

	/** Forms an opinion unless one is being formed or the last one is recent. */
	ask(frozen: Frozen, earlier: readonly EarlierCall[], onAnswer: () => void): void {
		const legs = legsOf(frozen);
		const memory = this.#remember(fingerprintOf(frozen), legs.length);
		if (memory.running || this.#isWithin(memory.askedAt, FRESH_MS - 1)) return;
		if (this.#isStale(memory)) {
			memory.legs = legs.map(() => RUNNING);
			memory.askedAt = Number.NEGATIVE_INFINITY;
		}
		memory.running = true;
		void this.#run(memory, legs, earlier, onAnswer)
			.catch((cause: unknown) => this.#sources.log(`second opinion: ${String(cause)}`))
			.finally(() => {
				memory.running = false;
				memory.askedAt = this.#sources.clock.now();
				onAnswer();
			});
	}

	async #run(
		memory: OpinionMemory,
		legs: readonly Leg[],
		earlier: readonly EarlierCall[],
		onAnswer: () => void,
	): Promise<void> {
		const simulation = this.#questions.simulations(legs, earlier).then((all) => {
			this.#take(memory, all);
			onAnswer();
		});
		const inspections = Promise.all(
			legs.map(async (leg, at) => {
				const before = memory.legs[at]?.addressFacts?.published?.revoked ?? NONE_ASKED;
				patch(memory, at, { addressFacts: await this.#questions.inspection(leg, before) });
			}),
		).then(async () => {
			onAnswer();
			await Promise.all([
				this.#askNames(memory),
				...legs.map((leg, at) => this.#askRevocations(memory, leg, at)),
			]);
		});
		await Promise.all([simulation, inspections]);
	}

	#take(memory: OpinionMemory, all: readonly OwnSimulation[]): void {
		const ran = all.some(({ state }) => state === "done");
		// What an RPC showed a moment ago is not undone by its failing to show it again.
		const lost =
			!ran && memory.legs.some(({ own }) => own.state === "done") && this.#isWithin(memory.ranAt, STALE_MS);
		if (ran) memory.ranAt = this.#sources.clock.now();
		if (!lost) all.forEach((own, at) => void patch(memory, at, { own }));
	}

	async #askNames(memory: OpinionMemory): Promise<void> {
		const addresses = memory.legs.flatMap(({ addressFacts }) => [...(addressFacts?.codes.keys() ?? [])]);
		memory.names = await this.#questions.names(new Set(addresses), memory.names);
	}

	async #askRevocations(memory: OpinionMemory, leg: Leg, at: number): Promise<void> {
		const addressFacts = memory.legs[at]?.addressFacts;
		if (addressFacts?.published === undefined) return;
		const answered = await this.#questions.revocations(leg, addressFacts);
		// What was answered once is not undone by silence.
		const revoked = new Map([
			...addressFacts.published.revoked,
			...[...answered].filter(([, fact]) => fact.ok),
		]);
		patch(memory, at, {
			addressFacts: { ...addressFacts, published: { ...addressFacts.published, revoked } },
		});
	}

	/** No longer ago than this; a clock that was set back says nothing. */
	#isWithin(then: number, ms: number): boolean {
		const age = this.#sources.clock.now() - then;
		return age >= 0 && age <= ms;
	}

	/** Never asked is not old: what is being asked for the first time is told as running. */
	#isStale({ askedAt }: OpinionMemory): boolean {
		return Number.isFinite(askedAt) && !this.#isWithin(askedAt, STALE_MS);
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
						legs: Array.from({ length: count }, () => RUNNING),
						names: new Map<string, string>(),
						running: false,
						askedAt: Number.NEGATIVE_INFINITY,
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

function patch(memory: OpinionMemory, at: number, change: Partial<LegOpinion>): void {
	memory.legs[at] = { ...(memory.legs[at] ?? RUNNING), ...change };
}
