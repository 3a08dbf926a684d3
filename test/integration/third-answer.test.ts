import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { World } from "../mock-service/fixture.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import { evmNetwork } from "../support/networks.ts";
import type { Person } from "../support/person.ts";
import { saying } from "../support/saying.ts";

/** The user's typed intent next to the request, a change that they propose, and an approval that they undo. */

const FRIEND = "0x00000000000000000000000000000000000c0ffe";

describe("between approving and rejecting", () => {
	let user: UserAtWorld;
	let world: World;
	let person: Person;

	beforeAll(async () => {
		const own = { name: "My own chain", explorer: "https://scan.example/tx/{id}" };
		user = await openUser(({ chain }) => ({ chains: [evmNetwork(chain, own)] }));
		({ world, person } = user);
	});

	afterAll(() => user?.close());

	it("compares the composer's text with the request, on the user's own network", async () => {
		const entry = await person.asked(`send 0.05 ETH to ${FRIEND}`);
		expect(entry.chain).toBe("My own chain");
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.typedIntent).toEqual({ outcome: "same", text: saying("asked.same.pays") });
		expect(review.chain.name).toBe("My own chain");
	});

	it("sends the requested change to the agent, signs nothing and leaves the request waiting", async () => {
		const entry = await person.asked(`send 0.04 ETH to ${FRIEND}`);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.canAskChange).toBe(true);
		const change = "Please use a lower amount: 0.01 ETH";
		expect(await person.callTrusted("askForChange", { entryId: entry.id, message: change })).toEqual({
			ok: true,
		});
		await expect
			.poll(async () => JSON.stringify((await world.service.control.records()).requests), { timeout: 60_000 })
			.toContain(change);
		const { signatures } = await world.service.control.records();
		expect(signatures.filter((each) => each.commitId === entry.id.slice("commit:".length))).toEqual([]);
		expect(person.desk().inbox.find((each) => each.id === entry.id)?.state).toBe("waiting");
	});

	it("shows the desk the review's content, gives it no way to approve, and accepts its change", async () => {
		const entry = await person.asked(`send 0.02 ETH to ${FRIEND}`);
		const preview = await person.preview(entry.id);
		expect(preview).toMatchObject({ entryId: entry.id, verdict: "matched", canAskChange: true });
		expect(preview?.parties.map(({ address }) => address.address.toLowerCase())).toEqual([FRIEND]);
		// The trusted window doesn't show it, so it isn't simulated and can't be approved.
		expect([preview?.opinion?.state, preview?.approval.possible]).toEqual(["running", false]);
		expect(Object.keys(preview ?? {})).not.toContain("ticket");
		const change = "Please use a lower amount: 0.001 ETH";
		expect(await person.callDesk("askForChange", { entryId: entry.id, message: change })).toEqual({
			ok: true,
		});
		await expect
			.poll(async () => JSON.stringify((await world.service.control.records()).requests), { timeout: 60_000 })
			.toContain(change);
		expect(await person.preview("commit:nobody-s")).toBeNull();
	});

	it("withdraws an approval that waits for an unreachable service: nothing is signed", async () => {
		const entry = await person.asked(`send 0.03 ETH to ${FRIEND}`);
		await person.review(entry.id, (each) => each.approval.possible);
		await world.service.control.fault({ kind: "lost_request", count: 100_000, match: { path: "commits" } });
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const waits = await person.progress(entry.id, "stuck");
		expect(waits).toMatchObject({ canWithdraw: true, fundsMayHaveMoved: false, network: "My own chain" });
		expect(await person.callTrusted("withdraw", { entryId: entry.id })).toEqual({ ok: true });
		const over = await person.progress(entry.id, "withdrawn");
		expect(over).toMatchObject({ canWithdraw: false, fundsMayHaveMoved: false, transactionId: null });
		const { signatures } = await world.service.control.records();
		expect(signatures.filter((each) => each.commitId === entry.id.slice("commit:".length))).toEqual([]);
		expect(await person.callTrusted("withdraw", { entryId: entry.id })).toMatchObject({
			ok: false,
			text: saying("app.withdraw.too-late"),
		});
	});

	it("has no ticket while the service is known to be away, and one again once it answers", async () => {
		await world.service.control.clearFaults();
		const entry = await person.asked(`send 0.01 ETH to ${FRIEND}`);
		await person.review(entry.id, (each) => each.approval.possible);
		const shown = () => {
			const screen = person.screen();
			if (screen.screen !== "review" || screen.review.entryId !== entry.id) return null;
			return { offline: screen.offline, hasTicket: screen.ticket !== null };
		};
		await expect.poll(shown).toEqual({ offline: false, hasTicket: true });
		await world.service.control.down();
		await expect.poll(shown).toEqual({ offline: true, hasTicket: false });
		await world.service.control.up();
		await expect.poll(shown).toEqual({ offline: false, hasTicket: true });
	});
});
