import { base58 } from "@scure/base";
import { openSvm, openWorld, RELAYER } from "../mock-service/fixture.ts";

/** Process of the mock service and its two chains, so that their work isn't measured as the app's. */

/** Solana transactions are final a few tenths of a second after they are sent. */
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
// The benchmark that started this process has ended.
process.on("disconnect", () => process.exit(0));
