import { PublicKey, VersionedTransaction } from "@solana/web3.js";
import { CLUSTER } from "../../attacks/build.ts";
import { mintAt } from "../../attacks/world/svm/install.ts";
import * as at from "../../attacks/world/svm/places.ts";
import { startSvmWorld } from "../../attacks/world/svm.ts";
import type { Svm } from "../../chains/svm.ts";
import { relayCall } from "../../chains/svm-relay.ts";
import type { GivenRequest } from "../sets.ts";
import { statedBy } from "./stated.ts";
import type { CaseWorld } from "./world.ts";

/** The corpus' cluster, with what some cases need beside it. */

const SOL = 1_000_000_000n;
/** Holds assertions about accounts, and changes nothing. */
const LIGHTHOUSE = new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95");
/** A share of a company as Token-2022 issues it: people see ten times what the chain counts. */
const STOCK = new PublicKey("B5Zv3h2Wx1ihLMjxdeCiusf2Huaiom15nNriwmRi643J");
/** Pays others' fees. */
const SPONSOR = new PublicKey("J2xccRtuG43drESLYznHhLhQkLTdfepcKYbiQ9BsJVaf");

/** A program that takes every instruction and does nothing. */
export function idleProgram(svm: Svm, program: PublicKey): void {
	svm.hideBehind(relayCall(program, [], Buffer.alloc(0)), [], 0);
}

function install(svm: Svm): void {
	idleProgram(svm, LIGHTHOUSE);
	mintAt(svm, STOCK, { program: "token-2022", decimals: 8, scaledBy: 10 });
	svm.mintTo(STOCK, at.ME, 100_00000000n);
	svm.mintTo(STOCK, at.FRIEND, 0n);
	svm.airdrop(SPONSOR, SOL);
}

/** More blocks than any request is built ahead of a cluster's start. */
const MAX_BLOCKS = 600;

/** Makes blocks until the cluster knows the blockhash of a request, as when it was built. */
async function reach(svm: Svm, text: string): Promise<void> {
	const { transaction_base64: bytes } = statedBy(text);
	if (bytes === undefined) return;
	const { message } = VersionedTransaction.deserialize(Buffer.from(bytes, "base64"));
	const connection = svm.connection();
	for (let made = 0; made < MAX_BLOCKS; made += 1) {
		if ((await connection.isBlockhashValid(message.recentBlockhash)).value) return;
		svm.advance(1);
	}
	throw new Error(`no block of the cluster has the hash ${message.recentBlockhash}, or it is too old by now`);
}

/** Sets what accounts hold for a while; an account without lamports is none. */
async function holding<T>(
	svm: Svm,
	lamports: Readonly<Record<string, string>>,
	work: () => Promise<T>,
): Promise<T> {
	const kept = Object.keys(lamports).map((text) => {
		const address = new PublicKey(text);
		return { address, account: svm.accountOf(address), amount: BigInt(lamports[text] ?? 0) };
	});
	for (const { address, account, amount } of kept)
		if (account !== null) svm.setAccount(address, { ...account, lamports: amount });
	try {
		return await work();
	} finally {
		for (const { address, account } of kept) if (account !== null) svm.setAccount(address, account);
	}
}

/** @param before puts programs in their places for one request */
export function svmWorld(svm: Svm, before: (given: GivenRequest) => void = () => {}): CaseWorld {
	return {
		rpcs: [{ chain: CLUSTER, url: svm.url, genesisHash: null }],
		async prepared(given, work) {
			before(given);
			await reach(svm, given.text);
			return holding(svm, given.case.lamports ?? {}, work);
		},
		stop: () => svm.stop(),
	};
}

export async function startCorpusCluster(): Promise<CaseWorld> {
	return svmWorld(await startSvmWorld([install]));
}
