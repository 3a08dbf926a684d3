import { join } from "node:path";
import { root } from "../../scripts/lib/ensure.mjs";
import { Stage } from "../e2e/pages/stage.ts";
import type { Show } from "./approval.ts";
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

/** The demo drives itself through the real windows. Throws where anything comes out otherwise than promised. */
export async function drive(): Promise<void> {
	const tell = teller();
	const folder = join(root, "out", "demo");
	const stage = await Stage.open({ world: { paceMs: 40 } });
	const interrupted = new Promise<never>((_, reject) => {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
			process.once(signal, () => reject(new Error(`ended by ${signal}`)));
	});
	try {
		const { world, app } = stage;
		tell.step("chain", `anvil, chain ${world.chain.chainId}, at ${world.chain.url}`);
		tell.step("service", `the stand-in, at ${world.service.url}`);
		tell.step("app", `${app.kind === "host" ? "Chromium host" : "Electron"}, fresh vault in ${app.userData}`);
		const show: Show = { stage, tell, shots: await pictures(stage, folder), mined: [] };
		const stories = [firstRun, sendsEth, approvesDemo, hosted, rejected, lying, revised, expiring, lookRound];
		for (const story of stories) await Promise.race([story(show), interrupted]);
		const { signatures } = await world.service.control.records();
		must("as many signatures as approvals", signatures.length === show.mined.length, signatures.length);
		console.log(
			`\nDone in ${(tell.since() / 1000).toFixed(1)} s: ${show.mined.length} approved and mined, 2 rejected, 1 of them a lie; 1 expired. Pictures in out/demo/.`,
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
