import { afterEach, describe, expect, it } from "vitest";
import { LOCAL_SCOPE } from "../../../../src/core/journal/intent-id.ts";
import { ENDED } from "../../../../src/core/journal/types.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { NO_RULES } from "../../../../src/core/rules/rules.ts";
import { statusOf } from "../../../../src/main/agents/status.ts";
import { Runner } from "../../../../src/main/signing/runner.ts";
import { RunnerGroup } from "../../../../src/main/signing/runner-group.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { PROPOSAL_ID } from "../../../fixtures/proposals.ts";
import { evmAction, messageAction, svmAction, svmSignAction } from "./actions-scene.ts";
import { openProposalScene, type ProposalScene } from "./proposals-scene.ts";
import { EXPIRY, SCOPE } from "./scene.ts";

/** Proposals of agents on this computer: signed and followed only here, and answered from the journal. */

let scene: ProposalScene;
afterEach(async () => {
	// Nothing about a proposal reaches a service.
	expect([scene.service.reads, scene.service.manuals, scene.service.claims]).toEqual([0, [], []]);
	expect([scene.actions.reads, scene.actions.answers]).toEqual([0, []]);
	await scene.close();
});

const open = (...made: Parameters<typeof openProposalScene>) => {
	scene = openProposalScene(...made);
};
const ended = () => ENDED.has(scene.parent().state);
const outcomes = () => scene.stepRows().map((leg) => [leg.state, leg.outcome, leg.live]);
const history = () => scene.journal.steps(scene.parent().id).map(({ step }) => step);

/** Returns the state of the proposal as its agent reads it. */
function told() {
	const proposal = scene.proposals.get(PROPOSAL_ID);
	if (proposal === null) throw new Error("gone");
	const { state, isFinal, signatures, transactionIds, reason } = statusOf(
		proposal,
		scene.journal,
		LOCAL_SCOPE,
		scene.clock.now(),
	);
	return { state, isFinal, signatures, transactionIds, reason };
}

/** Waits until this step was submitted to the chain, then mines it. */
async function mine(step: number, succeeded = true): Promise<void> {
	await scene.until(() => scene.stepRow(step).state === "submitted");
	scene.chain.mine(scene.stepRow(step).transactionId ?? "", succeeded);
}

describe("proposed transactions", () => {
	it("are signed one after the other, each once the previous one is on the chain, and end confirmed", async () => {
		open(evmAction(2));
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		await scene.pass(10_000);
		expect(scene.stepRows().map(({ state }) => state)).toEqual(["submitted", "approved"]);
		expect(told()).toMatchObject({ isFinal: false, transactionIds: [scene.stepRow(1).transactionId] });
		await mine(1);
		await mine(2);
		await scene.until(ended);
		expect(scene.parent()).toMatchObject({
			kind: "proposal",
			scope: LOCAL_SCOPE,
			intentId: `proposal:${PROPOSAL_ID}`,
			entryId: `proposal:${PROPOSAL_ID}`,
			sessionId: "local-agent:agent-1",
			revision: 0,
			digest: "",
			outcome: "confirmed",
			answer: null,
			live: false,
			text: null,
		});
		expect(history()).toEqual(["approved", "reported", "settled"]);
		expect(scene.stepRows().map(({ intentId, nonce }) => [intentId, nonce])).toEqual([
			[`proposal:${PROPOSAL_ID}#1`, 11n],
			[`proposal:${PROPOSAL_ID}#2`, 12n],
		]);
		expect(scene.chain.sent).toEqual(scene.stepRows().map((leg) => signedBytesOf(leg)));
		expect(told()).toEqual({
			state: "confirmed",
			isFinal: true,
			signatures: [],
			transactionIds: scene.stepRows().map(({ transactionId }) => transactionId),
			reason: null,
		});
		expect(scene.clock.waiting()).toBe(0);
		expect(scene.journal.verify().ok).toBe(true);
	});

	it("on Solana are sent by us, and end confirmed", async () => {
		open(svmAction(2));
		scene.begin();
		await scene.runToEnd();
		expect(scene.parent()).toMatchObject({ outcome: "confirmed", answer: null });
		expect(scene.svm.sent).toEqual(scene.stepRows().map((leg) => signedBytesOf(leg)));
	});

	it("stop at a step that fails", async () => {
		open(evmAction(2));
		scene.begin();
		await mine(1, false);
		await scene.until(ended);
		expect(outcomes()).toEqual([
			["settled", "failed", false],
			["settled", "skipped", false],
		]);
		expect(scene.parent()).toMatchObject({ state: "settled", outcome: "failed" });
		expect(told()).toMatchObject({ state: "failed", isFinal: true });
	});

	it("are approved once", async () => {
		open(evmAction(1));
		scene.begin();
		expect(() => scene.begin()).toThrow("signing.authorize.twice");
		await scene.runToEnd();
		expect(() => scene.begin()).toThrow("signing.authorize.twice");
		expect(scene.signer.signed).toBe(1);
	});
});

