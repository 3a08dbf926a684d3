import { openWorld } from "../unit/service/fixture.ts";

/** The stand-in service and the chain in a process of their own, so that their work is not counted as ours. */

const world = await openWorld();
process.send?.({
	url: world.service.url,
	controlUrl: world.service.controlUrl,
	token: world.service.token,
	rpcUrl: world.chain.url,
	chainId: String(world.chain.chainId),
});
process.on("message", () => {
	world.close().then(
		() => process.disconnect(),
		() => process.exit(1),
	);
});
// Without the one that started it there is nothing to be measured.
process.on("disconnect", () => process.exit(0));
