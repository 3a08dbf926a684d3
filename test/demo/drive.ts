import { join } from "node:path";
import { root } from "../../scripts/lib/ensure.mjs";
import { Stage } from "../e2e/pages/stage.ts";
import type { Show } from "./approval.ts";
import { batch, execute, message, permit, solana, speedsUp } from "./kinds.ts";
import { lies, repeated, twins } from "./lies.ts";
import { pictures } from "./pictures.ts";
import {
	approvesDemo,
	expiring,
	firstRun,
	hosted,
	lookRound,
	lying,
	rejected,
	revised,
	sendsEth,
} from "./stories.ts";
import { must, teller } from "./tell.ts";

const STORIES = [
	firstRun,
	sendsEth,
	approvesDemo,
	hosted,
	solana,
	batch,
	execute,
	permit,
	message,
	speedsUp,
	rejected,
	revised,
	expiring,
	lying,
	lies,
	twins,
	repeated,
	lookRound,
];

/** The demo drives itself through the real windows. Throws where anything comes out otherwise than promised. */
export async function drive(): Promise<void> {
	const tell = teller();
	const folder = join(root, "out", "demo");
	const stage = await Stage.open({ solana: true, world: { paceMs: 40 } });
	const interrupted = new Promise<never>((_, reject) => {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
			process.once(signal, () => reject(new Error(`ended by ${signal}`)));
	});
	try {
		const { world, app } = stage;
		tell.step("chain", `anvil, chain ${world.chain.chainId}, at ${world.chain.url}`);
		tell.step("service", `the stand-in, at ${world.service.url}`);
		tell.step("app", `${app.kind === "host" ? "Chromium host" : "Electron"}, fresh vault in ${app.userData}`);
		const show: Show = {
			stage,
			tell,
			shots: await pictures(stage, folder),
			mined: [],
			answered: [],
			refused: [],
		};
		for (const story of STORIES) await Promise.race([story(show), interrupted]);
		const { signatures, resolutions } = await world.service.control.records();
		const answers = resolutions.filter(({ status }) => status !== "rejected");
		const { mined, answered, refused } = show;
		must("as many signatures as approved commits", signatures.length === mined.length, signatures.length);
		must("as many answers as approved actions", answers.length === answered.length, answers.length);
		const counts = [
			`${mined.length} commits approved and mined`,
			`${answered.length} actions answered`,
			`${refused.length} lies refused by name (${refused.join(", ")})`,
			"1 rejected, 1 expired",
		];
		console.log(
			`\nDone in ${(tell.since() / 1000).toFixed(1)} s: ${counts.join("; ")}. Pictures in out/demo/.`,
		);
	} catch (error) {
		await stage.trusted.page.screenshot({ path: join(folder, "deviation-trusted.png") }).catch(() => {});
		await stage.desk.page.screenshot({ path: join(folder, "deviation-desk.png") }).catch(() => {});
		console.error(`\nWhat the app wrote:\n${stage.app.output().slice(-3000)}`);
		throw error;
	} finally {
		await stage.close();
	}
}
