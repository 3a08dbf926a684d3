import { afterEach, describe, expect, it } from "vitest";
import type { Frozen } from "../../../../src/core/match/frozen.ts";
import {
	BLOCKHASH,
	NEWER_BLOCKHASH,
	SOL_TRANSFER,
	svmCommitOf,
	transactionBase64,
} from "../../core/match/honest-svm.ts";
import { openScene, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** The service renews a blockhash after the approval: the fingerprint stays, but the signed bytes change. */

const RENEWED = { ...SOL_TRANSFER, blockhash: NEWER_BLOCKHASH };

let scene: Scene;
afterEach(() => scene.close());

const bytesOf = (frozen: unknown) => (frozen as Extract<Frozen, { commit_id: string }>).payload;

function approveThenRenew(): void {
	scene = openScene("wallet", svmCommitOf(SOL_TRANSFER));
	scene.signer.stands = "locked";
	expect(scene.approve()).toMatchObject({ ok: true });
	scene.service.view = { ...scene.service.view, ...svmCommitOf(RENEWED) };
	scene.signer.stands = "ready";
}

describe("a blockhash renewed after the approval", () => {
	it("is stored, with a step that says so, before anything is signed with it", async () => {
		approveThenRenew();
		let held: unknown = null;
		scene.signer.during = () => {
			held = scene.row().frozen;
		};
		await scene.carry("signed", 5_000).catch(() => {});
		expect(scene.signer.signed).toBe(1);
		const payload = { transaction_base64: transactionBase64(RENEWED) };
		expect(bytesOf(held)).toMatchObject(payload);
		expect(bytesOf(scene.row().frozen)).toMatchObject(payload);
		const [asked] = scene.journal.steps(scene.row().id).filter(({ step }) => step === "signing");
		expect(asked?.detail).toContain('"renewed":true');
	});

	it("permits signing although the approved one has expired", async () => {
		approveThenRenew();
		scene.svm.dead.add(BLOCKHASH);
		scene.svm.finalized = scene.svm.confirmed + 1n;
		await scene.carry("signed", 5_000).catch(() => {});
		expect(scene.signer.signed).toBe(1);
	});

	it("is checked itself: an expired one is not signed either", async () => {
		approveThenRenew();
		scene.svm.dead.add(BLOCKHASH).add(NEWER_BLOCKHASH);
		scene.svm.finalized = scene.svm.confirmed + 1n;
		expect(await scene.carry("refused")).toMatchObject({ outcome: "unsigned" });
		expect(scene.signer.signed).toBe(0);
	});

	it("is refused if its signer proves the approved one, and nothing of it is stored", async () => {
		approveThenRenew();
		const approved = scene.frozen;
		scene.signer.mistake = (_, place) => ({ frozen: approved, place });
		const row = await scene.carry("refused");
		expect(row).toMatchObject({ outcome: "unsigned", signature: null, transactionId: null });
		expect(rowTextCodes(row.text)).toContain("signer.other-intent");
		expect(scene.signer.signed).toBe(1);
	});
});
