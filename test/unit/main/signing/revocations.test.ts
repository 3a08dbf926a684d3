import { afterEach, describe, expect, it } from "vitest";
import type { StepFacts } from "../../../../src/core/journal/details.ts";
import type { JournalRow, JournalState } from "../../../../src/core/journal/types.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { FrozenRevocation } from "../../../../src/core/match/frozen.ts";
import { freezeReplacement, replaceable } from "../../../../src/main/reviewing/own/replacement.ts";
import type { Authorization } from "../../../../src/main/signing/authorize.ts";
import { changed, OWNER } from "../../core/match/honest.ts";
import { BLOCKHASH } from "../../core/match/honest-svm.ts";
import { evmRevocation, svmRevocation } from "../../core/match/revocations.ts";
import { approvalOf, openScene, PLAIN_ITEM, SCOPE, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** A revocation takes the route of transactions without a commit, and survives a crash at any point. */

let scene: Scene;
afterEach(() => scene.close());

const HEADLINE = message("headline.take-back", { who: "the vault", asset: "TUSD" });

function pass(frozen: FrozenRevocation): Authorization {
	return scene.approve({
		entryId: `revocation:${frozen.revocation_id}`,
		headline: HEADLINE,
		frozen,
		fingerprint: fingerprintOf(frozen),
	});
}

const find = (id = "v1"): JournalRow => {
	const row = scene.journal.ofIntent(SCOPE, `revocation:${id}`);
	if (row === null) throw new Error("no row");
	return row;
};

async function until(holds: () => boolean): Promise<void> {
	for (let times = 0; times < 400; times += 1) {
		for (let turns = 0; turns < 40; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve));
		if (holds()) return;
		if (!scene.clock.next()) break;
	}
	const rows = scene.journal
		.rows(SCOPE, 10)
		.map((row) => `${row.kind} ${row.state} ${rowTextCodes(row.text).join()}`);
	throw new Error(`${rows.join("\n")}\n${scene.lines.join("\n")}`);
}

const becomes = (state: JournalState, id?: string) => until(() => find(id).state === state);

describe("an approved revocation", () => {
	it("is signed, sent by us and followed to its end, without the service", async () => {
		scene = openScene();
		expect(pass(evmRevocation())).toMatchObject({ ok: true });
		await becomes("submitted");
		expect(find()).toMatchObject({
			kind: "revocation",
			nonce: 11n,
			broadcaster: "wallet",
			headline: HEADLINE,
		});
		expect(scene.chain.sent).toHaveLength(1);
		scene.chain.mine(find().transactionId ?? "");
		await becomes("settled");
		expect(find()).toMatchObject({ outcome: "confirmed", live: false });
		expect(find().receipt).not.toBeNull();
		expect(scene.service.reads + scene.service.manuals.length + scene.actions.reads).toBe(0);
		expect(scene.journal.verify().ok).toBe(true);
	});

	it("of a Solana delegate is valid as long as its blockhash, and can be approved again afterwards", async () => {
		scene = openScene();
		expect(pass(svmRevocation())).toMatchObject({ ok: true });
		await becomes("submitted", "v2");
		expect(find("v2").nonce).toBeNull();
		scene.svm.standings.clear();
		scene.svm.dead.add(BLOCKHASH);
		scene.svm.finalized = scene.svm.confirmed + 1n;
		await becomes("settled", "v2");
		expect(find("v2")).toMatchObject({ outcome: "dropped", dead: true });
		scene.svm.dead.clear();
		expect(pass(svmRevocation())).toMatchObject({ ok: true });
	});

	it("is not signed if another transaction used its nonce meanwhile", async () => {
		scene = openScene();
		scene.chain.pending = 12n;
		pass(evmRevocation());
		await becomes("refused");
		expect(find().text).toEqual(
			sentences(
				message("signing.next-nonce-differs", { next: "12", nonce: "11" }),
				message("nothing-signed"),
			),
		);
		expect(scene.signer.signed).toBe(0);
	});

	it("is void if it waited too long for the vault", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		pass(evmRevocation());
		await becomes("refused");
		expect(find().text).toEqual(
			sentences(message("signing.approved.too-long-ago"), message("signing.not-signed.review-again")),
		);
	});

	it("reserves its nonce against everything else, and is never approved twice", async () => {
		scene = openScene();
		pass(evmRevocation());
		expect(pass(evmRevocation())).toMatchObject({
			ok: false,
			text: sentences(message("signing.authorize.twice"), message("nothing-signed")),
		});
		expect(pass(evmRevocation("operator", "v9"))).toMatchObject({
			ok: false,
			text: sentences(
				message("signing.authorize.held", {
					nonce: "11",
					headline: message("headline.take-back", { who: "the vault", asset: "TUSD" }),
				}),
				message("nothing-signed"),
			),
		});
		expect(scene.approve()).toMatchObject({
			ok: false,
			text: sentences(
				message("signing.authorize.held", {
					nonce: "11",
					headline: message("headline.take-back", { who: "the vault", asset: "TUSD" }),
				}),
				message("nothing-signed"),
			),
		});
	});

	it("is not authorized if it would do anything else", () => {
		scene = openScene();
		const lie = changed(evmRevocation(), (copy) => {
			if (copy.payload.kind === "evm_transaction") copy.payload.transaction.value = "1";
		});
		expect(pass(lie)).toEqual({
			ok: false,
			text: sentences(message("signing.authorize.not-matched"), message("nothing-signed")),
		});
		expect(scene.journal.rows(SCOPE, 10)).toEqual([]);
	});

	it("can be sped up or cancelled while it waits, and only one of them happens", async () => {
		scene = openScene();
		pass(evmRevocation());
		await becomes("submitted");
		const root = find();
		expect(replaceable(root)).toEqual(["speed_up", "cancel"]);
		const frozen = freezeReplacement(root, [], "speed_up", { baseFee: 1_000n, tip: 1n }, OWNER, "r1");
		if ("refused" in frozen) throw new Error(rowTextCodes(frozen.refused).join());
		const passage = scene.approve({
			entryId: "replacement:r1",
			headline: "Speed up",
			frozen,
			fingerprint: fingerprintOf(frozen),
			replaces: root.id,
			policy: { ...approvalOf(scene.service.view).policy, items: [PLAIN_ITEM] },
		});
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		const other = () => scene.journal.row(passage.row.id) ?? passage.row;
		await until(() => other().state === "submitted");
		scene.chain.mine(other().transactionId ?? "");
		await until(() => other().state === "settled" && find().state === "settled");
		expect(find()).toMatchObject({ outcome: "replaced", live: false });
		expect(rowTextCodes(find().text)).toEqual([
			"signing.taken-by.speed-up",
			"signing.taken-by.costs-nothing",
		]);
	});
});

