import { PublicKey, VersionedTransaction } from "@solana/web3.js";
import { CLUSTER } from "../../attacks/build.ts";
import { mintAt } from "../../attacks/world/svm/install.ts";
import * as at from "../../attacks/world/svm/places.ts";
import { startSvmWorld } from "../../attacks/world/svm.ts";
import type { Svm } from "../../chains/svm.ts";
import { statedBy } from "./stated.ts";
import { createPrograms, placeIdle } from "./svm-programs.ts";
import type { CaseWorld } from "./world.ts";

/** Solana clusters as worlds, and the corpus' cluster with accounts that some cases need. */

/** Holds assertions about accounts, and changes nothing. */
const LIGHTHOUSE = new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95");
/** A share of a company as Token-2022 issues it: people see ten times what the chain counts. */
const STOCK = new PublicKey("B5Zv3h2Wx1ihLMjxdeCiusf2Huaiom15nNriwmRi643J");
/** Pays others' fees. */
const SPONSOR = new PublicKey("J2xccRtuG43drESLYznHhLhQkLTdfepcKYbiQ9BsJVaf");

function install(svm: Svm): void {
	placeIdle(svm, LIGHTHOUSE);
	mintAt(svm, STOCK, { program: "token-2022", decimals: 8, scaledBy: 10 });
	svm.mintTo(STOCK, at.ME, 100_00000000n);
	svm.mintTo(STOCK, at.FRIEND, 0n);
	svm.airdrop(SPONSOR, at.SOL);
}

/** Maximum number of blocks between a cluster's start and the blockhash of a request. */
const MAX_BLOCKS = 600;

/**
 * Makes blocks until the cluster knows a blockhash, as when the request was built: a local cluster's blockhashes are the
 * same in each run.
 */
async function reach(svm: Svm, blockhash: string): Promise<void> {
	const connection = svm.connection();
	for (let made = 0; made < MAX_BLOCKS; made += 1) {
		if ((await connection.isBlockhashValid(blockhash)).value) return;
		svm.advance(1);
	}
	throw new Error(`no block of the cluster has the hash ${blockhash}, or it is too old by now`);
}

/** Sets lamports of accounts while the work runs; 0 removes the account. */
async function holding<T>(
	svm: Svm,
	lamports: Readonly<Record<string, string>>,
	work: () => Promise<T>,
): Promise<T> {
	const kept = Object.entries(lamports).flatMap(([text, amount]) => {
		const address = new PublicKey(text);
		const account = svm.accountOf(address);
		return account === null ? [] : [{ address, account, amount: BigInt(amount) }];
	});
	for (const { address, account, amount } of kept) svm.setAccount(address, { ...account, lamports: amount });
	try {
		return await work();
	} finally {
		for (const { address, account } of kept) svm.setAccount(address, account);
	}
}

export function svmWorld(svm: Svm): CaseWorld {
	const programs = createPrograms(svm);
	return {
		rpcs: [{ chain: CLUSTER, url: svm.url, genesisHash: null }],
		rank: ({ text }) => statedBy(text).lastValidBlockHeight,
		async prepared({ text, case: { lamports = {} } }, work) {
			const stated = statedBy(text);
			programs.place(stated);
			if (stated.transaction !== undefined) {
				const bytes = Buffer.from(stated.transaction, "base64");
				await reach(svm, VersionedTransaction.deserialize(bytes).message.recentBlockhash);
			}
			return await holding(svm, lamports, work);
		},
		stop: () => svm.stop(),
	};
}

export async function startCorpusCluster(): Promise<CaseWorld> {
	return svmWorld(await startSvmWorld([install]));
}
