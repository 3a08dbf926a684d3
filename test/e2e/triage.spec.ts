import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { Triage } from "./pages/triage.ts";

/** Goes through all waiting requests with the keyboard. */

const here = staged();

const MAX_PRESSES = 3;

const waits = (count: number) => expect.poll(() => here().desk.waiting(), { timeout: 120_000 }).toBe(count);

async function sayAll(sentences: readonly string[]): Promise<void> {
	const stage = here();
	for (const sentence of sentences) await stage.sayElsewhere(sentence);
	await stage.refreshSessions();
}

async function openTriage(): Promise<Triage> {
	const { app, desk } = here();
	await desk.go("Inbox");
	await desk.page.keyboard.press("t");
	const triage = new Triage(await app.trusted());
	await triage.head.waitFor();
	return triage;
}

/** Returns the headlines of all approvals as stored in the journal. */
function approvals(): readonly { readonly entry: string; readonly state: string }[] {
	const db = new DatabaseSync(join(here().app.userData, "journal.db"), { readOnly: true });
	try {
		return db
			.prepare("SELECT entry_id AS entry, state FROM journal WHERE kind != 'leg'")
			.all()
			.map(({ entry, state }) => ({ entry: String(entry), state: String(state) }));
	} finally {
		db.close();
	}
}

/** Counts the input that the page receives from any source. */
async function countInput(triage: Triage): Promise<() => Promise<{ mouse: number; keys: number }>> {
	await triage.page.evaluate(() => {
		const { dataset } = document.documentElement;
		Object.assign(dataset, { mouse: "0", keys: "0" });
		const count = (name: "mouse" | "keys") => () => {
			dataset[name] = String(Number(dataset[name]) + 1);
		};
		addEventListener("pointerdown", count("mouse"), true);
		addEventListener("keydown", count("keys"), true);
	});
	return () =>
		triage.page.evaluate(() => {
			const { mouse, keys } = document.documentElement.dataset;
			return { mouse: Number(mouse), keys: Number(keys) };
		});
}

test("thirty-six requests are decided with at most three keys each, and exactly once", async () => {
	test.setTimeout(600_000);
	const stage = here();
	const sends = Array.from({ length: 20 }, (_, index) => `send 0.0${index + 11} ETH to ${SOMEBODY}`);
	const notes = Array.from({ length: 14 }, (_, index) => `sign the message: note ${index + 1}`);
	const bytes = ["sign the bytes: 0x00ff00ff", "sign the bytes: 0x00ff00ff00"];
	await sayAll([...sends, ...notes, ...bytes]);
	await waits(36);

	const triage = await openTriage();
	const inputs = await countInput(triage);
	const decided: {
		readonly headline: string;
		readonly as: "approved" | "rejected";
		readonly presses: number;
	}[] = [];
	let isPaid = false;
	for (let at = 1; at <= 36; at += 1) {
		await expect.poll(() => triage.position(), { timeout: 60_000 }).toBe(`${at} of 36`);
		await triage.review.region("Proof").waitFor();
		// The focus is at the start of the new card, where Space decides nothing.
		expect(["H1", "verdict"]).toContain(await triage.focused());
		const headline = await triage.headline();
		triage.presses = 0;
		// The first payment is approved. The others have the same nonce, and are rejected like some of the
		// notes.
		const isSend = headline.startsWith("Send ");
		const isRejected = isSend ? isPaid : /note \d*[05]\b/.test(headline);
		if (isSend) isPaid = true;
		if (isRejected) await triage.press("r");
		else await triage.approve();
		await triage.after(`${at} of 36`);
		decided.push({ headline, as: isRejected ? "rejected" : "approved", presses: triage.presses });
	}
	await triage.finished.waitFor();

	expect(Math.max(...decided.map(({ presses }) => presses))).toBeLessThanOrEqual(MAX_PRESSES);
	// A payload or text that can't be read in full requires a typed word.
	expect(decided.filter(({ presses }) => presses === MAX_PRESSES).length).toBeGreaterThanOrEqual(2);
	expect((await inputs()).mouse).toBe(0);
	expect(new Set(decided.map(({ headline }) => headline)).size).toBe(36);
	const approved = decided.filter(({ as }) => as === "approved");
	const rejected = decided.filter(({ as }) => as === "rejected");
	expect([approved.length, rejected.length]).toEqual([15, 21]);
	const marks = await triage.marks();
	expect(marks).toEqual(decided.map(({ as }) => as));

	await waits(0);
	const rows = approvals();
	expect(rows).toHaveLength(approved.length);
	expect(new Set(rows.map(({ entry }) => entry)).size).toBe(approved.length);
	const records = () => stage.world.service.control.records();
	await expect
		.poll(async () => (await records()).resolutions.filter(({ status }) => status === "signed").length, {
			timeout: 60_000,
		})
		.toBe(14);
	expect((await records()).signatures.filter(({ outcome }) => outcome === "taken")).toHaveLength(1);
	const { resolutions } = await records();
	expect(new Set(resolutions.map(({ actionId }) => actionId)).size).toBe(resolutions.length);
	await triage.page.keyboard.press("Escape");
});

