import { parseArgs } from "node:util";
import { setup } from "../fixtures/bundles.ts";
import { CONFORMANCE } from "./conformance.ts";
import { repeatTimedOut, STORIES } from "./stories.ts";
import { openAgentsWorld } from "./world.ts";

/**
 * npm run agents: the official MCP client, viem, ethers, cast and forge propose to the app, and a user answers.
 * Exits with code 1 if a story fails or a payment is duplicated.
 */

const { values } = parseArgs({
	options: {
		only: { type: "string" },
		timeouts: { type: "string", default: "100" },
		help: { type: "boolean", default: false },
	},
});

if (values.help)
	console.log(
		"npm run agents -- [--only WORDS] [--timeouts N]\n  --only WORDS  stories whose name has these words",
	);
else {
	const removed = await setup();
	const world = await openAgentsWorld();
	let failed = 0;
	try {
		await world.openDoors();
		const chosen = [...STORIES, ...CONFORMANCE].filter(
			({ name }) => values.only === undefined || name.includes(values.only),
		);
		for (const story of chosen)
			try {
				await story.run(world);
				console.log(`ok      ${story.name}`);
			} catch (cause) {
				failed += 1;
				console.log(
					`FAILED  ${story.name}\n        ${cause instanceof Error ? cause.message : String(cause)}`,
				);
			}
		console.log(`stories ${chosen.length}, failed ${failed}`);
		const count = values.only === undefined ? Number(values.timeouts) : 0;
		if (count > 0) {
			const { duplicates } = await repeatTimedOut(world, count);
			console.log(`time-outs ${count}, duplicates ${duplicates}`);
			if (duplicates !== 0) failed += 1;
		}
	} finally {
		await world.close();
		await removed();
	}
	process.exit(failed === 0 ? 0 : 1);
}