describe("proposed signatures", () => {
	it("end answered, and only the agent can read them in the journal", async () => {
		open(messageAction(2));
		scene.begin();
		await scene.until(ended);
		expect(scene.parent()).toMatchObject({
			state: "settled",
			outcome: "answered",
			answer: null,
			live: false,
		});
		expect(history()).toEqual(["approved", "reported", "settled"]);
		expect(outcomes()).toEqual([
			["settled", "answered", false],
			["settled", "answered", false],
		]);
		const signatures = scene.stepRows().map((leg) => signedBytesOf(leg));
		expect(new Set(signatures).size).toBe(2);
		expect(told()).toEqual({
			state: "signed",
			isFinal: true,
			signatures,
			transactionIds: [],
			reason: null,
		});
		await scene.restart();
		await scene.pass(60_000);
		expect(told().signatures).toEqual(signatures);
		expect(scene.signer.signed).toBe(2);
	});

	it("of Solana transactions are not sent by us", async () => {
		open(svmSignAction());
		scene.begin();
		await scene.until(ended);
		expect(scene.svm.sent).toEqual([]);
		expect(told()).toMatchObject({
			state: "signed",
			signatures: scene.stepRows().map((leg) => signedBytesOf(leg)),
		});
	});

	it("are not given out if one of them is missing", async () => {
		open(messageAction(2));
		scene.signer.during = () => {
			scene.signer.twist =
				scene.signer.signed === 2 ? (asked) => ({ ...asked, ...messageAction(1).frozen }) : (asked) => asked;
		};
		scene.begin();
		await scene.until(ended);
		expect(scene.parent().state).toBe("refused");
		// Nothing was sent, so the proposal can be approved again.
		expect(told()).toEqual({
			state: "waiting",
			isFinal: false,
			signatures: [],
			transactionIds: [],
			reason: null,
		});
	});

	it("are not made if blind signing was turned off while they waited for the vault", async () => {
		open(messageAction(), { blind: true });
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(5_000);
		scene.blind = false;
		scene.signer.stands = "ready";
		await scene.until(ended);
		expect(scene.signer.signed).toBe(0);
		expect(scene.parent().text).toEqual(sentences(message("signing.blind-off"), message("nothing-signed")));
	});
});

describe("a proposal that ends after its approval", () => {
	const NO_LONGER = message("signing.no-longer-asked.action", { state: "rejected" });

	it.each([
		["cancelled by its agent", "cancelled"],
		["rejected", "rejected"],
	] as const)("is not signed if it was %s before its signature", async (_, as) => {
		for (const made of [evmAction(2), svmAction(1), messageAction(2)]) {
			open(made);
			scene.signer.stands = "locked";
			scene.begin();
			await scene.pass(2_000);
			scene.proposals.end(PROPOSAL_ID, as, "no");
			scene.signer.stands = "ready";
			await scene.until(ended);
			expect(scene.signer.signed).toBe(0);
			expect(scene.parent().text).toEqual(sentences(NO_LONGER, message("signing.not-signed.open-again")));
			expect(told()).toMatchObject({ state: as, isFinal: true, signatures: [], transactionIds: [] });
			if (made.action.request.type !== "sign") await scene.close();
			else break;
		}
	});

	it("withholds its signatures if that happens during signing", async () => {
		open(messageAction());
		scene.signer.during = () => scene.proposals.end(PROPOSAL_ID, "cancelled", "");
		scene.begin();
		await scene.until(ended);
		expect(scene.parent()).toMatchObject({ state: "settled", outcome: "refused", live: false });
		expect(scene.parent().text).toEqual(sentences(NO_LONGER, message("signing.answer.kept-back")));
		expect(told()).toMatchObject({ state: "refused", isFinal: true, signatures: [] });
	});

	it("is not sent if that happens during signing", async () => {
		open(evmAction(2));
		scene.signer.during = () => scene.proposals.end(PROPOSAL_ID, "cancelled", "");
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "held");
		await scene.pass(60_000);
		expect(scene.chain.sent).toEqual([]);
		expect(scene.stepRow(1)).toMatchObject({ state: "held", live: true });
		expect(scene.signer.signed).toBe(1);
	});

	it("signs no further step", async () => {
		open(evmAction(2));
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.proposals.end(PROPOSAL_ID, "rejected", "");
		await mine(1);
		await scene.until(() => ENDED.has(scene.stepRow(2).state));
		expect(scene.signer.signed).toBe(1);
		expect(scene.stepRow(2)).toMatchObject({ outcome: "unsigned", signature: null });
		await scene.until(ended);
		expect(scene.chain.sent).toHaveLength(1);
	});

	it("is not signed if it can't be found any more", async () => {
		open(evmAction(1));
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(2_000);
		scene.db.exec("DELETE FROM proposals");
		scene.reopen();
		scene.signer.stands = "ready";
		await scene.until(ended);
		expect(scene.signer.signed).toBe(0);
		expect(scene.parent().text).toEqual(
			sentences(message("signing.no-longer-shown"), message("signing.not-signed.open-again")),
		);
	});
});

