import { ChainError, type Fact, known, notAsked } from "../../core/chain/chain-error.ts";
import type { Published } from "../../core/claims/claims.ts";
import type { DescriptorIndex } from "../../core/claims/descriptors/describe.ts";
import { readChainRef } from "../../core/format/numeral.ts";
import { fingerprintOf } from "../../core/match/fingerprint.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { message } from "../../core/message.ts";
import { type Impossible, impossible, impossibleBy } from "../../core/simulate/impossible.ts";
import { attestationsOf } from "../../core/subject/attestations.ts";
import { isKnownContract } from "../../core/subject/known-contracts.ts";
import { type EvmLeg, type Leg, legsOf, type SvmLeg } from "../../core/subject/leg.ts";
import {
	type AddressFacts,
	type LegOpinion,
	NO_OPINION,
	type OwnSimulation,
	RUNNING,
	type SecondOpinion,
} from "../../core/subject/opinion.ts";
import type { Clock } from "../ports.ts";
import type { MetCodes } from "../storage/met-codes.ts";
import { inspectAddresses } from "./address-facts.ts";
import type { Chains } from "./completing.ts";
import { namesOf } from "./names.ts";
import { ATTESTATION_CHAIN, revokedAt } from "./revocation.ts";
import { type EarlierCall, simulateEvm } from "./simulate-evm.ts";
import { simulateSvm } from "./simulate-svm.ts";

/**
 * Asks the user's own RPC what a payload does, beside the review and never before it. The last opinion stays until
 * a newer one is there, so that an approval is not taken away each time that the review is read again.
 */
export interface SecondOpinions {
	/** As far as it is there. */
	of(frozen: Frozen): SecondOpinion;
	/** Whether it is being asked right now, names included. */
	asking(frozen: Frozen): boolean;
	/** Begins to ask, where nothing is being asked and the last answer is not from just now. */
	ask(frozen: Frozen, earlier: readonly EarlierCall[], onAnswer: () => void): void;
	/** Another RPC is asked from now on: what the former one answered, or is still asked, counts no more. */
	forget(): void;
}

export interface SecondOpinionParts {
	readonly chains: Chains;
	readonly clock: Clock;
	readonly accounts: () => readonly string[];
	/** What contracts publish of themselves. */
	readonly descriptors: () => Promise<DescriptorIndex>;
	/** What the code of known contracts was before; left out where nothing is remembered. */
	readonly codes?: MetCodes;
	/** The first RPC of this chain's list does not answer, and another one is asked; none where it is left out. */
	readonly hasStandIn?: (chainRef: string) => boolean;
	readonly log: (line: string) => void;
}

/** An answer is not asked for again within this time, in ms. */
const FRESH_MS = 5_000;
/** Older than this it says nothing of the chain as it is now, in ms; an open review is read again far more often. */
const STALE_MS = 60_000;
/** What an RPC has not said by then counts as not said, in ms. */
const PATIENCE_MS = 20_000;
/** So many requests are remembered. */
const MAX = 40;

const NO_CHAIN = message("own-simulation.no-chain");
const NOTHING: AddressFacts = { codes: new Map() };
const NONE_ASKED: Published["revoked"] = new Map();
const STAND_IN = impossible("exceeds", message("own-simulation.stand-in"));
const SLOW = impossible("failed", message("own-simulation.slow"));

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

const isEvm = (leg: Leg): leg is EvmLeg => leg.kind === "evm";
const isSvm = (leg: Leg): leg is SvmLeg => leg.kind === "svm";

