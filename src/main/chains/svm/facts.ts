import { z } from "zod";
import { ChainError, type Fact, fact, notQueried } from "../../../core/chain/chain-error.ts";
import type { SvmAccountFacts, SvmFacts, SvmFactsRequest } from "../../../core/chain/svm.ts";
import { message } from "../../../core/localized-text.ts";
import { metadataAddressOf, withMetadata } from "./metadata.ts";
import { accountFacts, MAX_ACCOUNTS, readAccounts } from "./raw-accounts.ts";
import type { SvmRpc } from "./rpc.ts";
import { hash, inContext, isBase58, u64 } from "./rpc-values.ts";

const SIZES = { wallet: 0, token: 165, mint: 82 } as const;
const CONFIRMED = { commitment: "confirmed" } as const;

export const genesisOf = (rpc: SvmRpc): Promise<string> => rpc(hash, "getGenesisHash", []);

export const heightOf = (rpc: SvmRpc, commitment: "confirmed" | "finalized"): Promise<bigint> =>
	rpc(u64, "getBlockHeight", [{ commitment }]);

export const blockhashValidOf = (
	rpc: SvmRpc,
	blockhash: string,
	commitment: "confirmed" | "finalized",
): Promise<boolean> => rpc(inContext(z.boolean()), "isBlockhashValid", [blockhash, { commitment }]);

export const lamportsOf = (rpc: SvmRpc, address: string): Promise<bigint> =>
	rpc(inContext(u64), "getBalance", [address, CONFIRMED]);

async function feeOf(rpc: SvmRpc, messageBase64: string): Promise<bigint> {
	const lamports = await rpc(inContext(u64.nullable()), "getFeeForMessage", [messageBase64, CONFIRMED]);
	if (lamports === null) throw new ChainError("unreadable", message("chain.svm.no-fee"));
	return lamports;
}

const rentOf = (rpc: SvmRpc, size: number): Promise<bigint> =>
	rpc(u64, "getMinimumBalanceForRentExemption", [size]);

type AccountMap = Map<string, Fact<SvmAccountFacts | null>>;

/** An RPC accepts 100 accounts per request. The remaining slots are used for mint names. */
const MAX_NAMED = 100 - MAX_ACCOUNTS;

async function accountMap(
	rpc: SvmRpc,
	{ accounts: addresses, mints }: SvmFactsRequest,
	nowSeconds: bigint,
): Promise<AccountMap> {
	const keys = [...new Set(addresses)];
	const asked = keys.filter((key) => isBase58(key, 32)).slice(0, MAX_ACCOUNTS);
	const map: AccountMap = new Map();
	for (const key of keys)
		map.set(
			key,
			notQueried(message(isBase58(key, 32) ? "chain.svm.too-many-accounts" : "chain.svm.no-address")),
		);
	const named = new Set(asked.filter((key) => mints.includes(key)).slice(0, MAX_NAMED));
	const metadata = new Map([...named].map((key) => [key, metadataAddressOf(key)]));
	const all = [...new Set([...asked, ...metadata.values()])];
	const read = await fact(readAccounts(rpc, all));
	for (const key of asked) {
		if (!read.ok) {
			map.set(key, read);
			continue;
		}
		const rawAt = (address: string) => read.value[all.indexOf(address)] ?? null;
		const raw = rawAt(key);
		const called = metadata.get(key);
		const facts = raw === null ? null : accountFacts(key, raw, nowSeconds);
		const value = facts === null || called === undefined ? facts : withMetadata(key, facts, rawAt(called));
		map.set(key, { ok: true, value });
	}
	return map;
}

function nothing(genesis: string): SvmFacts {
	const none = notQueried(message("chain.svm.other-cluster"));
	return {
		genesis,
		rightCluster: false,
		blockHeight: none,
		blockhashValid: none,
		lamports: none,
		fee: none,
		accounts: new Map(),
		rent: { wallet: none, token: none, mint: none },
	};
}

export async function readFacts(
	rpc: SvmRpc,
	genesis: string,
	request: SvmFactsRequest,
	nowSeconds: bigint,
): Promise<SvmFacts> {
	const [answered, blockHeight, blockhashValid, lamports, fee, accounts, wallet, token, mint] =
		await Promise.all([
			genesisOf(rpc),
			fact(heightOf(rpc, "confirmed")),
			fact(blockhashValidOf(rpc, request.blockhash, "confirmed")),
			fact(lamportsOf(rpc, request.payer)),
			fact(feeOf(rpc, request.messageBase64)),
			accountMap(rpc, request, nowSeconds),
			fact(rentOf(rpc, SIZES.wallet)),
			fact(rentOf(rpc, SIZES.token)),
			fact(rentOf(rpc, SIZES.mint)),
		]);
	if (answered !== genesis) return nothing(answered);
	return {
		genesis: answered,
		rightCluster: true,
		blockHeight,
		blockhashValid,
		lamports,
		fee,
		accounts,
		rent: { wallet, token, mint },
	};
}
