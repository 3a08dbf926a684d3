import { ChainError } from "../chains/chain-error.ts";
import { fingerprintOf } from "../match/fingerprint.ts";
import type { Frozen } from "../match/frozen.ts";
import { readChainRef } from "../match/numeral.ts";
import type { Clock } from "../ports.ts";
import { enquire } from "../review/enquiry.ts";
import { type EvmLeg, type Leg, legsOf, type SvmLeg } from "../review/leg.ts";
import { namesOf } from "../review/names.ts";
import {
	type Enquiry,
	type LegOpinion,
	NO_OPINION,
	type OwnSimulation,
	RUNNING,
	type SecondOpinion,
} from "../review/opinion.ts";
import { type EarlierCall, simulateEvm } from "../review/simulate/evm.ts";
import { simulateSvm } from "../review/simulate/svm.ts";
import type { Chains } from "./completing.ts";

/**
 * Asks the person's own RPC what a payload does, beside the review and never before it. The last opinion stays until
 * a newer one is there, so that an approval is not taken away each time that the review is read again.
 */
export interface SecondOpinions {
	/** As far as it is there. */
	of(frozen: Frozen): SecondOpinion;
	/** Begins to ask, where nothing is being asked and the last answer is not from just now. */
	ask(frozen: Frozen, earlier: readonly EarlierCall[], onAnswer: () => void): void;
}

export interface SecondOpinionParts {
	readonly chains: Chains;
	readonly clock: Clock;
	readonly accounts: () => readonly string[];
	readonly log: (line: string) => void;
}

/** An answer is not asked for again within this time, in ms. */
const FRESH_MS = 5_000;
/** Older than this it says nothing of the chain as it is now, in ms; an open review is read again far more often. */
const STALE_MS = 60_000;
/** What an RPC has not said by then counts as not said, in ms. */
const PATIENCE_MS = 20_000;
/** So many requests are remembered. */
const MOST = 40;

const NOTHING: Enquiry = { codes: new Map() };
const SLOW = "Your RPC took too long to simulate this.";

interface Memory {
	legs: LegOpinion[];
	names: ReadonlyMap<string, string>;
	running: boolean;
	/** Unix ms. */
	askedAt: number;
	/** When a simulation last ran to its end, Unix ms. */
	ranAt: number;
	/** The person's accounts that it was asked for. */
	accounts: string;
}

const isEvm = (leg: Leg): leg is EvmLeg => leg.kind === "evm";
const isSvm = (leg: Leg): leg is SvmLeg => leg.kind === "svm";

