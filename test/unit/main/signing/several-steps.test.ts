import { afterEach, describe, expect, it } from "vitest";
import { detailOf, writeDetail } from "../../../../src/core/journal/details.ts";
import type { ShownEffects } from "../../../../src/core/journal/records.ts";
import { ENDED } from "../../../../src/core/journal/types.ts";
import { type Message, message, sentences } from "../../../../src/core/localized-text.ts";
import { NO_RULES, type PolicyContext, type Rule } from "../../../../src/core/rules/rules.ts";
import type { StepCheck } from "../../../../src/main/reviewing/step-checks.ts";
import { SHOWN_EFFECTS } from "../storage/kept.ts";
import { type ActionScene, evmAction, openActionScene, svmAction } from "./actions-scene.ts";
import { openProposalScene } from "./proposals-scene.ts";
import { PLAIN_ITEM, SCOPE, stepCheckOf } from "./scene.ts";

/** One approval of several transactions: each is simulated again, and a worse result stops the rest. */

type StepScene = Pick<ActionScene, Exclude<keyof ActionScene, "asked">>;

const KINDS = [
	["an action", () => openActionScene(evmAction(3))],
	["a proposal", () => openProposalScene(evmAction(3))],
] as const;

let scene: StepScene;
afterEach(() => scene.close());

const states = () => scene.stepRows().map(({ state, outcome }) => `${state} ${outcome}`);

/** Approves, and mines the first step. */
async function firstStep(): Promise<void> {
	scene.begin();
	await scene.until(() => scene.stepRow(1).state === "submitted");
	scene.chain.mine(scene.stepRow(1).transactionId ?? "");
}

const over = () =>
	scene.until(() => [scene.parent(), ...scene.stepRows()].every(({ state }) => ENDED.has(state)));

const restText = (why: Message) => sentences(why, message("signing.rest.not-signed"));

const worse = (change: Partial<ShownEffects>) => stepCheckOf({ ...SHOWN_EFFECTS, ...change });

/** Returns this check for every step but the first. */
const laterOn = (check: StepCheck) => (step: number) => (step === 0 ? stepCheckOf(SHOWN_EFFECTS) : check);

