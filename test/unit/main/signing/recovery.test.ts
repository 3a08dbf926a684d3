import { afterEach, describe, expect, it } from "vitest";
import { readDetail } from "../../../../src/core/journal/details.ts";
import type { JournalRow, JournalState } from "../../../../src/core/journal/types.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { checkSignedEvm } from "../../../../src/core/match/evm/bytes.ts";
import { NO_RULES } from "../../../../src/core/rules/rules.ts";
import { Runner } from "../../../../src/main/signing/runner.ts";
import { COMMIT_STEPS } from "../../../fixtures/steps.ts";
import { rpcFault } from "./fakes.ts";
import { openScene, type Scene } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** A new runner with the journal that a crash left, for each state. */

let scene: Scene;
afterEach(() => scene.close());

const PATH: readonly JournalState[] = COMMIT_STEPS.slice(0, -1);

interface Left {
	readonly row: JournalRow;
	readonly raw: string;
	readonly hash: string;
}

/** Creates the journal that a crash in this state leaves; neither the service nor the chain was notified. */
async function leave(state: JournalState): Promise<Left> {
	const { signed } = await scene.signer.sign(scene.frozen, 0, "", scene.frozen.signer);
	if (signed.kind !== "evm_transaction") throw new Error("not an EVM signature");
	const { raw, hash } = signed;
	scene.signer.signed = 0;
	const { payload } = scene.frozen;
	if (payload.kind !== "evm_transaction") throw new Error("not an EVM payload");
	expect((await checkSignedEvm(raw, payload)).ok).toBe(true);
	await scene.runner().stop();
	const passage = scene.approve();
	if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
	const { id } = passage.row;
	for (const [at, step] of PATH.entries()) {
		const from = PATH[at - 1];
		if (from === undefined) continue;
		if (PATH.indexOf(state) < at) break;
		scene.journal.step(
			id,
			[from],
			step,
			step === "signed" ? { signature: { kind: "one", bytes: raw }, transactionId: hash } : {},
		);
	}
	return { row: scene.row(), raw, hash };
}

/** Gives the signature to the service, as after a submission whose answer was lost. */
const serviceHas = (raw: string) =>
	scene.service.manual("", "", { kind: "signed", payloads: [raw] }, "earlier");