export function createSecondOpinions(parts: SecondOpinionParts): SecondOpinions {
	const { chains, clock } = parts;
	/** By fingerprint, the one used longest ago first. */
	const memories = new Map<string, Memory>();

	function wordsOf(cause: unknown): string {
		if (cause instanceof ChainError) return cause.message;
		parts.log(`second opinion: ${String(cause)}`);
		return "What your RPC answered could not be used.";
	}

	/** The answer, or what stands for it once patience has run out or it failed. */
	async function within<T>(asked: () => Promise<T>, otherwise: (words: string) => T): Promise<T> {
		let cancel: () => void = () => {};
		const late = new Promise<T>((resolve) => {
			cancel = clock.after(PATIENCE_MS, () => resolve(otherwise(SLOW)));
		});
		try {
			return await Promise.race([asked(), late]);
		} catch (cause) {
			return otherwise(wordsOf(cause));
		} finally {
			cancel();
		}
	}

	const impossible = (legs: readonly Leg[], words: string): OwnSimulation[] =>
		legs.map(() => ({ state: "impossible", words }));

	async function simulated(
		legs: readonly Leg[],
		earlier: readonly EarlierCall[],
	): Promise<readonly OwnSimulation[]> {
		const accounts = parts.accounts();
		const [evm, svm] = [legs.filter(isEvm), legs.filter(isSvm)];
		const [first] = legs;
		if (evm.length === legs.length && first?.kind === "evm") {
			const chainId = readChainRef(first.chainRef);
			if (chainId === null) return impossible(legs, "The request names no chain that can be asked.");
			return await simulateEvm(chains.evm.of(chainId), evm, earlier, accounts);
		}
		if (svm.length === legs.length && first?.kind === "svm")
			return await simulateSvm(chains.svm.of(first.chainRef), svm, accounts);
		return legs.map((): OwnSimulation => ({ state: "none" }));
	}

	async function enquired(leg: Leg): Promise<Enquiry> {
		if (leg.kind === "unreadable" || leg.chainRef === null) return NOTHING;
		if (leg.kind === "svm") return await enquire({ svm: chains.svm.of(leg.chainRef) }, leg);
		const chainId = readChainRef(leg.chainRef);
		return chainId === null ? NOTHING : await enquire({ evm: chains.evm.of(chainId) }, leg);
	}

	function orNull<T>(find: () => T): T | null {
		try {
			return find();
		} catch {
			return null;
		}
	}

	async function askNames(memory: Memory): Promise<void> {
		const addresses = memory.legs.flatMap(({ enquiry }) => [...(enquiry?.codes.keys() ?? [])]);
		if (addresses.length === 0) return;
		const from = {
			ens: orNull(() => chains.evm.of(1)),
			sns: orNull(() => chains.svm.of("mainnet-beta")),
		};
		memory.names = await within(
			() => namesOf(from, [...new Set(addresses)]),
			() => memory.names,
		);
	}

	async function run(
		memory: Memory,
		legs: readonly Leg[],
		earlier: readonly EarlierCall[],
		onAnswer: () => void,
	): Promise<void> {
		const patch = (at: number, change: Partial<LegOpinion>) => {
			memory.legs[at] = { ...(memory.legs[at] ?? RUNNING), ...change };
		};
		const simulation = within(
			() => simulated(legs, earlier),
			(words) => impossible(legs, words),
		).then((all) => {
			const ran = all.some(({ state }) => state === "done");
			// What an RPC showed a moment ago is not undone by its failing to show it again.
			const lost =
				!ran && memory.legs.some(({ own }) => own.state === "done") && isWithin(memory.ranAt, STALE_MS);
			if (ran) memory.ranAt = clock.now();
			if (!lost)
				legs.forEach((_, at) => {
					patch(at, { own: all[at] ?? { state: "impossible", words: SLOW } });
				});
			onAnswer();
		});
		const enquiries = Promise.all(
			legs.map(async (leg, at) => {
				const enquiry = await within(
					() => enquired(leg),
					() => NOTHING,
				);
				patch(at, { enquiry });
			}),
		).then(async () => {
			onAnswer();
			await askNames(memory);
		});
		await Promise.all([simulation, enquiries]);
	}

	/** No longer ago than this; a clock that was set back says nothing. */
	function isWithin(then: number, ms: number): boolean {
		const age = clock.now() - then;
		return age >= 0 && age <= ms;
	}

	const accountsNow = () => parts.accounts().join(" ");

	function remember(fingerprint: string, count: number): Memory {
		const known = memories.get(fingerprint);
		const accounts = accountsNow();
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
		memories.delete(fingerprint);
		memories.set(fingerprint, memory);
		for (const old of memories.keys()) {
			if (memories.size <= MOST) break;
			memories.delete(old);
		}
		return memory;
	}

	/** Never asked is not old: what is being asked for the first time is told as running. */
	const isStale = ({ askedAt }: Memory) => Number.isFinite(askedAt) && !isWithin(askedAt, STALE_MS);

	return {
		of(frozen) {
			const memory = memories.get(fingerprintOf(frozen));
			// Without an account of the person's, it would not tell what that one loses.
			return memory === undefined || isStale(memory) || memory.accounts !== accountsNow()
				? NO_OPINION
				: { legs: [...memory.legs], names: memory.names };
		},
		ask(frozen, earlier, onAnswer) {
			const legs = legsOf(frozen);
			const memory = remember(fingerprintOf(frozen), legs.length);
			if (memory.running || isWithin(memory.askedAt, FRESH_MS - 1)) return;
			if (isStale(memory)) {
				memory.legs = legs.map(() => RUNNING);
				memory.askedAt = Number.NEGATIVE_INFINITY;
			}
			memory.running = true;
			void run(memory, legs, earlier, onAnswer)
				.catch((cause: unknown) => parts.log(`second opinion: ${String(cause)}`))
				.finally(() => {
					memory.running = false;
					memory.askedAt = clock.now();
					onAnswer();
				});
		},
	};
}
