import { afterAll, beforeAll, describe, it } from "vitest";
import { COMMIT_STEPS } from "../fixtures/steps.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import {
	approveAgain,
	expectHandledOnce,
	killDuringApproval,
	restartApp,
	type Victim,
	waitForConfirmation,
} from "./killing.ts";
import type { Crash } from "./orders.ts";

/**
 * Kills the application (SIGKILL) before and after every durable step, and at the answers between them. After
 * a restart, it completes the approval or asks the user again, and never signs or sends twice.
 */

/**
 * Moments at which no approval was durable yet, or no signature was stored, so that the user must approve
 * again.
 */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set(["before approved", "after signing", "before signed"]);

/** Number of concurrent children; more would only slow each other down. */
const MAX_CONCURRENT = 3;

let world: World;
let running = 0;
const queue: (() => void)[] = [];

beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => {
	await world?.close();
});

async function limited(work: () => Promise<void>): Promise<void> {
	if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.push(resolve));
	running += 1;
	try {
		await work();
	} finally {
		running -= 1;
		queue.shift()?.();
	}
}

async function checkAfterRestart(victim: Victim, anew: boolean): Promise<void> {
	const person = await restartApp(victim);
	try {
		if (anew) await approveAgain(person, victim);
		await waitForConfirmation(person, victim);
		await expectHandledOnce(world, person, victim);
	} finally {
		await person.stop();
		victim.remove();
	}
}

const cases = (steps: readonly string[]) =>
	steps.flatMap((step) => (["before", "after"] as const).map((moment) => [moment, step] as const));

/** Moments right after each step that made an effect possible; a thorough run also covers those before. */
const HOSTED = cases(["signed", "handing_in", "handed_in"]).filter(
	([moment]) => moment === "after" || process.env["COUNTERSIGN_THOROUGH"] === "1",
);

const at = (moment: "before" | "after", step: string): Crash => ({ at: "step", moment, step });

/** The timeout includes the time until the test may start. */
const TIMEOUT = 180_000;

describe("killed during the user's approval", () => {
	it.concurrent.each(cases(COMMIT_STEPS))(
		"%s %s",
		async (moment, step) =>
			limited(async () =>
				checkAfterRestart(
					await killDuringApproval(world, at(moment, step)),
					NEEDS_APPROVAL.has(`${moment} ${step}`),
				),
			),
		TIMEOUT,
	);
});

describe("killed while the service submits (hosted)", () => {
	it.concurrent.each(HOSTED)(
		"%s %s",
		async (moment, step) =>
			limited(async () => {
				const victim = await killDuringApproval(world, at(moment, step), { broadcaster: "hosted" });
				await checkAfterRestart(victim, NEEDS_APPROVAL.has(`${moment} ${step}`));
			}),
		TIMEOUT,
	);
});

describe("killed when an answer is lost", () => {
	it.concurrent.each([
		["of the signature's submission", "signed", 0, 1],
		["of the signature's submission, whose request never arrived", "signed", 0, 0],
		["of the report", "broadcast", 1, 1],
	] as const)(
		"%s",
		async (_, kind, skip, arrives) =>
			limited(async () => {
				const victim = await killDuringApproval(
					world,
					{ at: "answer", kind },
					{
						beforeApproval: async (commitId) => {
							await world.service.control.fault({
								kind: arrives === 1 ? "lost_answer" : "lost_request",
								match: { method: "POST", path: `/api/commits/${commitId}/manual` },
								skip,
							});
						},
					},
				);
				await checkAfterRestart(victim, false);
			}),
		TIMEOUT,
	);

	it.concurrent(
		"of the submission to the RPC",
		async () =>
			limited(async () =>
				checkAfterRestart(
					await killDuringApproval(world, { at: "rpc", method: "eth_sendRawTransaction" }),
					false,
				),
			),
		TIMEOUT,
	);

	it.concurrent(
		"of the submission to the service, and the first answers after the restart are lost too",
		async () =>
			limited(async () => {
				const victim = await killDuringApproval(world, { at: "answer", kind: "signed" });
				const { commitId } = victim.ready;
				await world.service.control.fault({
					kind: "lost_answer",
					match: { path: `/api/commits/${commitId}` },
					count: 2,
				});
				await checkAfterRestart(victim, false);
			}),
		TIMEOUT,
	);
});