export function createSecondOpinions(parts: SecondOpinionParts): SecondOpinions {
	const { chains, clock } = parts;
	/** By fingerprint, the one used longest ago first. */
	const memories = new Map<string, OpinionMemory>();

	function insteadOf(cause: unknown): Impossible {
		if (!(cause instanceof ChainError)) parts.log(`second opinion: ${String(cause)}`);
		return impossibleBy(cause);
	}

	/** The answer, or what stands for it once patience has run out or it failed. */
	async function within<T>(asked: () => Promise<T>, otherwise: (instead: Impossible) => T): Promise<T> {
		let cancel: () => void = () => {};
		const late = new Promise<T>((resolve) => {
			cancel = clock.after(PATIENCE_MS, () => resolve(otherwise(SLOW)));
		});
		try {
			return await Promise.race([asked(), late]);
		} catch (cause) {
			return otherwise(insteadOf(cause));
		} finally {
			cancel();
		}
	}

	const ofAll = (legs: readonly Leg[], instead: Impossible): OwnSimulation[] => legs.map(() => instead);

	/** An RPC that failed takes no proof along: where the one in its place can't simulate, it takes a word. */
	function ofStandIn(leg: Leg, own: OwnSimulation): OwnSimulation {
		if (own.state !== "impossible" || own.why !== "no_method") return own;
		const chainRef = leg.kind === "evm" || leg.kind === "svm" ? leg.chainRef : null;
		return chainRef !== null && parts.hasStandIn?.(chainRef) === true ? STAND_IN : own;
	}

	async function simulated(
		legs: readonly Leg[],
		earlier: readonly EarlierCall[],
	): Promise<readonly OwnSimulation[]> {
		const accounts = parts.accounts();
		const [evm, svm] = [legs.filter(isEvm), legs.filter(isSvm)];
		const [first] = legs;
		if (evm.length === legs.length && first?.kind === "evm") {
			const chainId = readChainRef(first.chainRef);
			if (chainId === null) return ofAll(legs, impossible("exceeds", NO_CHAIN));
			return await simulateEvm(chains.evm.of(chainId), evm, earlier, accounts);
		}
		if (svm.length === legs.length && first?.kind === "svm")
			return await simulateSvm(chains.svm.of(first.chainRef), svm, accounts);
		return legs.map((): OwnSimulation => ({ state: "none" }));
	}

	async function inspected(leg: Leg): Promise<AddressFacts> {
		if (leg.kind === "unreadable" || leg.chainRef === null) return NOTHING;
		if (leg.kind === "svm") return await inspectAddresses({ svm: chains.svm.of(leg.chainRef) }, leg);
		const chainId = readChainRef(leg.chainRef);
		if (chainId === null) return NOTHING;
		return remembered(String(chainId), await inspectAddresses({ evm: chains.evm.of(chainId) }, leg));
	}

	/** With what the code of each known contract was when it was first met. */
	function remembered(chainRef: string, addressFacts: AddressFacts): AddressFacts {
		const { codes: met } = parts;
		if (met === undefined) return addressFacts;
		const codes = [...addressFacts.codes].map(([address, fact]) => {
			const code = known(fact);
			if (code === null || code.codeHash === null || !isKnownContract(chainRef, address))
				return [address, fact] as const;
			try {
				const { codeHash, firstSeen } = met.meet(chainRef, address, code.codeHash);
				const value = { ...code, met: { since: firstSeen, isSame: codeHash === code.codeHash } };
				return [address, { ok: true, value }] as const;
			} catch (cause) {
				parts.log(`codes: ${String(cause)}`);
				return [address, fact] as const;
			}
		});
		return { ...addressFacts, codes: new Map(codes) };
	}

	/**
	 * Bundled with the app: it needs no RPC. Null for what no description is of, and where it can't be read.
	 * @param revoked as far as it was answered before
	 */
	async function published(leg: Leg, revoked: Published["revoked"]): Promise<Published | null> {
		if (leg.kind !== "evm" && leg.kind !== "message") return null;
		try {
			return { index: await parts.descriptors(), revoked };
		} catch (cause) {
			parts.log(`descriptions: ${String(cause)}`);
			return null;
		}
	}

	async function inspectedOf(leg: Leg, revoked: Published["revoked"]): Promise<AddressFacts> {
		const [addressFacts, found] = await Promise.all([
			within(
				() => inspected(leg),
				() => NOTHING,
			),
			published(leg, revoked),
		]);
		return found === null ? addressFacts : { ...addressFacts, published: found };
	}

	/** Whether what is vouched for was taken back: asked of Ethereum, whatever chain the request is for. */
	async function revocationsOf(leg: Leg, addressFacts: AddressFacts): Promise<Published["revoked"]> {
		const ethereum = orNull(() => chains.evm.of(ATTESTATION_CHAIN));
		if (ethereum === null) return new Map();
		const facts = attestationsOf(leg, addressFacts).map(async (attestation) => {
			const fact = await within<Fact<bigint>>(
				async () => ({ ok: true, value: await revokedAt(ethereum, attestation) }),
				({ text }) => notAsked(text),
			);
			return [attestation.uid.toLowerCase(), fact] as const;
		});
		return new Map(await Promise.all(facts));
	}

	function orNull<T>(find: () => T): T | null {
		try {
			return find();
		} catch {
			return null;
		}
	}

	async function askNames(memory: OpinionMemory): Promise<void> {
		const addresses = memory.legs.flatMap(({ addressFacts }) => [...(addressFacts?.codes.keys() ?? [])]);
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
		memory: OpinionMemory,
		legs: readonly Leg[],
		earlier: readonly EarlierCall[],
		onAnswer: () => void,
	): Promise<void> {
		const patch = (at: number, change: Partial<LegOpinion>) => {
			memory.legs[at] = { ...(memory.legs[at] ?? RUNNING), ...change };
		};
		const simulation = within(
			() => simulated(legs, earlier),
			(instead) => ofAll(legs, instead),
		).then((answered) => {
			const all = legs.map((leg, at) => ofStandIn(leg, answered[at] ?? SLOW));
			const ran = all.some(({ state }) => state === "done");
			// What an RPC showed a moment ago is not undone by its failing to show it again.
			const lost =
				!ran && memory.legs.some(({ own }) => own.state === "done") && isWithin(memory.ranAt, STALE_MS);
			if (ran) memory.ranAt = clock.now();
			if (!lost)
				legs.forEach((_, at) => {
					patch(at, { own: all[at] ?? SLOW });
				});
			onAnswer();
		});
		const inspections = Promise.all(
			legs.map(async (leg, at) => {
				const before = memory.legs[at]?.addressFacts?.published?.revoked ?? NONE_ASKED;
				patch(at, { addressFacts: await inspectedOf(leg, before) });
			}),
		).then(async () => {
			onAnswer();
			const revocations = legs.map(async (leg, at) => {
				const addressFacts = memory.legs[at]?.addressFacts;
				if (addressFacts?.published === undefined) return;
				const answered = [...(await revocationsOf(leg, addressFacts))].filter(([, fact]) => fact.ok);
				// What was answered once is not undone by silence.
				const revoked = new Map([...addressFacts.published.revoked, ...answered]);
				patch(at, { addressFacts: { ...addressFacts, published: { ...addressFacts.published, revoked } } });
			});
			await Promise.all([askNames(memory), ...revocations]);
		});
		await Promise.all([simulation, inspections]);
	}

	/** No longer ago than this; a clock that was set back says nothing. */
	function isWithin(then: number, ms: number): boolean {
		const age = clock.now() - then;
		return age >= 0 && age <= ms;
	}

	const accountsNow = () => parts.accounts().join(" ");

	function remember(fingerprint: string, count: number): OpinionMemory {
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
			if (memories.size <= MAX) break;
			memories.delete(old);
		}
		return memory;
	}

	/** Never asked is not old: what is being asked for the first time is told as running. */
	const isStale = ({ askedAt }: OpinionMemory) => Number.isFinite(askedAt) && !isWithin(askedAt, STALE_MS);

	return {
		forget: () => memories.clear(),
		of(frozen) {
			const memory = memories.get(fingerprintOf(frozen));
			// Without an account of the user's, it would not tell what that one loses.
			return memory === undefined || isStale(memory) || memory.accounts !== accountsNow()
				? NO_OPINION
				: { legs: [...memory.legs], names: memory.names };
		},
		asking: (frozen) => memories.get(fingerprintOf(frozen))?.running === true,
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
