import { afterEach, describe, expect, it } from "vitest";
import type { JournalState } from "../../../../src/core/journal/types.ts";
import { type Message, message } from "../../../../src/core/localized-text.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { approvalOf, openScene, type Scene } from "./scene.ts";

/** A journal that can't be written: no step takes effect before it is stored, and none is lost. */

let scene: Scene;
afterEach(() => scene.close());

const full = new StorageError("full", "journal.db", { detail: "no space" });

/** Fills the disk at this step, so that nothing can be written, not even texts, until it is emptied. */
function fill(step: JournalState): { empty(): void } {
	let filled = false;
	let emptied = false;
	const refuse = () => {
		if (filled && !emptied) throw full;
	};
	scene.onStep = (moment, asked) => {
		if (moment !== "before") return;
		if (asked === step) filled = true;
		refuse();
	};
	const { setNote } = scene.journal;
	Object.assign(scene.journal, {
		note: (id: string, text: Message | null) => {
			refuse();
			return setNote(id, text);
		},
	});
	return {
		empty() {
			emptied = true;
		},
	};
}

async function someTries(): Promise<void> {
	for (let times = 0; times < 4; times += 1) {
		await scene.rest();
		scene.clock.next();
	}
	await scene.rest();
}

describe("a full disk", () => {
	it.each([
		["signing", 0, 0, 0],
		["handing_in", 1, 0, 0],
		["handed_in", 1, 1, 0],
		["sending", 1, 1, 0],
		["submitted", 1, 1, 1],
		["reporting", 1, 1, 1],
	] as const)(
		"stops before the step after %s, and continues by itself",
		async (step, signed, handed, sent) => {
			scene = openScene();
			const disk = fill(step);
			scene.approve();
			await someTries();
			expect(scene.signer.signed).toBe(signed);
			expect(scene.service.submissions()).toHaveLength(handed);
			expect(scene.chain.sent).toHaveLength(sent);
			expect(scene.storage.at(-1)).toEqual(full.text);
			disk.empty();
			const row = await scene.carry("reported");
			expect(scene.storage.at(-1)).toBeNull();
			expect(scene.signer.signed).toBe(1);
			expect(new Set(scene.chain.sent)).toEqual(new Set([signedBytesOf(row)]));
			expect(scene.journal.verify().ok).toBe(true);
		},
	);

	it("drops a signature that it can't store, sends it nowhere, and lets the user approve again", async () => {
		scene = openScene();
		const disk = fill("signed");
		scene.approve();
		await someTries();
		disk.empty();
		await scene.carry("refused");
		expect(scene.service.manuals).toEqual([]);
		scene.approve();
		await scene.carry("reported");
		expect(scene.service.submissions()).toHaveLength(1);
	});

	it("is handled as SQLite itself reports it: no approval without storage, and one again when there is space", async () => {
		scene = openScene();
		const { db } = scene;
		db.exec("CREATE TABLE ballast (id INTEGER PRIMARY KEY, text TEXT)");
		const pages = db.prepare("PRAGMA page_count").get();
		db.exec(`PRAGMA max_page_count = ${Number(Object.values(pages ?? {})[0])}`);
		expect(() => db.prepare("INSERT INTO ballast (text) VALUES (?)").run("x".repeat(9000))).toThrow(/full/);
		const long = {
			steps: approvalOf(scene.service.view).steps.map((step) => ({
				...step,
				predicted: { ...step.predicted, nativeSymbol: "x".repeat(9000) },
			})),
		};
		expect(() => scene.approve(long)).toThrow(
			expect.objectContaining({ kind: "full", code: "storage.full" }),
		);
		expect(scene.journal.unsettled()).toEqual([]);
		expect(scene.signer.signed).toBe(0);
		db.exec("PRAGMA max_page_count = 100000");
		scene.approve();
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
		expect(scene.journal.verify().ok).toBe(true);
	});

	it("is reported in the row's text once it can be stored", async () => {
		scene = openScene();
		scene.onStep = (moment, step) => {
			if (moment === "before" && step === "signing") throw full;
		};
		scene.approve();
		await scene.rest();
		expect(scene.row().text).toEqual(message("storage.full", { file: "journal.db" }));
	});
});

describe("a listener of the journal", () => {
	it("can't disturb it by failing", async () => {
		scene = openScene();
		scene.onChange = () => {
			throw new Error("a view could not be drawn");
		};
		scene.approve();
		await scene.carry("reported");
		expect(scene.history()).not.toContain("refused");
		expect(scene.lines.join()).toMatch(/a view could not be drawn/);
	});
});