/** Requests a payment and a note, and opens *Review all* at the payment. Returns the payment's commit. */
async function atPayment(payment: string): Promise<{ readonly triage: Triage; readonly commitId: string }> {
	const stage = here();
	await sayAll([payment]);
	await waits(1);
	await stage.desk.go("Inbox");
	const entry = await stage.desk.waitingRows.first().locator("[data-entry]").getAttribute("data-entry");
	const commitId = (entry ?? "").slice("commit:".length);
	await sayAll(["sign the message: afterwards"]);
	await waits(2);
	const triage = await openTriage();
	await triage.review.region("Proof").waitFor();
	if (!(await triage.headline()).startsWith("Send ")) {
		const position = await triage.position();
		await triage.press("j");
		await triage.after(position);
	}
	await triage.review.at(/^Send /);
	await triage.review.region("Proof").waitFor();
	return { triage, commitId };
}

/** Rejects the waiting requests and leaves. Returns the marks at the end. */
async function finish(triage: Triage): Promise<Awaited<ReturnType<Triage["marks"]>>> {
	while (!(await triage.finished.isVisible())) {
		const position = await triage.position();
		await triage.press((await triage.review.hold.button.isVisible()) ? "r" : "j");
		await triage.after(position);
	}
	const marks = await triage.marks();
	await triage.press("Escape");
	await waits(0);
	return marks;
}

const PAYMENT = `send 0.05 ETH to ${SOMEBODY} then revise in 600 s`;

test("after a rejection is undone, its request is the current one again", async () => {
	const stage = here();
	const { triage, commitId } = await atPayment(PAYMENT);
	const position = await triage.position();
	await triage.press("r");
	await triage.after(position);
	await triage.press("u");
	await expect.poll(() => triage.position()).toBe(position);
	await triage.review.at(/^Send 0.05 ETH/);
	expect(await triage.marks()).toEqual(["waiting", "waiting"]);
	await triage.review.hold.enabled();
	expect((await stage.commit(commitId)).state).toBe("needs_signature");
	await finish(triage);
	await expect.poll(async () => (await stage.commit(commitId)).state, { timeout: 60_000 }).toBe("rejected");
});

for (const [what, end] of [
	["expires", (commitId: string) => here().world.service.control.expireCommit({ commitId })],
	[
		"is answered elsewhere",
		(commitId: string) =>
			here().world.service.control.anotherDevice({ commitId, answer: { kind: "rejected" } }),
	],
] as const)
	test(`a request that ${what} stays on its card with the reason, and can't be approved`, async () => {
		const { triage, commitId } = await atPayment(PAYMENT);
		const rows = approvals().length;
		const position = await triage.position();
		await triage.review.hold.enabled();
		await end(commitId);
		await expect(triage.review.hold.button).toHaveCount(0, { timeout: 60_000 });
		expect(await triage.position()).toBe(position);
		await triage.review.at(/^Send 0.05 ETH/);
		await triage.page.keyboard.press("Space", { delay: 1_500 });
		expect(approvals()).toHaveLength(rows);
		expect((await finish(triage)).filter((mark) => mark === "over")).toHaveLength(1);
	});

test("a request that changes stays current, and shows the change before it can be approved", async () => {
	const stage = here();
	const { triage, commitId } = await atPayment(PAYMENT);
	const position = await triage.position();
	await triage.review.hold.enabled();
	await stage.world.service.control.reviseCommit({ commitId });
	await triage.review.at(/^Send 0.1 ETH/);
	expect(await triage.position()).toBe(position);
	expect(await stage.signatures(commitId)).toEqual([]);
	await expect(triage.review.region("Changed since you last looked")).toContainText("before: 0.05 ETH");
	await triage.approve();
	await expect.poll(async () => (await stage.signatures(commitId)).length, { timeout: 60_000 }).toBe(1);
	await finish(triage);
});

test("a new request is added at the end, and the current one stays", async () => {
	const { triage } = await atPayment(PAYMENT);
	const rows = approvals().length;
	const position = await triage.position();
	await sayAll(["sign the message: late"]);
	await expect.poll(() => triage.position(), { timeout: 60_000 }).toBe(position.replace("of 2", "of 3"));
	await triage.review.at(/^Send 0.05 ETH/);
	expect(await triage.marks()).toEqual(["waiting", "waiting", "waiting"]);
	await finish(triage);
	expect(approvals()).toHaveLength(rows);
});

test("the window is larger during the triage, and returns to its size", async () => {
	const width = () => new Triage(here().trusted.page).page.evaluate(() => innerWidth);
	const { triage } = await atPayment(PAYMENT);
	expect(await width()).toBe(1280);
	await finish(triage);
	expect(await width()).toBe(560);
});
