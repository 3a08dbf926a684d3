import { base58 } from "@scure/base";
import { openSvm, openWorld, RELAYER } from "../mock-service/fixture.ts";

/** The mock service and its two chains in a process of their own, so that their work is not counted as ours. */

/** A Solana transaction is final a few tenths of a second after it was sent. */
const BLOCKS = { blockTimeMs: 100, confirmAfter: 1, finalizeAfter: 2 };

const solana = await openSvm([], BLOCKS);
const world = await openWorld({ svm: solana.options, relayer: RELAYER });
process.send?.({
	url: world.service.url,
	controlUrl: world.service.controlUrl,
	token: world.service.token,
	dataDir: world.dataDir,
	rpcUrl: world.chain.url,
	chainId: String(world.chain.chainId),
	svm: {
		cluster: solana.svm.cluster,
		rpcUrl: solana.svm.url,
		genesisHash: solana.svm.genesisHash,
		key: base58.encode(solana.person.secretKey),
	},
});
process.on("message", () => {
	world
		.close()
		.then(() => solana.svm.stop())
		.then(
			() => process.disconnect(),
			() => process.exit(1),
		);
});
// Without the one that started it there is nothing to be measured.
process.on("disconnect", () => process.exit(0));
