import { afterAll, beforeAll, describe, it } from "vitest";
import { COMMIT_STEPS } from "../fixtures/steps.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { approvedAnew, carried, killed, proveOnce, revived, type Victim } from "./killing.ts";
import type { Crash } from "./orders.ts";

/**
 * The application is killed (SIGKILL) before and after every durable step, and at the answers between them. Started
 * anew on what is left, it carries the approval through, or asks the user again; it never signs or sends twice.
 */

/** No approval was durable yet, or no signature was kept: the user must approve anew. */
const ANEW: ReadonlySet<string> = new Set(["before approved", "after signing", "before signed"]);

/** Number of concurrent children: more would only wait for each other. */
const AT_ONCE = 3;

let world: World;
let running = 0;
const queue: (() => void)[] = [];

beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => {
	await world?.close();
});

async function inTurn(work: () => Promise<void>): Promise<void> {
	if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
	running += 1;
	try {
		await work();
	} finally {
		running -= 1;
		queue.shift()?.();
	}
}

async function afterwards(victim: Victim, anew: boolean): Promise<void> {
	const person = await revived(victim);
	try {
		if (anew) await approvedAnew(person, victim);
		await carried(person, victim);
		await proveOnce(world, person, victim);
	} finally {
		await person.stop();
		victim.remove();
	}
}

const cases = (steps: readonly string[]) =>
	steps.flatMap((step) => (["before", "after"] as const).map((moment) => [moment, step] as const));

/** Right after each step that made an effect possible; both sides of each on demand. */
const HOSTED = cases(["signed", "handing_in", "handed_in"]).filter(
	([moment]) => moment === "after" || process.env["COUNTERSIGN_THOROUGH"] === "1",
);

const at = (moment: "before" | "after", step: string): Crash => ({ at: "step", moment, step });

/** Waiting for a turn counts, too. */
const TIMEOUT = 180_000;

describe("killed during the user's approval", () => {
	it.concurrent.each(cases(COMMIT_STEPS))(
		"%s %s",
		async (moment, step) =>
			inTurn(async () => afterwards(await killed(world, at(moment, step)), ANEW.has(`${moment} ${step}`))),
		TIMEOUT,
	);
});

describe("killed while the service submits (hosted)", () => {
	it.concurrent.each(HOSTED)(
		"%s %s",
		async (moment, step) =>
			inTurn(async () => {
				const victim = await killed(world, at(moment, step), { broadcaster: "hosted" });
				await afterwards(victim, ANEW.has(`${moment} ${step}`));
			}),
		TIMEOUT,
	);
});

describe("killed when an answer is lost", () => {
	it.concurrent.each([
		["of the hand-in", "signed", 0, 1],
		["of the hand-in, and its request never arrived", "signed", 0, 0],
		["of the report", "broadcast", 1, 1],
	] as const)(
		"%s",
		async (_, kind, skip, arrives) =>
			inTurn(async () => {
				const victim = await killed(
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
				await afterwards(victim, false);
			}),
		TIMEOUT,
	);

	it.concurrent(
		"of the submission to the RPC",
		async () =>
			inTurn(async () =>
				afterwards(await killed(world, { at: "rpc", method: "eth_sendRawTransaction" }), false),
			),
		TIMEOUT,
	);

	it.concurrent(
		"of the submission to the service, and the first answers after the start are lost, too",
		async () =>
			inTurn(async () => {
				const victim = await killed(world, { at: "answer", kind: "signed" });
				const { commitId } = victim.ready;
				await world.service.control.fault({
					kind: "lost_answer",
					match: { path: `/api/commits/${commitId}` },
					count: 2,
				});
				await afterwards(victim, false);
			}),
		TIMEOUT,
	);
});