describe.each(KINDS)("%s of three transactions", (_, open) => {
	it("is simulated again before each signature, one after the other, under one approval", async () => {
		scene = open();
		const signedAt: number[] = [];
		scene.onCheck = (step) => {
			signedAt.push(scene.signer.signed);
			expect(
				scene
					.stepRows()
					.slice(0, step)
					.map((leg) => leg.outcome),
			).toEqual(Array(step).fill("confirmed"));
			return stepCheckOf(SHOWN_EFFECTS);
		};
		scene.begin();
		await scene.runToEnd();
		expect(states()).toEqual(["settled confirmed", "settled confirmed", "settled confirmed"]);
		expect(scene.checked).toEqual([1, 2, 3]);
		expect(signedAt).toEqual([0, 1, 2]);
		expect(scene.signer.signed).toBe(3);
		expect(new Set(scene.stepRows().map((leg) => leg.fingerprint)).size).toBe(1);
		expect(scene.parent().outcome).toBe("confirmed");
	});

	it.each<readonly [string, StepCheck, Message]>([
		["would fail", worse({ simulation: "failed" }), message("signing.worse.fails")],
		["can't be simulated", worse({ simulation: "no_method" }), message("signing.worse.not-simulated")],
		[
			"would cost something new",
			worse({ changes: [{ account: "0xa", asset: "eth", simulated: "1" }] }),
			message("signing.worse.loss"),
		],
		[
			"would pay a new recipient",
			worse({ receivers: [{ to: "0xb", asset: "eth", simulated: "1" }] }),
			message("signing.worse.receiver", { address: "0xb" }),
		],
		[
			"would give somebody an allowance",
			worse({ rights: [{ holder: "0xb", account: "0xa", scope: "usdc", extent: "1", until: null }] }),
			message("signing.worse.right", { address: "0xb" }),
		],
		["is unexplained", worse({ unexplained: ["0xb"] }), message("signing.worse.unexplained")],
		["takes control", worse({ losesControl: true }), message("signing.worse.control")],
	])("ends if its second step %s: that and the third are not signed", async (__, check, why) => {
		scene = open();
		scene.onCheck = laterOn(check);
		await firstStep();
		await over();
		expect(states()).toEqual(["settled confirmed", "refused unsigned", "settled skipped"]);
		expect(scene.signer.signed).toBe(1);
		expect(scene.chain.sent).toHaveLength(1);
		expect(scene.stepRow(2).text).toEqual(restText(why));
		expect(scene.parent()).toMatchObject({ outcome: "failed", live: false });
		expect(scene.parent().text).toEqual(message("signing.step", { step: "2", told: restText(why) }));
	});

	it("is not signed at all if its first step would be worse, and may be approved again", async () => {
		scene = open();
		scene.onCheck = () => worse({ simulation: "failed" });
		scene.begin();
		await over();
		expect(scene.signer.signed).toBe(0);
		expect(scene.parent()).toMatchObject({ state: "refused", outcome: "unsigned", live: false });
		scene.onCheck = () => stepCheckOf(SHOWN_EFFECTS);
		scene.begin();
		await scene.runToEnd();
		expect(scene.parent().outcome).toBe("confirmed");
	});

	it("ends if the vault is locked between two steps, even if it is open again at the next", async () => {
		scene = open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.locks += 1;
		await scene.until(() => scene.stepRow(2).state === "refused");
		// The first step is still pending, and is followed to its end.
		expect(scene.stepRow(1).state).toBe("submitted");
		scene.chain.mine(scene.stepRow(1).transactionId ?? "");
		await over();
		expect(states()).toEqual(["settled confirmed", "refused unsigned", "settled skipped"]);
		expect(scene.stepRow(2).text).toEqual(restText(message("signing.locked-since")));
		expect(scene.signer.signed).toBe(1);
	});

	it("ends if the vault is locked while a step is simulated", async () => {
		scene = open();
		scene.onCheck = (step) => {
			if (step === 1) scene.locks += 1;
			return stepCheckOf(SHOWN_EFFECTS);
		};
		await firstStep();
		await over();
		expect(scene.signer.signed).toBe(1);
		expect(scene.stepRow(2).text).toEqual(restText(message("signing.locked-since")));
	});

	it("lets a step that is being signed finish if the vault is locked meanwhile, and ends the rest", async () => {
		scene = open();
		scene.signer.during = async () => {
			scene.locks += 1;
			for (let turns = 0; turns < 20; turns += 1) await new Promise<void>((done) => setImmediate(done));
		};
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.chain.mine(scene.stepRow(1).transactionId ?? "");
		await over();
		expect(states()).toEqual(["settled confirmed", "refused unsigned", "settled skipped"]);
	});

	it("ends ten minutes after the approval, while the first step is still pending", async () => {
		scene = open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.clock.advance(9.9 * 60_000);
		await scene.pass(2_000);
		expect(scene.stepRow(2).state).toBe("approved");
		await scene.pass(20_000);
		expect(scene.stepRow(2)).toMatchObject({ state: "refused", outcome: "unsigned" });
		expect(scene.stepRow(2).text).toEqual(restText(message("signing.approved.too-long-ago")));
		scene.chain.mine(scene.stepRow(1).transactionId ?? "");
		await over();
		expect(scene.signer.signed).toBe(1);
	});

	it("ends if a rule stops the next step", async () => {
		scene = open();
		await firstStep();
		scene.rules = {
			...NO_RULES,
			stored: { ok: true, rules: [HOURS] },
			request: REQUEST,
		};
		await over();
		expect(states()).toEqual(["settled confirmed", "refused unsigned", "settled skipped"]);
		expect(scene.stepRow(2).text).toEqual(restText(message("signing.rest.rule")));
		// Only the user learns which rule stopped it.
		expect(detailOf(scene.journal.steps(scene.stepRow(2).id), "refused")).toEqual({
			kind: "stopped_by",
			rules: [{ id: "hours", name: "Office hours" }],
		});
		expect(JSON.stringify(scene.actions.answers)).not.toContain("Office hours");
	});

	it.each([
		["continues although a rule refuses, if the user allowed it once", 0, "confirmed"],
		["ends if the rules changed after the user allowed it once", Number.MAX_SAFE_INTEGER, "failed"],
	] as const)("%s", async (__, rulesAt, outcome) => {
		scene = open();
		scene.begin();
		const setAside = writeDetail({ kind: "allowed_once", rules: [{ id: "hours", name: "Office hours" }] });
		scene.db
			.prepare("UPDATE journal_steps SET detail = ? WHERE row_id = ? AND step = 'approved'")
			.run(setAside, scene.parent().id);
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.rules = { ...NO_RULES, stored: { ok: true, rules: [HOURS] }, request: REQUEST };
		scene.rulesAt = rulesAt;
		await scene.runToEnd();
		expect(scene.parent().outcome).toBe(outcome);
	});

	it("ends if another transaction took the nonce of the next step", async () => {
		scene = open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.chain.mine(scene.stepRow(1).transactionId ?? "");
		scene.chain.useNonce(12n);
		await over();
		expect(states()).toEqual(["settled confirmed", "refused unsigned", "settled skipped"]);
		expect(scene.signer.signed).toBe(1);
		expect(scene.checked).toEqual([1]);
	});

	it("ends if the rules can't be read any more", async () => {
		scene = open();
		await firstStep();
		scene.rules = { ...NO_RULES, stored: { ok: false } };
		await over();
		expect(scene.signer.signed).toBe(1);
		expect(scene.stepRow(2).outcome).toBe("unsigned");
	});

	it("waits while the rules can't be read before the vault is open, even if its key is elsewhere", async () => {
		scene = open();
		await firstStep();
		scene.rules = { ...NO_RULES, stored: { ok: false, why: "locked" } };
		await scene.until(() => scene.stepRow(1).state === "settled");
		await scene.pass(60_000);
		expect(scene.stepRow(2).state).toBe("approved");
		expect(scene.signer.signed).toBe(1);
		scene.rules = NO_RULES;
		await scene.runToEnd();
		expect(scene.parent().outcome).toBe("confirmed");
	});

	it("does not count its own steps as spent before", async () => {
		scene = open();
		scene.onCheck = () => stepCheckOf(SHOWN_EFFECTS, { facts: SPENDING });
		scene.rules = {
			...NO_RULES,
			stored: { ok: true, rules: [DAY] },
			request: REQUEST,
		};
		scene.begin();
		await scene.runToEnd();
		expect(scene.parent().outcome).toBe("confirmed");
	});

	it("queries an RPC that doesn't answer a few times, then ends", async () => {
		scene = open();
		const silent = message("chain.unusable");
		scene.onCheck = laterOn(worse({ simulation: "missing" }));
		const first = scene.onCheck;
		scene.onCheck = async (step) => ({ ...(await first(step)), unanswered: step === 0 ? null : silent });
		await firstStep();
		await scene.until(() => scene.checked.length === 3);
		expect(scene.stepRow(2)).toMatchObject({ state: "approved", text: silent });
		await over();
		expect(scene.checked).toEqual([1, 2, 2, 2, 2, 2]);
		expect(scene.stepRow(2).text).toEqual(restText(message("signing.worse.not-simulated")));
		expect(scene.signer.signed).toBe(1);
	});

	it("continues if the RPC answers again", async () => {
		scene = open();
		let silent = 2;
		scene.onCheck = (step) => {
			if (step === 0 || silent === 0) return stepCheckOf(SHOWN_EFFECTS);
			silent -= 1;
			return stepCheckOf(SHOWN_EFFECTS, { unanswered: message("chain.unusable") });
		};
		await firstStep();
		await scene.runToEnd();
		expect(scene.parent().outcome).toBe("confirmed");
	});

	it("trusts no simulation from before the previous step's block", async () => {
		scene = open();
		let at = 11n;
		scene.onCheck = (step) => stepCheckOf(SHOWN_EFFECTS, { at: step === 0 ? 11n : at });
		await firstStep();
		await scene.until(() => scene.checked.length === 2);
		expect(scene.stepRow(2).text).toEqual(message("chain.step-not-simulated"));
		expect(scene.signer.signed).toBe(1);
		at = 12n;
		await scene.runToEnd();
		expect(scene.parent().outcome).toBe("confirmed");
	});

	it("signs no remaining step after a restart until the vault is open, and none after ten minutes", async () => {
		scene = open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.signer.stands = "locked";
		scene.chain.mine(scene.stepRow(1).transactionId ?? "");
		await scene.restart();
		scene.clock.advance(9 * 60_000);
		await scene.pass(20_000);
		expect(scene.signer.signed).toBe(1);
		expect(scene.stepRow(2).state).toBe("approved");
		scene.clock.advance(2 * 60_000);
		scene.signer.stands = "ready";
		await over();
		expect(scene.signer.signed).toBe(1);
		expect(scene.stepRow(2).text).toEqual(restText(message("signing.approved.too-long-ago")));
	});

	it("signs the remaining steps after a restart once the vault is open, after another simulation", async () => {
		scene = open();
		scene.begin();
		await scene.until(() => scene.stepRow(1).state === "submitted");
		scene.signer.stands = "locked";
		scene.chain.mine(scene.stepRow(1).transactionId ?? "");
		await scene.restart();
		await scene.pass(60_000);
		expect(scene.signer.signed).toBe(1);
		scene.signer.stands = "ready";
		await scene.runToEnd();
		expect(scene.checked).toEqual([1, 2, 3]);
		expect(scene.parent().outcome).toBe("confirmed");
	});

	it("ends if no record says what the user saw of the remaining steps", async () => {
		scene = open();
		await firstStep();
		await scene.runner().stop();
		scene.db.exec("UPDATE journal SET predicted = json_remove(predicted, '$.shown') WHERE place > 0");
		await scene.restart();
		await over();
		expect(scene.signer.signed).toBe(1);
		expect(scene.stepRow(2).text).toEqual(restText(message("signing.worse.not-simulated")));
	});
});

