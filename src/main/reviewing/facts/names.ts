import { ChainError } from "../../../core/chain/chain-error.ts";
import { readAddress } from "../../../core/format/numeral.ts";
import { readKey } from "../../../core/format/svm-wire.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";
import { ensNameOf } from "../../chains/evm/ens.ts";
import type { SvmChain } from "../../chains/svm/chain.ts";
import { MAX_OWNERS, snsNamesOf } from "../../chains/svm/sns.ts";

/** The chains that hold names; null where the user has no RPC for it. */
export interface NameChains {
	/** Ethereum's main chain, for ENS. */
	readonly ens: Pick<EvmChain, "call"> | null;
	/** mainnet-beta, for SNS. */
	readonly sns: Pick<SvmChain, "accounts"> | null;
}

/** A hostile payload could name thousands; each costs up to four calls. */
const MAX_ENS = 16;
/** Only what the RPC did is forgiven: a fault of ours is thrown. */
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
	// What is asked at once is one question to the RPC.
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

/** Names that the chain gives to these addresses, each verified both ways. Never rejects for an RPC: an address without is left out. */
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
