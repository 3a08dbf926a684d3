import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import type { Person } from "../support/person.ts";
import { AMOUNT, killDuringApproval, restartApp, type Victim, waitForConfirmation } from "./killing.ts";
import type { Crash } from "./orders.ts";

/**
 * Kills the application (SIGKILL) during a wallet attempt (docs/service-api/commits.md#crash-and-loss). After
 * a restart, it completes the attempt or leaves it unsigned. It never signs or sends twice, or reports
 * anything that did not happen.
 */

let world: World;
beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => {
	await world?.close();
});

const at = (moment: "before" | "after", step: string): Crash => ({ at: "step", moment, step });
const ROUTE = { suffix: " by browser send" };
const TIMEOUT = 120_000;

async function posts(victim: Victim) {
	const { requests } = await world.service.control.records();
	return requests
		.filter((each) => each.method === "POST" && each.path.includes(victim.ready.commitId))
		.map((each) => ({ path: each.path.split("/").at(-1), body: JSON.stringify(each.body) }));
}

const distinct = (made: Awaited<ReturnType<typeof posts>>, path: string) =>
	new Set(made.filter((each) => each.path === path).map((each) => each.body)).size;

const onChain = async ({ account, recipient }: Victim) => {
	const { publicClient } = world.chain;
	return {
		sent: await publicClient.getTransactionCount({ address: account }),
		moved: await publicClient.getBalance({ address: recipient }),
	};
};

async function checkAfterRestart(victim: Victim, prove: (person: Person) => Promise<void>): Promise<void> {
	const person = await restartApp(victim);
	try {
		await prove(person);
		expect(await person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
	} finally {
		await person.stop();
		victim.remove();
	}
}

async function expectCompletedOnce(victim: Victim): Promise<void> {
	await checkAfterRestart(victim, async (person) => {
		await waitForConfirmation(person, victim);
		const made = await posts(victim);
		expect([distinct(made, "wallet-attempts"), distinct(made, "report"), distinct(made, "manual")]).toEqual([
			1, 1, 0,
		]);
		expect(await onChain(victim)).toEqual({ sent: 1, moved: AMOUNT });
	});
}

async function expectUnsigned(victim: Victim): Promise<void> {
	await checkAfterRestart(victim, async (person) => {
		const { entryId } = victim.ready;
		await person.until("the attempt to be abandoned", () =>
			approvedOf(person.desk()).find((row) => row.entryId === entryId && row.outcome === "refused"),
		);
		expect(distinct(await posts(victim), "report")).toBe(0);
		expect(await onChain(victim)).toEqual({ sent: 0, moved: 0n });
	});
}

describe("a wallet attempt that was killed", () => {
	it.concurrent.each([
		["after", "claiming"],
		["after", "claimed"],
		["after", "sending"],
		["before", "submitted"],
		["after", "reporting"],
	] as const)(
		"%s %s: is completed once",
		async (moment, step) => expectCompletedOnce(await killDuringApproval(world, at(moment, step), ROUTE)),
		TIMEOUT,
	);

	it.concurrent.each([
		["before", "claimed"],
		["after", "signing"],
	] as const)(
		"%s %s: is left unsigned, and nothing is reported",
		async (moment, step) => expectUnsigned(await killDuringApproval(world, at(moment, step), ROUTE)),
		TIMEOUT,
	);

	it(
		"after the RPC accepted it and the answer was lost: is completed once",
		async () =>
			expectCompletedOnce(
				await killDuringApproval(world, { at: "rpc", method: "eth_sendRawTransaction" }, ROUTE),
			),
		TIMEOUT,
	);
});