describe("a crash at any step while the remaining steps are cut short", () => {
	it("never signs the remaining steps, sends nothing twice, and ends", async () => {
		const open = () => {
			scene = openActionScene(evmAction(2));
			scene.onCheck = laterOn(worse({ simulation: "failed" }));
		};
		open();
		scene.begin();
		await scene.runToEnd();
		const moments = scene.steps.length;
		await scene.close();
		expect(moments).toBeGreaterThan(10);
		for (let n = 0; n < moments; n += 1) {
			open();
			expect(await scene.crashAt(n), `moment ${n}`).toBe(true);
			const isUnderWay = scene.journal.unsettled().length > 0;
			scene.onStep = () => {};
			await scene.restart();
			if (isUnderWay) await scene.runToEnd();
			expect(scene.chain.sent.length, `moment ${n}`).toBeLessThanOrEqual(1);
			expect(scene.signer.signed, `moment ${n}`).toBeLessThanOrEqual(1);
			const rows = scene.journal.rows(SCOPE, 10).flatMap((row) => scene.journal.stepRowsOf(row.id));
			for (const row of rows.filter(({ place }) => place > 0)) {
				expect(row.signature, `moment ${n}`).toBeNull();
				expect(ENDED.has(row.state), `moment ${n}`).toBe(true);
			}
			expect(scene.journal.verify().ok, `moment ${n}`).toBe(true);
			if (n < moments - 1) await scene.close();
		}
	});
});

