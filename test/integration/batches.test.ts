import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { message } from "../../src/core/localized-text.ts";
import { fieldText } from "../../src/core/review/field-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { World } from "../mock-service/fixture.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import { failedFields, isCheckOf } from "../support/checks.ts";
import type { Person } from "../support/person.ts";
import { saying } from "../support/saying.ts";

/** Commits of one group: ordered, approved one by one, and shown as a group. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
const PAIR = "approve 100 DEMO and swap 50 DEMO";
const SENDS = `send 0.01 ETH to ${OTHER} and 0.02 ETH to ${OTHER}`;

describe("a batch", () => {
	let user: UserAtWorld;
	let world: World;
	let person: Person;

	beforeAll(async () => {
		user = await openUser();
		({ world, person } = user);
	});

	afterAll(() => user?.close());

	/** Returns both commits in the order of their steps. */
	async function members(sentence: string): Promise<[InboxEntryView, InboxEntryView]> {
		const sessionId = await person.say(sentence);
		const all = await person.until("two entries", () => {
			const found = person.desk().inbox.filter((entry) => entry.sessionId === sessionId);
			return found.length === 2 ? found : null;
		});
		const places = new Map<string, number>();
		for (const entry of all) {
			const review = await person.review(entry.id, (each) => each.step !== null || each.steps.length > 0);
			places.set(entry.id, review.step?.at ?? 0);
		}
		const [first, second] = all.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
		if (first === undefined || second === undefined) throw new Error("not two members");
		return [first, second];
	}
	const entry = (id: string) => person.desk().inbox.find((each) => each.id === id);
	const signaturesFor = async (id: string) => {
		const { signatures } = await world.service.control.records();
		return signatures.filter((each) => id === `commit:${each.commitId}`);
	};

	it("is approved one step after the other: the second only once the first is confirmed", async () => {
		const [first, second] = await members(PAIR);
		const waiting = await person.review(second.id);
		expect(waiting.approval.possible).toBe(false);
		expect(waiting.steps.map((step) => step.here)).toEqual([false, true]);
		expect(person.ports.desktop.notifications.filter((each) => each.entryId === second.id)).toEqual([]);

		const before = await world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: world.demo.token,
			functionName: "balanceOf",
			args: [user.account],
		});
		expect(await person.approve(first.id)).toEqual({ ok: true });
		await person.progress(first.id, "confirmed");
		await person.until("a notification for the second step", () =>
			person.ports.desktop.notifications.find((each) => each.entryId === second.id),
		);
		expect(await person.approve(second.id)).toEqual({ ok: true });
		await person.progress(second.id, "confirmed");
		const after = await world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: world.demo.token,
			functionName: "balanceOf",
			args: [user.account],
		});
		expect(before - after).toBe(50n * 10n ** 18n);
	});

	it("does not continue when the first step is rejected", async () => {
		const [first, second] = await members(SENDS);
		expect(await person.callTrusted("reject", { entryId: first.id, reason: "not now" })).toEqual({
			ok: true,
		});
		await person.until(
			"both to be over",
			() => entry(first.id)?.state === "done" && entry(second.id)?.state === "done",
		);
		expect(entry(first.id)?.note).toEqual(message("inbox.note.rejected"));
		expect(entry(second.id)?.note).toEqual(
			saying("inbox.note.service-says", { note: message("inbox.note.expired") }),
		);
	});

	it("is refused if its members name different commits", async () => {
		const [first] = await members(`lie about the members: ${SENDS}`);
		const review = await person.review(first.id, (each) => each.checks.some(isCheckOf("batch.members")));
		expect(review.approval.possible).toBe(false);
		expect(review.checks.find(isCheckOf("batch.members"))).toMatchObject({
			status: "failed",
		});
		expect(await signaturesFor(first.id)).toEqual([]);
	});

	it("shows both names if the batch uses a digest of the whole cohort, and compares by content", async () => {
		await world.service.control.settings({ batchCohortDigest: true });
		const [first] = await members(SENDS);
		await world.service.control.settings({ batchCohortDigest: false });
		const review = await person.review(first.id, (each) => each.approval.possible);
		const check = review.checks.find(isCheckOf("batch.review_digest"));
		expect(check).toMatchObject({ status: "noted", reviewed: review.digest, payload: review.batchDigest });
		expect(review.batchDigest).toMatch(/^cohort_/);
		expect(await person.approve(first.id)).toEqual({ ok: true });
		await person.progress(first.id, "confirmed");
	});

	it("is completed if each member's request has only its own transaction", async () => {
		await world.service.control.settings({ batchAlone: true, batchCohortDigest: true });
		const friend = getAddress("0x00000000000000000000000000000000000f1e1d");
		const [first, second] = await members(`send 0.01 ETH to ${friend} and 0.02 ETH to ${friend}`);
		await world.service.control.settings({ batchAlone: false, batchCohortDigest: false });
		for (const member of [first, second]) {
			const review = await person.review(member.id, (each) => each.approval.possible);
			expect(review.verdict).toBe("matched");
			expect(await person.approve(member.id)).toEqual({ ok: true });
			await person.progress(member.id, "confirmed");
		}
		expect(await world.chain.publicClient.getBalance({ address: friend })).toBe(3n * 10n ** 16n);
	});

	it("is refused by content if a member's own request differs from its payload", async () => {
		await world.service.control.settings({ batchAlone: true, batchCohortDigest: true });
		const [first, second] = await members(`lie about the order: ${SENDS}`);
		await world.service.control.settings({ batchAlone: false, batchCohortDigest: false });
		expect(await person.approve(first.id)).toEqual({ ok: true });
		await person.progress(first.id, "confirmed");
		const review = await person.review(second.id, (each) =>
			each.checks.some((check) => check.status === "failed"),
		);
		expect(failedFields(review)).toContainEqual(fieldText("value"));
		expect(await signaturesFor(second.id)).toEqual([]);
	});

	it("is refused if a later step would sign the first one's payload", async () => {
		const [first, second] = await members(`lie about the order: ${SENDS}`);
		expect(await person.approve(first.id)).toEqual({ ok: true });
		await person.progress(first.id, "confirmed");
		const review = await person.review(second.id, (each) =>
			each.checks.some((check) => check.status === "failed"),
		);
		expect(failedFields(review)).toContainEqual(fieldText("value"));
		expect(review.approval.possible).toBe(false);
		expect(await signaturesFor(second.id)).toEqual([]);
	});
});
