import {
	ChainError,
	type Fact,
	isLasting,
	notQueried,
	orIfChainError,
} from "../../../core/chain/chain-error.ts";
import { addressesNamed } from "../../../core/decoded-transaction/inspected-addresses.ts";
import { implementationSlotOf } from "../../../core/decoded-transaction/known-accounts.ts";
import type { AddressFacts, CodeFacts } from "../../../core/decoded-transaction/opinion.ts";
import type { SignedItem } from "../../../core/decoded-transaction/signed-item.ts";
import { readAddress } from "../../../core/format/numeral.ts";
import { readKey } from "../../../core/format/svm-wire.ts";
import { message } from "../../../core/localized-text.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";
import { ensNameOf } from "../../chains/evm/ens.ts";
import type { SvmChain } from "../../chains/svm/chain.ts";
import { MAX_OWNERS, snsNamesOf } from "../../chains/svm/sns.ts";

/**
 * Numbers of blocks to go back, tried in this order. The first is about a day on Ethereum, and many RPCs
 * support the second without an archive.
 */
const BLOCKS_BACK = [7_200n, 100n];

/** EIP-7702 delegation designator. */
const DESIGNATOR = /^0xef0100([0-9a-f]{40})$/;

const NO_CODE: CodeFacts = {
	size: 0,
	delegatedTo: null,
	codeHash: null,
	implementation: null,
	fresh: null,
};

async function settled<T>(asked: () => Promise<T>): Promise<Fact<T>> {
	try {
		return { ok: true, value: await asked() };
	} catch (cause) {
		return notQueried(cause instanceof ChainError ? cause.text : message("chain.unusable"));
	}
}

/**
 * Returns `null` if the RPC rejects the query. Throws a ChainError if the RPC doesn't respond, because that
 * says nothing about the address.
 */
async function unlessRefused<T>(read: () => Promise<T>): Promise<T | null> {
	return await orIfChainError(null, read, isLasting);
}

/** Returns the delegate in lower case. `null` for any other code. */
export function designatorOf(code: string): string | null {
	const found = DESIGNATOR.exec(code.toLowerCase());
	return found === null ? null : `0x${found[1]}`;
}

async function freshOf(chain: EvmChain, address: string, latest: bigint | null): Promise<CodeFacts["fresh"]> {
	// A chain with fewer blocks can't show an address's age.
	if (latest === null || latest < (BLOCKS_BACK[0] ?? 0n)) return null;
	for (const blocks of BLOCKS_BACK) {
		const before = await unlessRefused(() => chain.codeRead(address, latest - blocks));
		if (before !== null) return { withinBlocks: Number(blocks), isFresh: before.size === 0 };
	}
	return null;
}

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
	// Failures are reported where the promise is used.
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

interface NameChains {
	readonly ens: Pick<EvmChain, "call"> | null;
	readonly sns: Pick<SvmChain, "accounts"> | null;
}

const MAX_ENS = 16;

async function orNothing<T>(asked: Promise<T>, nothing: T): Promise<T> {
	return await orIfChainError(nothing, () => asked);
}

type AddressName = readonly [address: string, name: string];

async function ensNames(
	chain: NameChains["ens"],
	addresses: readonly string[],
): Promise<readonly AddressName[]> {
	if (chain === null) return [];
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
