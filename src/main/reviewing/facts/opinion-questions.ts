import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError, type Fact, factValue, notQueried } from "../../../core/chain/chain-error.ts";
import { attestationsOf } from "../../../core/decoded-transaction/inspected-addresses.ts";
import { isKnownContract } from "../../../core/decoded-transaction/known-contracts.ts";
import type { AddressFacts, CodeFacts, LocalSimulation } from "../../../core/decoded-transaction/opinion.ts";
import type { EvmItem, SignedItem, SvmItem } from "../../../core/decoded-transaction/signed-item.ts";
import { type Hex, readChainRef } from "../../../core/format/numeral.ts";
import { message } from "../../../core/localized-text.ts";
import { orIfThrown } from "../../../core/or-if-thrown.ts";
import type { DescriptorIndex } from "../../../core/published-descriptors/erc7730/describe.ts";
import type { Published } from "../../../core/published-descriptors/published-claims.ts";
import { type Impossible, impossible, impossibleBy } from "../../../core/simulate/impossible.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";
import type { Clock } from "../../ports.ts";
import type { SeenCodes } from "../../storage/seen-codes.ts";
import { inspectAddresses, namesOf } from "./address-facts.ts";
import type { Chains } from "./completing.ts";
import { type EarlierCall, simulateEvm } from "./simulate-evm.ts";
import { simulateSvm } from "./simulate-svm.ts";

export interface OpinionSources {
	readonly chains: Chains;
	readonly clock: Clock;
	readonly accounts: () => readonly string[];
	readonly descriptors: () => Promise<DescriptorIndex>;
	readonly codes?: SeenCodes;
	readonly hasStandIn?: (chainRef: string) => boolean;
	readonly log: (line: string) => void;
}

const PATIENCE_MS = 20_000;

const NO_CHAIN = message("own-simulation.no-chain");
const NOTHING: AddressFacts = { codes: new Map() };
const STAND_IN = impossible("exceeds", message("own-simulation.stand-in"));
const SLOW = impossible("failed", message("own-simulation.slow"));

/** Ethereum, where the Ethereum Attestation Service stores the revocations of off-chain attestations. */
const ATTESTATION_CHAIN = 1;

const EAS = "0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587";
const ABI = parseAbi(["function getRevokeOffchain(address revoker, bytes32 data) view returns (uint64)"]);

/**
 * Returns when the signer revoked an off-chain attestation, in Unix seconds, or 0n if it wasn't revoked.
 * Throws a ChainError. If the error's kind is `unreadable`, it is unknown whether the attestation was
 * revoked.
 */
export async function revokedAt(
	chain: Pick<EvmChain, "call" | "prove">,
	attestation: { readonly signer: Hex; readonly uid: Hex },
): Promise<bigint> {
	const args = [attestation.signer, attestation.uid] as const;
	const data = encodeFunctionData({ abi: ABI, functionName: "getRevokeOffchain", args });
	await chain.prove();
	const answer = await chain.call(EAS, data);
	try {
		return decodeFunctionResult({ abi: ABI, functionName: "getRevokeOffchain", data: answer });
	} catch (cause) {
		// A fork of Ethereum that lacks the contract returns `0x`.
		throw new ChainError("unreadable", message("chain.evm.no-revocation-told"), { cause });
	}
}

const isEvm = (item: SignedItem): item is EvmItem => item.kind === "evm";
const isSvm = (item: SignedItem): item is SvmItem => item.kind === "svm";

const ofAll = (items: readonly SignedItem[], instead: Impossible): LocalSimulation[] =>
	items.map(() => instead);

function orNull<T>(find: () => T): T | null {
	return orIfThrown(null, () => find());
}

export class OpinionQuestions {
	readonly #sources: OpinionSources;

	constructor(sources: OpinionSources) {
		this.#sources = sources;
	}

	async simulations(
		items: readonly SignedItem[],
		earlier: readonly EarlierCall[],
	): Promise<readonly LocalSimulation[]> {
		const answered = await this.#within(
			() => this.#simulated(items, earlier),
			(instead) => ofAll(items, instead),
		);
		return items.map((item, at) => this.#ofStandIn(item, answered[at] ?? SLOW));
	}