const PATH: readonly JournalState[] = ["approved", "signing", "signed", "sending", "submitted"];

/** Creates the journal that a crash in this state leaves; the chain has received nothing. */
async function leave(state: JournalState): Promise<string> {
	scene = openScene();
	const frozen = evmRevocation();
	const { signed } = await scene.signer.sign(frozen, 0, "", frozen.signer);
	if (signed.kind !== "evm_transaction") throw new Error("not an EVM signature");
	scene.signer.signed = 0;
	await scene.runner().stop();
	const passage = pass(frozen);
	if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
	for (const [at, step] of PATH.slice(0, PATH.indexOf(state) + 1).entries()) {
		const from = PATH[at - 1];
		const facts: StepFacts =
			step === "signed" ? { signature: { kind: "one", bytes: signed.raw }, transactionId: signed.hash } : {};
		if (from !== undefined) scene.journal.step(passage.row.id, [from], step, facts);
	}
	expect(find().state).toBe(state);
	return signed.raw;
}

describe("a revocation after a crash", () => {
	it("in approved: is signed once, and sent", async () => {
		const raw = await leave("approved");
		await scene.restart();
		await becomes("submitted");
		expect(scene.signer.signed).toBe(1);
		expect(scene.chain.sent).toEqual([raw]);
	});

	it("in signing: nothing was sent, and the user approves again", async () => {
		await leave("signing");
		await scene.restart();
		await becomes("refused");
		expect(find()).toMatchObject({ outcome: "unsigned", live: false });
		expect(scene.signer.signed).toBe(0);
		expect(pass(evmRevocation())).toMatchObject({ ok: true });
		await becomes("submitted");
		expect(scene.chain.sent).toHaveLength(1);
	});

	it.each(["signed", "sending"] as const)(
		"in %s: the same bytes are sent, and none are signed",
		async (state) => {
			const raw = await leave(state);
			await scene.restart();
			await becomes("submitted");
			expect(scene.signer.signed).toBe(0);
			expect(scene.chain.sent).toEqual([raw]);
		},
	);

	it("in sending, if the chain has it: is not sent again", async () => {
		await leave("sending");
		scene.chain.mine(find().transactionId ?? "");
		await scene.restart();
		await becomes("settled");
		expect(scene.chain.sent).toEqual([]);
		expect(find().outcome).toBe("confirmed");
	});

	it("in submitted: is followed to its end", async () => {
		await leave("submitted");
		scene.chain.mine(find().transactionId ?? "");
		await scene.restart();
		await becomes("settled");
		expect(find()).toMatchObject({ outcome: "confirmed", live: false });
		expect(scene.signer.signed).toBe(0);
	});

	it("in sending, if another transaction used its nonce: is withheld", async () => {
		await leave("sending");
		Object.assign(scene.chain, { latest: 12n, pending: 12n });
		await scene.restart();
		await until(() => ["held", "settled"].includes(find().state));
		expect(scene.chain.sent).toEqual([]);
	});
});