describe("after a crash", () => {
	it("in approved: signs, once, and completes it", async () => {
		scene = openScene();
		const { raw } = await leave("approved");
		await scene.restart();
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
		expect(scene.chain.sent).toEqual([raw]);
	});

	it("in signing: signs nothing, and the user can approve again", async () => {
		scene = openScene();
		await leave("signing");
		await scene.restart();
		const refused = await scene.carry("refused");
		expect(refused).toMatchObject({ outcome: "unsigned", live: false });
		expect(refused.text).toEqual(
			sentences(message("signing.cut-off"), message("signing.not-signed.approve-again")),
		);
		expect(scene.signer.signed).toBe(0);
		expect(scene.service.manuals).toEqual([]);
		expect(scene.approve().ok).toBe(true);
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it.each(["signed", "handing_in"] as const)(
		"in %s: queries the service first, then submits the stored bytes with the stored key",
		async (state) => {
			scene = openScene();
			const { raw, row } = await leave(state);
			await scene.restart();
			await scene.carry("reported");
			expect(scene.signer.signed).toBe(0);
			expect(scene.service.reads).toBeGreaterThan(0);
			expect(scene.service.submissions()).toEqual([
				{ body: { kind: "signed", payloads: [raw] }, key: row.signedKey },
			]);
			expect(scene.chain.sent).toEqual([raw]);
		},
	);

	it("in handing_in, if the service has it: does not submit again", async () => {
		scene = openScene();
		const { raw } = await leave("handing_in");
		await serviceHas(raw);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.service.submissions()).toHaveLength(1);
		expect(scene.chain.sent).toEqual([raw]);
	});

	it.each(["signed", "handing_in"] as const)(
		"in %s, if the review was revised meanwhile: withholds the signature",
		async (state) => {
			scene = openScene();
			await leave(state);
			const { review } = scene.service.view;
			scene.service.become({ review: review === null ? null : { ...review, revision: 2 } });
			await scene.restart();
			expect(await scene.carry("held")).toMatchObject({ live: true });
			expect(scene.service.manuals).toEqual([]);
			expect(scene.signer.signed).toBe(0);
		},
	);

	it("in handed_in: sends the transaction returned by the service", async () => {
		scene = openScene();
		const { raw } = await leave("handed_in");
		await serviceHas(raw);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.chain.sent).toEqual([raw]);
		expect(scene.signer.signed).toBe(0);
	});

	it("in sending, if it went out: finds it on the chain, and does not send again", async () => {
		scene = openScene();
		const { raw, hash } = await leave("sending");
		await serviceHas(raw);
		scene.chain.accept(hash);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.chain.sent).toEqual([]);
		expect(scene.journal.steps(scene.row().id).map(readDetail)).toContainEqual({
			kind: "sent_by",
			whom: "unknown",
		});
	});

	it("in sending, if it was not sent: queries the service, then sends", async () => {
		scene = openScene();
		const { raw } = await leave("sending");
		await serviceHas(raw);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.chain.sent).toEqual([raw]);
	});

	it("in sending, if the chain can't be queried: waits, and sends nothing blindly", async () => {
		scene = openScene();
		const { raw } = await leave("sending");
		await serviceHas(raw);
		scene.chain.down = rpcFault("Your RPC does not answer.");
		await scene.restart();
		await scene.rest();
		expect(scene.row()).toMatchObject({ state: "sending", text: verbatim("Your RPC does not answer.") });
		expect(scene.chain.sent).toEqual([]);
		scene.chain.down = null;
		await scene.carry("reported");
	});

	it.each(["submitted", "reporting"] as const)("in %s: reports with the stored key", async (state) => {
		scene = openScene();
		const { raw, hash, row } = await leave(state);
		await serviceHas(raw);
		scene.chain.accept(hash);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.service.reported()).toEqual([
			{ body: { kind: "broadcast", transaction_id: hash }, key: row.reportKey },
		]);
		expect(scene.chain.sent).toEqual([]);
	});

	it("in reporting, if the report arrived: does not repeat it", async () => {
		scene = openScene();
		const { raw, hash } = await leave("reporting");
		await serviceHas(raw);
		scene.service.become({ state: "submitted", action: null, transaction_id: hash });
		scene.chain.accept(hash);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.service.reported()).toEqual([]);
	});

	it("in reported: follows it to its block", async () => {
		scene = openScene();
		const { raw, hash } = await leave("reported");
		await serviceHas(raw);
		scene.service.become({ state: "confirmed", action: null, transaction_id: hash });
		scene.chain.mine(hash);
		await scene.restart();
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed", live: false });
	});

	it("in held: continues to watch the nonce", async () => {
		scene = openScene();
		const { row } = await leave("signed");
		scene.journal.step(row.id, ["signed"], "held", { text: verbatim("why") });
		await scene.restart();
		await scene.rest();
		expect(scene.row()).toMatchObject({ state: "held", live: true, text: verbatim("why") });
		scene.chain.useNonce();
		expect(await scene.carry("settled")).toMatchObject({ outcome: "replaced", live: false });
		expect(scene.service.manuals).toEqual([]);
	});

	it.each(["settled", "refused"] as const)("in %s: does nothing at all", async (state) => {
		scene = openScene();
		const { row } = await leave(state === "settled" ? "reported" : "approved");
		scene.journal.step(row.id, [row.state], state, { live: false });
		await scene.restart();
		scene.runner().wake(row.id);
		await scene.rest();
		expect(scene.service.reads + scene.signer.signed + scene.chain.lookups).toBe(0);
	});

	it("with another identity's row: leaves it alone", async () => {
		scene = openScene();
		const { row } = await leave("signed");
		const other = new Runner(
			{
				ports: { clock: scene.clock, log: () => {} },
				events: { emit: () => {} },
				stores: { journal: scene.journal },
				wallet: { signer: scene.signer, locks: () => 0 },
				rules: { blindAllowed: () => true, policyContext: () => NO_RULES, changedSince: () => false },
				reviewing: { steps: { check: () => expect.unreachable() } },
				alerts: { storage: () => {} },
			},
			{
				scope: "staging/somebody-else",
				commits: scene.service,
				actions: scene.actions,
				sequencer: { of: () => null, requireFor: () => expect.unreachable() },
				serviceClock: { offset: () => 0 },
			},
		);
		other.recover();
		other.wake(row.id);
		await other.stop();
		expect(scene.row().state).toBe("signed");
		expect(scene.service.reads + scene.service.manuals.length + scene.signer.signed).toBe(0);
	});
});

describe("a runner that is stopped", () => {
	it("ends at once while it waits, and takes no further step", async () => {
		scene = openScene();
		scene.signer.stands = "locked";
		scene.approve();
		await scene.rest();
		await scene.runner().stop();
		expect(scene.clock.waiting()).toBe(0);
		scene.signer.stands = "ready";
		scene.runner().wake(scene.row().id);
		scene.runner().recover();
		await scene.runner().stop();
		expect(scene.row().state).toBe("approved");
		expect(scene.signer.signed).toBe(0);
	});

	it("keeps the signature that was being made", async () => {
		scene = openScene();
		const stopping: Promise<void>[] = [];
		scene.signer.during = () => {
			stopping.push(scene.runner().stop());
		};
		scene.approve();
		for (let times = 0; stopping.length === 0 && times < 1000; times += 1)
			await new Promise<void>((resolve) => setImmediate(resolve));
		await Promise.all(stopping);
		expect(scene.row().state).toBe("signed");
		expect(scene.row().signature).not.toBeNull();
		expect(scene.service.manuals).toEqual([]);
		await scene.restart();
		await scene.carry("reported");
		expect(scene.signer.signed).toBe(1);
	});
});
