import { ChainError, type Fact, notAsked } from "../../../core/chain/chain-error.ts";
import { readAddress } from "../../../core/format/numeral.ts";
import { readKey } from "../../../core/format/svm-wire.ts";
import { message } from "../../../core/message.ts";
import { addressesNamed } from "../../../core/subject/inspected-addresses.ts";
import { implementationSlotOf } from "../../../core/subject/known-accounts.ts";
import type { SignedItem } from "../../../core/subject/leg.ts";
import type { AddressFacts, CodeFacts } from "../../../core/subject/opinion.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";
import { ensNameOf } from "../../chains/evm/ens.ts";
import type { SvmChain } from "../../chains/svm/chain.ts";
import { MAX_OWNERS, snsNamesOf } from "../../chains/svm/sns.ts";

/**
 * Facts about the addresses that an item names: contracts, accounts, age. None of them comes from the
 * service.
 */

/**
 * About a day of Ethereum's blocks, and the depth that many RPCs serve without an archive; queried in this
 * order.
 */
const LOOK_BACK = [7_200n, 100n];

/** EIP-7702: an account with this code and an address delegates to the code of that address. */
const DESIGNATOR = /^0xef0100([0-9a-f]{40})$/;

const NO_CODE: CodeFacts = {
	size: 0,
	delegatedTo: null,
	codeHash: null,
	implementation: null,
	fresh: null,
};

/** Converts a failure to a fact: this module never rejects. */
async function settled<T>(asked: () => Promise<T>): Promise<Fact<T>> {
	try {
		return { ok: true, value: await asked() };
	} catch (cause) {
		return notAsked(cause instanceof ChainError ? cause.text : message("chain.unusable"));
	}
}

/**
 * Returns `null` if the RPC doesn't know. Throws ChainError if it doesn't answer now, which is no
 * information.
 */
async function unlessRefused<T>(read: () => Promise<T>): Promise<T | null> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ChainError && !error.isPassing) return null;
		throw error;
	}
}

/** Returns the contract to which an account delegates, in lower case; `null` for any other code. */
export function designatorOf(code: string): string | null {
	const found = DESIGNATOR.exec(code.toLowerCase());
	return found === null ? null : `0x${found[1]}`;
}

async function freshOf(chain: EvmChain, address: string, latest: bigint | null): Promise<CodeFacts["fresh"]> {
	// A chain that is not older than that can't show an address's age.
	if (latest === null || latest < (LOOK_BACK[0] ?? 0n)) return null;
	for (const blocks of LOOK_BACK) {
		const before = await unlessRefused(() => chain.codeRead(address, latest - blocks));
		if (before !== null) return { withinBlocks: Number(blocks), isFresh: before.size === 0 };
	}
	return null;
}

/**
 * Returns the implementation of a proxy with known code; `null` for any other code, and if its storage can't
 * be read.
 */
async function implementationOf(
	chain: EvmChain,
	address: string,
	codeHash: string | null,
): Promise<string | null> {
	const slot = codeHash === null ? null : implementationSlotOf(codeHash);
	if (slot === null) return null;
	const word = await unlessRefused(() => chain.storage(address, slot));
	return word === null ? null : `0x${word.slice(-40).toLowerCase()}`;
}

async function codeFacts(
	chain: EvmChain,
	address: string,
	heights: Promise<bigint | null>,
): Promise<CodeFacts> {
	const { size, hash, head } = await chain.codeRead(address);
	const delegatedTo = designatorOf(head.slice(0, 2 + size * 2));
	const isContract = size > 0 && delegatedTo === null;
	const codeHash = size === 0 ? null : hash;
	const [fresh, implementation] = await Promise.all([
		isContract ? heights.then((latest) => freshOf(chain, address, latest)) : null,
		implementationOf(chain, address, codeHash),
	]);
	return { size, delegatedTo, codeHash, implementation, fresh };
}

async function inspectEvmAddresses(chain: EvmChain, addresses: readonly string[]): Promise<AddressFacts> {
	const latest = unlessRefused(() => chain.height());
	// Its other consumers report the failure.
	latest.catch(() => {});
	const facts = await Promise.all(
		addresses.map(async (address) => {
			const fact = await settled(() => codeFacts(chain, address, latest));
			return [address, fact] as const;
		}),
	);
	return { codes: new Map(facts) };
}

async function inspectSvmAddresses(chain: SvmChain, addresses: readonly string[]): Promise<AddressFacts> {
	const read = await settled(() => chain.accounts(addresses));
	const facts = addresses.map((address, at): readonly [string, Fact<CodeFacts>] => {
		if (!read.ok) return [address, read];
		const isProgram = read.value[at]?.executable === true;
		return [address, { ok: true, value: { ...NO_CODE, size: isProgram ? 1 : 0 } }];
	});
	return { codes: new Map(facts) };
}

/**
 * Queries the facts about the addresses that an item names. Never rejects: each part that fails is a fact
 * with its reason.
 */
export async function inspectAddresses(
	chain: { readonly evm: EvmChain } | { readonly svm: SvmChain },
	item: SignedItem,
): Promise<AddressFacts> {
	const addresses = addressesNamed(item);
	const isSvm = "svm" in chain;
	if (addresses.length === 0 || isSvm !== (item.kind === "svm")) return { codes: new Map() };
	return isSvm
		? await inspectSvmAddresses(chain.svm, addresses)
		: await inspectEvmAddresses(chain.evm, addresses);
}

/** Chains with name services; `null` if the user has no RPC for it. */
interface NameChains {
	/** Ethereum's main chain, for ENS. */
	readonly ens: Pick<EvmChain, "call"> | null;
	/** mainnet-beta, for SNS. */
	readonly sns: Pick<SvmChain, "accounts"> | null;
}

/** A hostile payload could name thousands; each costs up to four calls. */
const MAX_ENS = 16;

/** Catches failures of the RPC only. */
async function orNothing<T>(asked: Promise<T>, nothing: T): Promise<T> {
	try {
		return await asked;
	} catch (error) {
		if (error instanceof ChainError) return nothing;
		throw error;
	}
}

type AddressName = readonly [address: string, name: string];

async function ensNames(
	chain: NameChains["ens"],
	addresses: readonly string[],
): Promise<readonly AddressName[]> {
	if (chain === null) return [];
	// Calls of one tick are batched into one request to the RPC.
	const found = await Promise.all(
		addresses.slice(0, MAX_ENS).map(async (address): Promise<AddressName[]> => {
			const name = await orNothing(ensNameOf(chain, address), null);
			return name === null ? [] : [[address, name]];
		}),
	);
	return found.flat();
}

async function snsNames(
	chain: NameChains["sns"],
	wallets: readonly string[],
): Promise<readonly AddressName[]> {
	if (chain === null || wallets.length === 0) return [];
	return [...(await orNothing(snsNamesOf(chain, wallets.slice(0, MAX_OWNERS)), new Map()))];
}

/**
 * Returns the on-chain names of these addresses, each verified both ways. Never rejects for an RPC: addresses
 * without a name are left out.
 */
export async function namesOf(
	chains: NameChains,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	const evm = addresses.flatMap((each) => readAddress(each) ?? []);
	const svm = addresses.filter((each) => readKey(each) !== null);
	const found = await Promise.all([
		ensNames(chains.ens, [...new Set(evm)]),
		snsNames(chains.sns, [...new Set(svm)]),
	]);
	return new Map(found.flat());
}
