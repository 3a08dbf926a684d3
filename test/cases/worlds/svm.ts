import { PublicKey, VersionedTransaction } from "@solana/web3.js";
import { CLUSTER } from "../../attacks/build.ts";
import * as at from "../../attacks/world/svm/addresses.ts";
import { mintAt } from "../../attacks/world/svm/install.ts";
import { startSvmWorld } from "../../attacks/world/svm.ts";
import type { Svm } from "../../chains/svm.ts";
import { statedBy } from "./stated.ts";
import { createPrograms, deployNoop } from "./svm-programs.ts";
import type { CaseWorld } from "./world.ts";

/** Solana clusters as worlds, and the attack corpus's cluster with accounts that some cases need. */

/** Program that asserts account states and changes nothing. */
const LIGHTHOUSE = new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95");
/** Tokenized share under Token-2022 that is displayed as ten times the amount on the chain. */
const STOCK = new PublicKey("B5Zv3h2Wx1ihLMjxdeCiusf2Huaiom15nNriwmRi643J");
/** Fee payer for other users. */
const SPONSOR = new PublicKey("J2xccRtuG43drESLYznHhLhQkLTdfepcKYbiQ9BsJVaf");

function install(svm: Svm): void {
	deployNoop(svm, LIGHTHOUSE);
	mintAt(svm, STOCK, { program: "token-2022", decimals: 8, scaledBy: 10 });
	svm.mintTo(STOCK, at.ME, 100_00000000n);
	svm.mintTo(STOCK, at.FRIEND, 0n);
	svm.airdrop(SPONSOR, at.SOL);
}

/** Maximum number of blocks between a cluster's start and a request's blockhash. */
const MAX_BLOCKS = 600;

/**
 * Produces blocks until the cluster knows the blockhash that the request was built with. A local cluster has
 * the same blockhashes in each run.
 */
async function advanceTo(svm: Svm, blockhash: string): Promise<void> {
	const connection = svm.connection();
	for (let produced = 0; produced < MAX_BLOCKS; produced += 1) {
		if ((await connection.isBlockhashValid(blockhash)).value) return;
		svm.advance(1);
	}
	throw new Error(`no block of the cluster has the hash ${blockhash}, or it is too old by now`);
}

/** Sets the lamports of accounts during the work and restores them afterwards; 0 removes an account. */
async function withLamports<T>(
	svm: Svm,
	lamports: Readonly<Record<string, string>>,
	work: () => Promise<T>,
): Promise<T> {
	const originals = Object.entries(lamports).flatMap(([text, amount]) => {
		const address = new PublicKey(text);
		const account = svm.accountOf(address);
		return account === null ? [] : [{ address, account, amount: BigInt(amount) }];
	});
	for (const { address, account, amount } of originals)
		svm.setAccount(address, { ...account, lamports: amount });
	try {
		return await work();
	} finally {
		for (const { address, account } of originals) svm.setAccount(address, account);
	}
}

export function svmWorld(svm: Svm): CaseWorld {
	const programs = createPrograms(svm);
	return {
		rpcs: [{ chain: CLUSTER, url: svm.url, genesisHash: null }],
		rank: ({ text }) => statedBy(text).lastValidBlockHeight,
		async prepared({ text, case: { lamports = {} } }, work) {
			const stated = statedBy(text);
			programs.deploy(stated);
			if (stated.transaction !== undefined) {
				const bytes = Buffer.from(stated.transaction, "base64");
				await advanceTo(svm, VersionedTransaction.deserialize(bytes).message.recentBlockhash);
			}
			return await withLamports(svm, lamports, work);
		},
		stop: () => svm.stop(),
	};
}

export async function startCorpusCluster(): Promise<CaseWorld> {
	return svmWorld(await startSvmWorld([install]));
}