describe("one transaction alone", () => {
	it("is not simulated again, and waits for the vault as before", async () => {
		scene = openActionScene(evmAction(1));
		scene.locks += 1;
		scene.begin();
		scene.locks += 1;
		await scene.runToEnd();
		expect(scene.checked).toEqual([]);
		expect(scene.parent().outcome).toBe("confirmed");
	});
});

describe("two transactions on Solana", () => {
	it("are simulated again, each on the state after the one before it", async () => {
		scene = openActionScene(svmAction());
		scene.begin();
		await scene.runToEnd();
		expect(scene.checked).toEqual([1, 2]);
		expect(scene.parent().outcome).toBe("confirmed");
	});
});

const SCOPE_ALL: Rule["scope"] = { accounts: "all", agents: "all", apps: "all", chains: "all" };
const HOURS: Rule = {
	kind: "hours",
	id: "hours",
	name: "Office hours",
	scope: SCOPE_ALL,
	from: 0,
	to: 1,
	days: [0],
};
const ETH = { address: "native", symbol: "ETH", decimals: 18 } as const;
const DAY: Rule = {
	kind: "spend_day",
	id: "day",
	name: "A day",
	scope: { ...SCOPE_ALL, chains: ["8453"] },
	asset: ETH,
	most: 100n,
};
const SPENDING = {
	...PLAIN_ITEM,
	spends: { certain: true, amounts: [{ asset: "native", amount: "100" }] },
};
const REQUEST: NonNullable<PolicyContext["request"]> = {
	account: "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
	chainRef: "8453",
	apps: [],
	agent: null,
	onLedger: false,
	onlyCostsFee: false,
	instead: null,
};