	async inspection(item: SignedItem, revoked: Published["revoked"]): Promise<AddressFacts> {
		const [addressFacts, found] = await Promise.all([
			this.#within(
				() => this.#inspected(item),
				() => NOTHING,
			),
			this.#published(item, revoked),
		]);
		return found === null ? addressFacts : { ...addressFacts, published: found };
	}

	async revocations(item: SignedItem, addressFacts: AddressFacts): Promise<Published["revoked"]> {
		const ethereum = orNull(() => this.#sources.chains.evm.of(ATTESTATION_CHAIN));
		if (ethereum === null) return new Map();
		const facts = attestationsOf(item, addressFacts).map(async (attestation) => {
			const fact = await this.#within<Fact<bigint>>(
				async () => ({ ok: true, value: await revokedAt(ethereum, attestation) }),
				({ text }) => notQueried(text),
			);
			return [attestation.uid.toLowerCase(), fact] as const;
		});
		return new Map(await Promise.all(facts));
	}

	async names(
		addresses: ReadonlySet<string>,
		before: ReadonlyMap<string, string>,
	): Promise<ReadonlyMap<string, string>> {
		if (addresses.size === 0) return before;
		const { chains } = this.#sources;
		const from = {
			ens: orNull(() => chains.evm.of(1)),
			sns: orNull(() => chains.svm.of("mainnet-beta")),
		};
		return await this.#within(
			() => namesOf(from, [...addresses]),
			() => before,
		);
	}

	async #within<T>(asked: () => Promise<T>, otherwise: (instead: Impossible) => T): Promise<T> {
		let cancel: () => void = () => {};
		const late = new Promise<T>((resolve) => {
			cancel = this.#sources.clock.after(PATIENCE_MS, () => resolve(otherwise(SLOW)));
		});
		try {
			return await Promise.race([asked(), late]);
		} catch (cause) {
			if (!(cause instanceof ChainError)) this.#sources.log(`second opinion: ${String(cause)}`);
			return otherwise(impossibleBy(cause));
		} finally {
			cancel();
		}
	}

	/**
	 * A failing RPC must not make the simulation unnecessary. If its fallback can't simulate, the user has to
	 * type a word.
	 */
	#ofStandIn(item: SignedItem, own: LocalSimulation): LocalSimulation {
		if (own.state !== "impossible" || own.why !== "no_method") return own;
		const chainRef = item.kind === "evm" || item.kind === "svm" ? item.chainRef : null;
		return chainRef !== null && this.#sources.hasStandIn?.(chainRef) === true ? STAND_IN : own;
	}

	async #simulated(
		items: readonly SignedItem[],
		earlier: readonly EarlierCall[],
	): Promise<readonly LocalSimulation[]> {
		const { chains } = this.#sources;
		const accounts = this.#sources.accounts();
		const [evm, svm] = [items.filter(isEvm), items.filter(isSvm)];
		const [first] = items;
		if (evm.length === items.length && first?.kind === "evm") {
			const chainId = readChainRef(first.chainRef);
			if (chainId === null) return ofAll(items, impossible("exceeds", NO_CHAIN));
			return await simulateEvm(chains.evm.of(chainId), evm, earlier, accounts);
		}
		if (svm.length === items.length && first?.kind === "svm")
			return await simulateSvm(chains.svm.of(first.chainRef), svm, accounts);
		return items.map((): LocalSimulation => ({ state: "none" }));
	}

	async #inspected(item: SignedItem): Promise<AddressFacts> {
		const { chains } = this.#sources;
		if (item.kind === "unreadable" || item.chainRef === null) return NOTHING;
		if (item.kind === "svm") return await inspectAddresses({ svm: chains.svm.of(item.chainRef) }, item);
		const chainId = readChainRef(item.chainRef);
		if (chainId === null) return NOTHING;
		return this.#remembered(String(chainId), await inspectAddresses({ evm: chains.evm.of(chainId) }, item));
	}

	#remembered(chainRef: string, addressFacts: AddressFacts): AddressFacts {
		const { codes: met, log } = this.#sources;
		if (met === undefined) return addressFacts;
		const codes = [...addressFacts.codes].map(([address, fact]) => {
			const code = factValue(fact);
			if (code === null || code.codeHash === null || !isKnownContract(chainRef, address))
				return [address, fact] as const;
			try {
				const { codeHash, firstSeen } = met.meet(chainRef, address, code.codeHash);
				const value: CodeFacts = {
					...code,
					history: { since: firstSeen, isSame: codeHash === code.codeHash },
				};
				return [address, { ok: true, value }] as const;
			} catch (cause) {
				log(`codes: ${String(cause)}`);
				return [address, fact] as const;
			}
		});
		return { ...addressFacts, codes: new Map(codes) };
	}

	async #published(item: SignedItem, revoked: Published["revoked"]): Promise<Published | null> {
		if (item.kind !== "evm" && item.kind !== "message") return null;
		try {
			return { index: await this.#sources.descriptors(), revoked };
		} catch (cause) {
			this.#sources.log(`descriptions: ${String(cause)}`);
			return null;
		}
	}
}