describe("a proposal that expires", () => {
	it("is not signed after its expiry, by this computer's clock", async () => {
		open(evmAction(1));
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(2_000);
		scene.clock.advance(EXPIRY - scene.clock.now());
		scene.signer.stands = "ready";
		await scene.until(ended);
		expect(scene.signer.signed).toBe(0);
		expect(told()).toMatchObject({ state: "expired", isFinal: true });
	});

	it("can't be approved after its expiry", () => {
		open(evmAction(1));
		scene.clock.advance(EXPIRY - scene.clock.now());
		expect(() => scene.begin()).toThrow("signing.expired");
	});

	it("withholds its signatures if that happens during signing", async () => {
		open(messageAction());
		scene.signer.during = () => scene.clock.advance(EXPIRY - scene.clock.now());
		scene.begin();
		await scene.until(ended);
		expect(scene.parent()).toMatchObject({ state: "settled", outcome: "refused" });
		expect(told()).toMatchObject({ state: "refused", signatures: [] });
	});
});

describe.each([
	["two transactions", () => evmAction(2)],
	["two signatures", () => messageAction(2)],
] as const)("a crash at any step of a proposal of %s", (_, made) => {
	it("signs nothing twice with other content, sends nothing twice, and ends as without a crash", async () => {
		open(made());
		scene.begin();
		await scene.runToEnd();
		const moments = scene.steps.length;
		const without = told().state;
		await scene.close();
		expect(moments).toBeGreaterThan(10);
		const ends = new Set<string>();
		for (let n = 0; n < moments; n += 1) {
			open(made());
			expect(await scene.crashAt(n), `moment ${n}`).toBe(true);
			const before = scene.journal.unsettled().map((row) => [row.id, row.signature] as const);
			scene.onStep = () => {};
			scene.reopen();
			await scene.restart();
			if (before.length > 0) await scene.runToEnd();
			for (const [id, signature] of before)
				if (signature !== null) expect(scene.journal.row(id)?.signature, `moment ${n}`).toEqual(signature);
			expect(new Set(scene.chain.sent).size, `moment ${n}`).toBe(scene.chain.sent.length);
			expect(scene.journal.verify().ok, `moment ${n}`).toBe(true);
			ends.add(told().state);
			if (n < moments - 1) await scene.close();
		}
		// After a crash during the signature, it can be requested again.
		for (const end of ends) expect([without, "waiting", "failed"]).toContain(end);
		expect(ends).toContain(without);
	});
});

describe("the runners of all open scopes", () => {
	/** Returns a runner of a signed-in scope with the same journal. */
	const signedIn = () =>
		new Runner(
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
				scope: SCOPE,
				commits: scene.service,
				actions: scene.actions,
				sequencer: { of: () => null, requireFor: () => expect.unreachable() },
				serviceClock: { offset: () => 0 },
			},
		);

	it("leave a proposal to this computer's, whoever is signed in", async () => {
		open(evmAction(1));
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(1_000);
		const other = signedIn();
		other.recover();
		other.wakeAll();
		other.wake(scene.parent().id);
		other.wake(scene.stepRow(1).id);
		expect(other.withdraw(scene.stepRow(1).id)).toBe(false);
		await other.stop();
		expect(scene.stepRow(1).state).toBe("approved");
		expect(scene.signer.signed).toBe(0);
	});

	it("can all wake it, but only its own scope's can withdraw it", async () => {
		open(evmAction(1));
		scene.signer.stands = "locked";
		scene.begin();
		await scene.pass(1_000);
		const other = signedIn();
		const runners = new RunnerGroup(other, scene.runner());
		expect(runners.withdraw("no row")).toBe(false);
		expect(runners.withdraw(scene.stepRow(1).id)).toBe(true);
		expect(runners.withdraw(scene.stepRow(1).id)).toBe(false);
		runners.wake(scene.parent().id);
		await scene.until(ended);
		expect(scene.signer.signed).toBe(0);
		expect(scene.stepRow(1)).toMatchObject({ state: "refused", outcome: "unsigned" });
		expect(told()).toMatchObject({ state: "waiting", isFinal: false });
		scene.signer.stands = "ready";
		scene.begin();
		runners.wakeAll();
		await scene.runToEnd();
		expect(told().state).toBe("confirmed");
		await other.stop();
	});
});
