import { PublicKey } from "@solana/web3.js";
import { knownGenesis } from "../../../src/core/chain/names.ts";
import { type Svm, startSvm } from "../../chains/svm.ts";
import { NOW, SVM_USER } from "../case.ts";
import { INSTALL } from "./svm/index.ts";

/** Local cluster that represents Solana's mainnet, with the corpus's programs and accounts. */

/** Starts the cluster. The caller must stop it. @param more installs accounts in addition to the corpus's */
export async function startSvmWorld(more: readonly ((svm: Svm) => void)[] = []): Promise<Svm> {
	const genesisHash = knownGenesis("mainnet-beta");
	if (genesisHash === null) throw new Error("the genesis hash of Solana's mainnet is not known");
	const cluster = await startSvm({ genesisHash, startAt: NOW });
	try {
		cluster.airdrop(new PublicKey(SVM_USER), 100n * 10n ** 9n);
		for (const install of INSTALL) await install(cluster);
		for (const install of more) install(cluster);
		// Advances until the setup is finalized.
		cluster.advance(40);
	} catch (cause) {
		await cluster.stop();
		throw cause;
	}
	return cluster;
}
