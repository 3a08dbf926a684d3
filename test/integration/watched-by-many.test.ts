import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sameText } from "../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { type Kinds, NOTHING, openKinds, subjectOf } from "../support/kinds.ts";
import { codesOf, saying } from "../support/saying.ts";

/** Outcomes elsewhere appear at once in every view: list, trusted window, count and notification. */

const FRIEND = "GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq";
const OTHER = "0x00000000000000000000000000000000000c0ffe";
const EVM_COMMIT = `send 0.1 ETH to ${OTHER}`;
const SVM_COMMIT = `send 0.1 SOL to ${FRIEND}`;
const EVM_ACTION = `execute: send 0.1 ETH to ${OTHER}`;
const SVM_ACTION = `execute: send 0.1 SOL to ${FRIEND}`;
const MESSAGE = "sign the message: hello";
const ALL = [EVM_COMMIT, SVM_COMMIT, EVM_ACTION, SVM_ACTION, MESSAGE];

describe("a request that somebody else settles while it is open", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterAll(() => kinds?.close());

	const isCommit = (entryId: string) => entryId.startsWith("commit:");
	const counted = () => kinds.person.ports.desktop.waiting;
	const notices = (entryId: string) =>
		kinds.person.ports.desktop.notifications.filter((each) => each.entryId === entryId);

	/** Requests this, and waits until the list, the trusted window, the count and a notification show it. */
	async function opened(sentence: string): Promise<InboxEntryView> {
		const { person } = kinds;
		const before = counted();
		const entry = await kinds.asked(sentence);
		await person.review(entry.id, (each) => each.approval.possible);
		await expect.poll(counted).toBe(before + 1);
		await expect.poll(() => notices(entry.id)).toHaveLength(1);
		return entry;
	}

	/** Checks that no view asks for an answer any more. */
	async function gone(entry: InboxEntryView, note: string, count: number): Promise<void> {
		const { person } = kinds;
		await person.until(`${entry.id} to be over`, () =>
			person
				.desk()
				.inbox.find(
					(each) => each.id === entry.id && each.state === "done" && codesOf(each.note).includes(note),
				),
		);
		const screen = await person.until("a window that offers nothing", () => {
			const now = person.screen();
			return now.screen === "review" && now.review.approval.possible ? null : now;
		});
		if (screen.screen === "review") expect(screen.ticket).toBeNull();
		expect(person.ports.desktop.withdrawn).toContain(entry.id);
		await expect.poll(counted).toBe(count);
		expect(person.desk().sessions.find((each) => each.id === entry.sessionId)?.waiting).toBe(0);
	}

	it.each(ALL)("“%s” rejected on another device ends here", async (sentence) => {
		const before = counted();
		const entry = await opened(sentence);
		const id = subjectOf(entry.id);
		await kinds.world.service.control.anotherDevice(
			isCommit(entry.id)
				? { commitId: id, answer: { kind: "rejected" } }
				: { actionId: id, result: { status: "rejected", reason: "No." } },
		);
		await gone(entry, "inbox.note.rejected", before);
	});

	it.each(ALL)("“%s” that expires ends here", async (sentence) => {
		const before = counted();
		const entry = await opened(sentence);
		const id = subjectOf(entry.id);
		const { control } = kinds.world.service;
		await (isCommit(entry.id)
			? control.expireCommit({ commitId: id })
			: control.expireAction({ actionId: id }));
		await gone(entry, "inbox.note.expired", before);
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
	});

	it.each([EVM_COMMIT, EVM_ACTION, MESSAGE])(
		"“%s” that reaches its expiry ends here while the service is away",
		async (sentence) => {
			const { control } = kinds.world.service;
			const before = counted();
			const entry = await opened(`${sentence}, expiring in 5 s`);
			await control.down();
			await gone(entry, "inbox.note.expired", before);
			await control.up();
			await kinds.person.until(
				"the service again",
				() => kinds.person.desk().connection.state !== "offline",
				30_000,
			);
			expect(await kinds.trace(entry.id)).toEqual(NOTHING);
		},
	);

	it.each(ALL)(
		"“%s” that is revised shows the revision everywhere, and its old approval is void",
		async (sentence) => {
			const { person } = kinds;
			const { control } = kinds.world.service;
			const entry = await opened(sentence);
			const screen = person.screen();
			if (screen.screen !== "review" || screen.ticket === null) throw new Error("no ticket");
			const old = { ticket: screen.ticket, fingerprint: screen.review.fingerprint };
			await person.callTrusted("reviewShown", { ticket: old.ticket });
			person.ports.clock.skip(3_000);
			const count = counted();
			const id = subjectOf(entry.id);
			await (isCommit(entry.id)
				? control.reviseCommit({ commitId: id })
				: control.reviseAction({ actionId: id }));
			const shown = await person.until("the revised review", () => {
				const now = person.screen();
				return now.screen === "review" &&
					now.review.approval.possible &&
					now.review.fingerprint !== old.fingerprint
					? now
					: null;
			});
			expect(shown.review.changed.length).toBeGreaterThan(0);
			expect(shown.ticket).not.toBe(old.ticket);
			const told = await person.until("the list to say it too", () =>
				person
					.desk()
					.inbox.find((each) => each.id === entry.id && sameText(each.headline, shown.review.headline)),
			);
			expect(told.headline).not.toEqual(entry.headline);
			expect(counted()).toBe(count);
			await expect.poll(() => notices(entry.id).at(-1)?.body).toEqual(saying("notice.revised"));
			const word = shown.review.approval.word;
			expect(await person.callTrusted("approve", { ...old, word })).toMatchObject({ ok: false });
			expect(await kinds.trace(entry.id)).toEqual(NOTHING);
			expect(await person.callTrusted("reject", { entryId: entry.id, reason: "no" })).toEqual({ ok: true });
			await person.until("its end", () =>
				person.desk().inbox.find((each) => each.id === entry.id && each.state === "done"),
			);
		},
	);

	it.each([EVM_COMMIT, SVM_COMMIT])("“%s” ends together with its rejected action, once", async (sentence) => {
		const before = counted();
		const entry = await opened(`mirror: ${sentence}`);
		expect(kinds.person.desk().inbox.filter((each) => each.sessionId === entry.sessionId)).toHaveLength(1);
		await kinds.world.service.control.anotherDevice({
			commitId: subjectOf(entry.id),
			answer: { kind: "rejected" },
		});
		await gone(entry, "inbox.note.rejected", before);
		expect(
			kinds.person.desk().inbox.filter((each) => each.sessionId === entry.sessionId && each.state !== "done"),
		).toEqual([]);
	});
});
