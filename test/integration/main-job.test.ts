import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { message } from "../../src/core/localized-text.ts";
import { fieldText } from "../../src/core/review/field-text.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import { failedFields } from "../support/checks.ts";
import type { Person } from "../support/person.ts";
import { holding } from "../support/ports.ts";
import { codesOf, saying } from "../support/saying.ts";

/** The main job with the real mock service and a real chain, without windows. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";

describe("the main job", () => {
	let user: UserAtWorld;
	let world: World;
	let person: Person;

	beforeAll(async () => {
		user = await openUser();
		({ world, person } = user);
	});

	afterAll(() => user?.close());

	const turn = (sessionId: string, state: string) =>
		person.until(`the turn ${state}`, () =>
			person.desk().sessions.find((session) => session.id === sessionId && session.turnState === state),
		);
	const commitsOf = async (sessionId: string) =>
		(await world.service.control.records()).signatures.filter(
			(each) => each.commitId.length > 0 && sessionId !== "",
		);

	// Must run first, while the app's clock still matches the service's.
	it("lets an offer expire, and no longer signs it", async () => {
		const sessionId = await person.say(`send 0.01 ETH to ${OTHER} expiring in 4 s`);
		const entry = await person.waiting(sessionId);
		expect(entry.expiresAt).not.toBeNull();
		await person.until("the entry to be over", () =>
			person.desk().inbox.find((each) => each.id === entry.id && each.state === "done"),
		);
		expect(person.ports.desktop.withdrawn).toContain(entry.id);
		const signed = (await world.service.control.records()).signatures.filter(
			(each) => each.commitId === entry.id.slice(7),
		);
		expect(signed).toEqual([]);
	});

	it("sends ETH: awaited, notified, reviewed, matched, signed, submitted, broadcast, confirmed, reported", async () => {
		const before = await world.chain.publicClient.getBalance({ address: OTHER });
		const sessionId = await person.say(`send 0.05 ETH to ${OTHER}`);
		const entry = await person.waiting(sessionId);
		expect(entry.headline).toEqual(
			saying("token.send", {
				amount: { amount: { raw: "50000000000000000", decimals: 18, symbol: "ETH", checked: true } },
			}),
		);
		await person.until("a notification", () =>
			person.ports.desktop.notifications.find((each) => each.entryId === entry.id),
		);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.headline).toEqual(
			saying("token.send", {
				amount: { amount: { raw: "50000000000000000", decimals: 18, symbol: "ETH", checked: true } },
			}),
		);
		expect(review.verdict).toBe("matched");
		expect(review.checks.every((check) => check.status === "passed" || check.status === "noted")).toBe(true);
		expect(review.fingerprint).toMatch(/^[0-9a-f]{64}$/);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const settled = await person.progress(entry.id, "confirmed");
		expect(settled.steps.map((step) => step.state)).toEqual(Array(6).fill("done"));
		expect(settled.receipt.every((row) => row.same !== false)).toBe(true);
		const after = await world.chain.publicClient.getBalance({ address: OTHER });
		expect(after - before).toBe(50_000_000_000_000_000n);
		await turn(sessionId, "complete");
		expect(await commitsOf(sessionId)).toHaveLength(1);
	});

	it("approves 100 DEMO for the router, and the allowance on chain is exactly that", async () => {
		const sessionId = await person.say("approve 100 DEMO for the router");
		const entry = await person.waiting(sessionId);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.headline).toEqual(
			saying("token.permission", {
				amount: { amount: { raw: "100000000000000000000", decimals: 18, symbol: "DEMO", checked: true } },
			}),
		);
		expect(review.permissions[0]).toMatchObject({
			unlimited: false,
			grants: true,
			amount: { text: "100", checked: true },
		});
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.progress(entry.id, "confirmed");
		const owner = person.desk().accounts[0]?.address.address;
		const allowance = await world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: world.demo.token,
			functionName: "allowance",
			args: [getAddress(owner ?? ""), world.demo.router],
		});
		expect(allowance).toBe(100n * 10n ** 18n);
	});

	it("approves nothing with a hold that began before the review got worse", async () => {
		const { testClient, publicClient } = world.chain;
		const owner = getAddress(person.desk().accounts[0]?.address.address ?? "");
		const before = await publicClient.getBalance({ address: owner });
		const sessionId = await person.say(`send 0.3 ETH to ${OTHER}`);
		const entry = await person.waiting(sessionId);
		const calm = await person.review(entry.id, (each) => each.approval.possible);
		expect(calm.findings.map(({ id }) => id)).not.toContain("loss");
		const ticketNow = () => {
			const { screen, ...rest } = person.screen() as { screen: string; ticket?: string | null };
			return screen === "review" ? (rest.ticket ?? null) : null;
		};
		const held = ticketNow();
		await person.callTrusted("reviewShown", { ticket: held });
		person.ports.clock.skip(3_000);
		// Reduces the account's balance during the hold.
		await testClient.setBalance({ address: owner, value: 400_000_000_000_000_000n });
		await person.callTrusted("retry", { entryId: entry.id });
		const graver = await person.review(
			entry.id,
			({ approval, findings }) => approval.possible && findings.some(({ id }) => id === "loss"),
		);
		expect(ticketNow()).not.toBe(held);
		const { fingerprint } = graver;
		expect(fingerprint).toBe(calm.fingerprint);
		expect(await person.callTrusted("approve", { ticket: held, fingerprint, word: null })).toMatchObject({
			ok: false,
			text: saying("nothing-signed"),
		});
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.progress(entry.id, "confirmed");
		await testClient.setBalance({ address: owner, value: before });
	});

	it("requires the typed word before an unlimited approval", async () => {
		const sessionId = await person.say("approve unlimited DEMO for the router");
		const entry = await person.waiting(sessionId);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.approval.word).toBe("UNLIMITED");
		expect(review.permissions[0]?.unlimited).toBe(true);
		expect(await person.approve(entry.id, "yes")).toMatchObject({ ok: false });
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "too much" })).toEqual({
			ok: true,
		});
		await person.until("the entry to be done", () =>
			person
				.desk()
				.inbox.find((each) => each.id === entry.id && codesOf(each.note).includes("inbox.note.rejected")),
		);
	});

	it("rejects with a reason, and the agent answers to it", async () => {
		const sessionId = await person.say(`send 0.01 ETH to ${OTHER}`);
		const entry = await person.waiting(sessionId);
		await person.review(entry.id);
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "wrong person" })).toEqual({
			ok: true,
		});
		await person.callDesk("watchTranscript", { sessionId });
		await person.until("the agent's answer to the reason", () => {
			const items = person.transcript()?.items ?? [];
			const at = items.findIndex((item) => item.kind === "message" && item.text.includes("wrong person"));
			return (
				at >= 0 && items.slice(at + 1).some((item) => item.kind === "message" && item.sender === "agent")
			);
		});
		await turn(sessionId, "complete");
	});

	it.each([
		["hosted", "gives_back"],
		["venue", "submits"],
	] as const)("signs for %s, and never broadcasts itself", async (broadcaster, venue) => {
		await world.service.control.settings({ venue });
		const sessionId = await person.say(`send 0.02 ETH to ${OTHER}, ${broadcaster}`);
		const entry = await person.waiting(sessionId);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		expect(review.broadcaster.kind).toBe(broadcaster);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		await person.progress(entry.id, "confirmed");
		// The desk updates a little later than the trusted window.
		const row = await person.until("the row on the desk", () =>
			approvedOf(person.desk()).find((each) => each.entryId === entry.id && each.transactionId !== null),
		);
		const { broadcasts } = await world.service.control.records();
		expect(broadcasts.map((each) => each.hash)).toContain(row.transactionId);
		await world.service.control.settings({ venue: "gives_back" });
	});

	it("broadcasts a venue's returned transaction, as the only sender", async () => {
		const sessionId = await person.say(`send 0.02 ETH to ${OTHER}, venue`);
		const entry = await person.waiting(sessionId);
		expect(await person.approve(entry.id)).toEqual({ ok: true });
		const done = await person.progress(entry.id, "confirmed");
		expect(done.steps.find((step) => step.name === "submitted")?.note).toEqual(
			message("progress.note.own-rpc"),
		);
		const { broadcasts } = await world.service.control.records();
		expect(broadcasts.map((each) => each.hash)).not.toContain(done.transactionId);
	});

	it.each([
		["venue", "silent"],
		["venue", "submits"],
	] as const)(
		"releases the nonce of a transaction that %s (%s) never sends, after the user cancels it in a separate review",
		async (broadcaster, venue) => {
			await world.service.control.settings({ venue, venueDelayMs: 3_600_000 });
			const sessionId = await person.say(`send 0.02 ETH to ${OTHER}, ${broadcaster}`);
			const entry = await person.waiting(sessionId);
			expect(await person.approve(entry.id)).toEqual({ ok: true });
			const stuck = await person.progress(entry.id, "stuck");
			expect(codesOf(stuck.text)).toContain("signing.holds-nonce");
			expect(stuck.canReplace).toEqual(["cancel"]);
			expect(await person.callTrusted("replace", { entryId: entry.id, purpose: "cancel" })).toEqual({
				ok: true,
			});
			const id = await person.until("the review of the cancellation", () => {
				const screen = person.screen();
				return (
					screen.screen === "review" && screen.review.requestKind === "replacement" && screen.review.entryId
				);
			});
			expect(await person.approve(id)).toEqual({ ok: true });
			await person.progress(id, "confirmed");
			await person.until("the venue's transaction to be over", () =>
				approvedOf(person.desk()).find((row) => row.entryId === entry.id && row.outcome === "replaced"),
			);
			await world.service.control.settings({ venue: "gives_back", venueDelayMs: 20 });
			const next = await person.waiting(await person.say(`send 0.02 ETH to ${OTHER}`));
			expect(await person.approve(next.id)).toEqual({ ok: true });
			await person.progress(next.id, "confirmed");
		},
	);

	it("shows a revised review as changed, old next to new, and voids the earlier consent", async () => {
		const sessionId = await person.say(`send 0.01 ETH to ${OTHER} then revise in 60 s`);
		const entry = await person.waiting(sessionId);
		const first = await person.review(entry.id, (each) => each.approval.possible);
		const screen = person.screen();
		if (screen.screen !== "review" || screen.ticket === null) throw new Error("no ticket");
		const { ticket } = screen;
		await person.callTrusted("reviewShown", { ticket });
		await world.service.control.reviseCommit({ commitId: first.requestId ?? "" });
		const second = await person.until("the revised review", () => {
			const now = person.screen();
			return now.screen === "review" && now.review.revision === 2 && now.review.approval.possible
				? now.review
				: null;
		});
		expect(second.fingerprint).not.toBe(first.fingerprint);
		expect(second.changed.map((row) => row.field.code)).toContain("difference.field.value");
		person.ports.clock.skip(3_000);
		const stale = await person.callTrusted("approve", { ticket, fingerprint: first.fingerprint, word: null });
		expect(stale).toMatchObject({ ok: false });
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "changed" })).toEqual({
			ok: true,
		});
	});

	it.each([
		["target", "to"],
		["value", "value"],
		["data", "data"],
		["chain", "chain_id"],
		["signer", "signer"],
		["digest", "review.digest"],
		["nonce", "pending_nonce"],
		["batch", "batch.index"],
	])("refuses a payload that lies about the %s, by name, and signs nothing", async (lie, field) => {
		const sessionId = await person.say(`lie about the ${lie}: send 0.01 ETH to ${OTHER}`);
		const entry = await person.waiting(sessionId);
		const review = await person.review(
			entry.id,
			(each) => each.checks.length > 0 || each.approval.refusals.length > 0,
		);
		expect(review.approval.possible).toBe(false);
		expect(failedFields(review)).toContainEqual(fieldText(field));
		const screen = person.screen();
		expect(screen.screen === "review" && screen.ticket).toBeNull();
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "it lies" })).toEqual({
			ok: true,
		});
		const { signatures } = await world.service.control.records();
		expect(signatures.filter((each) => each.commitId === review.requestId)).toEqual([]);
	});

	it.each([
		["fail simulation", "match.simulation.failed"],
		["fail guard", "match.guards.failed"],
		["unknown member", "contract.member-unknown"],
		["no review", "freeze.no-review"],
	])("shows “%s” with the reason why it can't be signed", async (sentence, code) => {
		const sessionId = await person.say(sentence);
		const entry = await person.waiting(sessionId);
		const review = await person.review(entry.id, (each) => each.approval.refusals.length > 0);
		expect(review.approval.possible).toBe(false);
		expect(review.approval.refusals).toContainEqual(saying(code));
	});

	it("refuses an approval that nobody clicked", async () => {
		const sessionId = await person.say(`send 0.01 ETH to ${OTHER}`);
		const entry = await person.waiting(sessionId);
		const review = await person.review(entry.id, (each) => each.approval.possible);
		const screen = person.screen();
		if (screen.screen !== "review" || screen.ticket === null) throw new Error("no ticket");
		const { countersign, ports } = person;
		const input = { ticket: screen.ticket, fingerprint: review.fingerprint, word: null };
		let collected = 0;
		Object.assign(ports, { collectGarbage: () => (collected += 1) });
		await person.callTrusted("reviewShown", { ticket: "0".repeat(screen.ticket.length) });
		expect(collected).toBe(0);
		await person.callTrusted("reviewShown", { ticket: screen.ticket });
		expect(collected).toBe(1);
		ports.clock.skip(3_000);
		const now = ports.clock.now();
		const idle = { visibleSince: now - 9_000, pressedSince: null, lastInputAt: now - 10 };
		expect(await countersign.callTrusted("approve", input, idle)).toMatchObject({ ok: false });
		expect(await countersign.callDesk("approve", input, holding(person.ports.clock))).toMatchObject({
			ok: false,
		});
		const { signatures } = await world.service.control.records();
		expect(signatures.filter((each) => each.commitId === review.requestId)).toEqual([]);
	});

	it("keeps an intact journal", async () => {
		expect(await person.callDesk("verifyJournal", {})).toMatchObject({ ok: true });
	});
});
