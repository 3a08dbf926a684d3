import { join } from "node:path";
import { root } from "../../scripts/lib/ensure.mjs";
import { Stage, type StageOptions } from "../e2e/pages/stage.ts";
import type { Show } from "./approval.ts";
import { confirmed, LEDGER_STORIES } from "./device-stories.ts";
import { batch, execute, message, permit, solana, speedsUp } from "./kinds.ts";
import { lies, repeated, twins } from "./lies.ts";
import { limited, opined, revokes, undeclared } from "./own.ts";
import { pictures } from "./pictures.ts";
import { SERVICE_STAGE, SERVICE_STORIES } from "./service-stories.ts";
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
	opined,
	undeclared,
	limited,
	revokes,
	lookRound,
];

/** Stories of the demo, and the counts expected at its end. */
interface Plan {
	/** Folder of the pictures, below out/. */
	readonly folder: string;
	readonly stage: StageOptions;
	readonly stories: readonly ((show: Show) => Promise<void>)[];
	/** Further expected results, in a few words each. */
	readonly counts: (show: Show) => readonly string[];
	readonly onDevice?: (show: Show) => Promise<void>;
}

const WORLD = { paceMs: 40 };

const MAIN: Plan = {
	folder: "demo",
	stage: { solana: true, world: WORLD },
	stories: STORIES,
	counts: ({ refused }) => [
		`${refused.length} lies refused by name (${refused.join(", ")})`,
		"1 rejected, 1 expired",
	],
};

const SERVICE: Plan = {
	folder: "demo-service",
	stage: SERVICE_STAGE,
	stories: SERVICE_STORIES,
	counts: () => ["1 sent by a wallet attempt", "1 top-up taken once", "everything revoked at the end"],
};

const LEDGER: Plan = {
	folder: "demo-ledger",
	stage: { solana: true, world: WORLD, ledgers: [{ person: { decide: "wait", afterMs: 0 } }] },
	stories: LEDGER_STORIES,
	counts: ({ stage }) => [`${stage.ledger.signed().length} signatures on the device`, "1 rejected there"],
	onDevice: confirmed,
};

/** The demo drives itself through the real windows. Throws where anything comes out otherwise than promised. */
export async function drive(): Promise<void> {
	await show(MAIN);
	await show(SERVICE);
}

/** The stories of sign-in, catalog and account alone. */
export const driveService = (): Promise<void> => show(SERVICE);

/** The same with keys on an emulated Ledger. */
export const driveLedger = (): Promise<void> => show(LEDGER);

async function show(plan: Plan): Promise<void> {
	const tell = teller();
	const folder = join(root, "out", plan.folder);
	const stage = await Stage.open(plan.stage);
	const interrupted = new Promise<never>((_, reject) => {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
			process.once(signal, () => reject(new Error(`ended by ${signal}`)));
	});
	try {
		const { world, app } = stage;
		tell.step("chain", `anvil, chain ${world.chain.chainId}, at ${world.chain.url}`);
		tell.step("service", `the stand-in, at ${world.service.url}`);
		for (const { url } of stage.ledgers) tell.step("device", `an emulated Ledger, at ${url}`);
		tell.step(
			"app",
			`${app.kind === "host" ? "Chromium host" : "Electron"}, nothing stored in ${app.userData}`,
		);
		const bare = { stage, tell, shots: await pictures(stage, folder), mined: [], answered: [], refused: [] };
		const { onDevice } = plan;
		const full: Show = onDevice === undefined ? bare : { ...bare, onDevice: () => onDevice(bare) };
		for (const story of plan.stories) await Promise.race([story(full), interrupted]);
		await count(plan, full);
	} catch (error) {
		await stage.trusted.page.screenshot({ path: join(folder, "deviation-trusted.png") }).catch(() => {});
		await stage.desk.page.screenshot({ path: join(folder, "deviation-desk.png") }).catch(() => {});
		console.error(`\nWhat the app wrote:\n${stage.app.output().slice(-3000)}`);
		throw error;
	} finally {
		await stage.close();
	}
}

/** Holds the service's records to what was approved, and says how it came out. */
async function count(plan: Plan, full: Show): Promise<void> {
	const { stage, tell, mined, answered } = full;
	const { signatures, resolutions } = await stage.world.service.control.records();
	const answers = resolutions.filter(({ status }) => status !== "rejected");
	must("as many signatures as approved commits", signatures.length === mined.length, signatures.length);
	must("as many answers as approved actions", answers.length === answered.length, answers.length);
	const counts = [
		`${mined.length} ${mined.length === 1 ? "commit" : "commits"} approved and mined`,
		`${answered.length} actions answered`,
		...plan.counts(full),
	];
	const seconds = (tell.since() / 1000).toFixed(1);
	console.log(`\nDone in ${seconds} s: ${counts.join("; ")}. Pictures in out/${plan.folder}/.`);
}
