import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { detailOf } from "../../../../src/core/journal/details.ts";
import { type Message, message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { areLiftable, refusalsOf } from "../../../../src/core/rules/check-rules.ts";
import { authorize } from "../../../../src/main/signing/authorize.ts";
import { JournalDb } from "../../../../src/main/storage/journal-db.ts";
import {
	changed,
	commit,
	frozenOf,
	OTHER,
	payload,
	request,
	SIGNER,
	simulation,
	transaction,
} from "../../core/match/honest.ts";
import {
	day,
	dollarsDay,
	EVERYWHERE,
	policyContextWith,
	request as policyRequest,
	rule,
	spendingItem,
} from "../../core/rules/scene.ts";
import { PREDICTED } from "../storage/kept.ts";
import { approvalOf, EXPIRY, openScene, PLAIN_ITEM, type Scene, START } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** The authorization, the only way to a signature, which checks the frozen review again. */

let scene: Scene;
beforeEach(async () => {
	scene = openScene();
	await scene.runner().stop();
});
afterEach(() => scene.close());

/** Checks that the approval is refused with this text, and that the journal stays empty. */
function expectShut(change: Parameters<Scene["approve"]>[0], text: Message): void {
	const passage = scene.approve(change);
	expect(passage).toMatchObject({ ok: false, text });
	expect(scene.journal.unsettled()).toEqual([]);
}

describe("the authorization", () => {
	it("stores exactly the approved request, before anything else", () => {
		const passage = scene.approve();
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		const { row } = passage;
		expect(row).toMatchObject({ state: "approved", live: true, nonce: 11n, broadcaster: "wallet" });
		expect(row.frozen).toEqual(scene.frozen);
		expect(row.fingerprint).toBe(fingerprintOf(scene.frozen));
		expect(row.approvedAt).toBe(START);
		expect(scene.steps).toEqual(["before approved", "after approved"]);
	});

	it("is refused while an older journal may have unfinished rows, for a user's own transactions too", () => {
		const journal = new JournalDb(scene.db, { now: () => START, hasOlderUnsettled: true });
		const stopped = { ...policyContextWith([]), stored: { ok: false, why: "older_journal" } } as const;
		const text = sentences(message("against.older-journal"), message("nothing-signed"));
		const parts = { journal, runner: scene.runner() };
		expect(authorize(parts, approvalOf(commit()), START, 0)).toMatchObject({ ok: false, text });
		// The rules refuse it too, so the review offers no approval, and no password lifts the refusal.
		const takesBack = policyRequest({ onlyCostsFee: true });
		const refusals = refusalsOf({ ...stopped, request: takesBack }, [PLAIN_ITEM]);
		expect(refusals).toMatchObject([{ ruleId: "", text: message("against.older-journal"), passing: false }]);
		expect(areLiftable(refusals)).toBe(false);
		expect(scene.journal.unsettled()).toEqual([]);
	});

	it("is refused if the fingerprint is of another request", () => {
		expectShut(
			{ fingerprint: "0".repeat(64) },
			sentences(message("signing.authorize.other-fingerprint"), message("nothing-signed")),
		);
		const other = frozenOf(commit({ action: { kind: "sign", payload: payload({ value: "1" }) } }));
		expectShut(
			{ frozen: other },
			sentences(message("signing.authorize.other-fingerprint"), message("nothing-signed")),
		);
	});

	it.each([
		["value", payload({ value: "1" })],
		["target", payload({ to: OTHER })],
		["data", payload({ data: "0x" })],
		["signer", payload({}, { signer: OTHER })],
		["chain", payload({}, { chain_id: 1 })],
	])("is refused if the payload's %s is not the review's", (_, lie) => {
		const frozen = { ...scene.frozen, payload: lie };
		expectShut(
			{ frozen, fingerprint: fingerprintOf(frozen) },
			sentences(message("signing.authorize.not-matched"), message("nothing-signed")),
		);
	});

	it("is refused if the simulation failed", () => {
		const failed = request(undefined, simulation({ status: "failed" }));
		const frozen = { ...scene.frozen, request: failed, legs: [failed] };
		expectShut(
			{ frozen, fingerprint: fingerprintOf(frozen) },
			sentences(message("signing.authorize.not-matched"), message("nothing-signed")),
		);
	});

	it("is refused for another kind of payload", () => {
		const frozen = changed(scene.frozen, (copy) => {
			Object.assign(copy, { payload: { kind: "svm_transaction", signer: "s", transaction_base64: "" } });
		});
		expectShut(
			{ frozen, fingerprint: fingerprintOf(frozen) },
			sentences(message("signing.authorize.not-matched"), message("nothing-signed")),
		);
	});

	it("is refused if the offer has expired, to the millisecond", () => {
		scene.clock.advance(EXPIRY - START);
		expectShut({}, sentences(message("signing.expired"), message("nothing-signed")));
	});

	it("judges the expiry by the service's clock, ahead of or behind ours", () => {
		const parts = { journal: scene.journal, runner: scene.runner() };
		const approved = approvalOf(commit());
		expect(authorize(parts, approved, START, START - EXPIRY)).toMatchObject({ ok: false });
		expect(authorize(parts, approved, EXPIRY + 59_999, 60_000)).toMatchObject({ ok: true });
	});

	it("is permitted a millisecond before the expiry", () => {
		scene.clock.advance(EXPIRY - START - 1);
		expect(scene.approve().ok).toBe(true);
	});

	it("is refused for an already approved commit", () => {
		scene.approve();
		expect(scene.approve()).toMatchObject({
			ok: false,
			text: sentences(message("signing.authorize.twice"), message("nothing-signed")),
		});
		expect(scene.journal.unsettled()).toHaveLength(1);
	});

	it("is refused for another commit with a nonce in use, and names its owner", () => {
		scene.approve();
		const other = approvalOf(commit({ commit_id: "commit-2" }));
		expect(scene.approve(other)).toMatchObject({
			ok: false,
			text: sentences(
				message("signing.authorize.held", { nonce: "11", headline: verbatim("Allow 25 TUSD") }),
				message("nothing-signed"),
			),
		});
		expect(scene.journal.unsettled()).toHaveLength(1);
	});

	it("is refused for a nonce in use by any identity", () => {
		scene.approve({ scope: "production/somebody-else" });
		expect(scene.approve(approvalOf(commit({ commit_id: "commit-2" })))).toMatchObject({ ok: false });
	});
});

describe("the user's rules at authorization", () => {
	const limit = day(100n, { ...EVERYWHERE, chains: ["8453"] });
	const OF = policyRequest({ account: SIGNER.toLowerCase() });

	/** Returns an approval that spends this much under these rules; the journal row records the same amount. */
	function under(amount: bigint, rules = [limit], request: typeof OF | null = OF) {
		const item = spendingItem(amount);
		const predicted = { ...PREDICTED, mostFee: "0", spends: item.spends };
		return {
			steps: [{ headline: "Pay", predicted }],
			policy: { context: policyContextWith(rules, { request }), items: [item] },
		};
	}

	const another = (amount: bigint) => {
		const view = commit({
			commit_id: "commit-2",
			action: { kind: "sign", payload: payload({}, { nonce: 12 }) },
		});
		return approvalOf(view, under(amount));
	};

	it("refuse with the rule's name, and nothing is in the journal", () => {
		expectShut(
			under(101n),
			sentences(
				sentences(
					message("rule.stops", {
						name: "Rule r1",
						fault: message("rule.fault.over-day", {
							amount: message("rule.amount", { amount: "0.000000000000000101", symbol: "ETH" }),
							before: message("rule.amount", { amount: "0", symbol: "ETH" }),
							most: message("rule.amount", { amount: "0.0000000000000001", symbol: "ETH" }),
						}),
						waiting: false,
					}),
				),
				message("nothing-signed"),
			),
		);
	});

	it("permit allowed requests", () => {
		expect(scene.approve(under(100n)).ok).toBe(true);
	});

	it("include the approval right before, so that two together never pass a daily limit", () => {
		expect(scene.approve(under(60n)).ok).toBe(true);
		const second = scene.approve(another(41n));
		expect(second).toMatchObject({
			ok: false,
			text: sentences(
				sentences(
					message("rule.stops", {
						name: "Rule r1",
						fault: message("rule.fault.over-day", {
							amount: message("rule.amount", { amount: "0.000000000000000041", symbol: "ETH" }),
							before: message("rule.amount", { amount: "0.00000000000000006", symbol: "ETH" }),
							most: message("rule.amount", { amount: "0.0000000000000001", symbol: "ETH" }),
						}),
						waiting: true,
					}),
				),
				message("nothing-signed"),
			),
		});
		expect(scene.journal.unsettled()).toHaveLength(1);
		expect(scene.approve(another(40n)).ok).toBe(true);
	});

	it("count from the journal, whatever was counted when the review was composed", () => {
		expect(scene.approve(under(60n)).ok).toBe(true);
		const stale = another(60n);
		// The review's context says that nothing was spent yet.
		expect(stale.policy.context.spent().amounts.size).toBe(0);
		expect(scene.approve(stale).ok).toBe(false);
	});

	it("count each network's own spending for a limit in dollars", () => {
		const dollars = dollarsDay(10_000n, { ...EVERYWHERE, chains: ["1", "8453"] });
		const price = { answer: 2_500n * 10n ** 8n, decimals: 8, feed: "ETH / USD", at: START };
		const prices = () => ({ kind: "price", price, sure: true }) as const;
		const of = (change: ReturnType<typeof under>) => ({
			...change,
			policy: { ...change.policy, context: { ...change.policy.context, prices } },
		});
		// $60 were spent on Ethereum a moment ago.
		const before = under(24n * 10n ** 15n, []);
		const elsewhere = approvalOf(commit({ commit_id: "commit-2" }));
		const { row } = { row: scene.approve({ ...elsewhere, ...before }) };
		if (!row.ok) throw new Error(rowTextCodes(row.text).join());
		scene.db.prepare("UPDATE journal SET chain_ref = '1' WHERE id = ?").run(row.row.id);
		expect(scene.approve(of(under(17n * 10n ** 15n, [dollars])))).toMatchObject({ ok: false });
		expect(scene.approve(of(under(16n * 10n ** 15n, [dollars])))).toMatchObject({ ok: true });
	});

	it("count only the spending of the agents that a limit names, as the review did", () => {
		const ofAgent = day(100n, { ...EVERYWHERE, chains: ["8453"], agents: ["agent-1"] });
		const proposed = policyRequest({ account: SIGNER.toLowerCase(), agent: "agent-1" });
		// Requested by the service, not by the agent.
		expect(scene.approve(under(60n)).ok).toBe(true);
		const second = another(60n);
		const rules = policyContextWith([ofAgent], { request: proposed });
		expect(scene.approve({ ...second, policy: { ...second.policy, context: rules } }).ok).toBe(true);
	});

	it("are set aside only for the refusals that the user allows once, and the journal names them", () => {
		const refused = under(101n);
		const { context: as, items } = refused.policy;
		const exception = refusalsOf(as, items);
		const allowing = (change: Partial<typeof as>) => ({
			...refused,
			policy: { items, context: { ...as, exception, ...change } },
		});
		// Another rule also refuses, or the same rule with another amount. Neither was allowed.
		const stricter = rule({ kind: "recipients", addresses: [], contacts: false }, EVERYWHERE, "r2");
		const strange = [{ ...spendingItem(101n), recipients: [OTHER] }];
		expect(
			scene.approve({
				...refused,
				policy: {
					items: strange,
					context: { ...as, exception, stored: { ok: true, rules: [limit, stricter] } },
				},
			}),
		).toMatchObject({ ok: false });
		expect(
			scene.approve(allowing({ stored: { ok: true, rules: [day(100n - 1n, limit.scope)] } })),
		).toMatchObject({ ok: false });
		// Refusals from unreadable rules can't be lifted.
		const unreadable = { ok: false } as const;
		const asUnreadable = refusalsOf({ ...as, stored: unreadable }, items);
		expect(scene.approve(allowing({ stored: unreadable, exception: asUnreadable }))).toMatchObject({
			ok: false,
		});
		expect(scene.journal.unsettled()).toEqual([]);
		const passage = scene.approve(allowing({}));
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		expect(detailOf(scene.journal.steps(passage.row.id), "approved")).toEqual({
			kind: "allowed_once",
			rules: [{ id: "r1", name: "Rule r1" }],
		});
		expect(scene.journal.verify()).toMatchObject({ ok: true });
	});

	it("stay out of the journal if nothing was set aside", () => {
		const passage = scene.approve(under(100n));
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		expect(detailOf(scene.journal.steps(passage.row.id), "approved")).toBeNull();
	});

	it("ignore spending older than a day", () => {
		expect(scene.approve(under(100n)).ok).toBe(true);
		scene.journal.step(scene.row().id, ["approved"], "signing");
		scene.journal.step(scene.row().id, ["signing"], "signed", {
			signature: { kind: "one", bytes: "0x01" },
			transactionId: "0x02",
		});
		scene.clock.advance(86_400_000);
		const later = commit({
			commit_id: "commit-2",
			review: {
				version: 1,
				revision: 1,
				digest: "digest-1",
				request: request([transaction({ expires_at: 1_790_090_000 })]),
				legs: [request([transaction({ expires_at: 1_790_090_000 })])],
			},
			action: { kind: "sign", payload: payload({}, { nonce: 12 }) },
		});
		expect(scene.approve(approvalOf(later, under(100n)))).toMatchObject({ ok: true });
	});

	it("refuse everything if they can't be read, or can't be applied to all of it", () => {
		expectShut(
			{ policy: { context: { ...policyContextWith([]), stored: { ok: false } }, items: [PLAIN_ITEM] } },
			sentences(sentences(message("rule.unreadable")), message("nothing-signed")),
		);
		expectShut(
			{ policy: { context: policyContextWith([]), items: [] } },
			sentences(message("signing.authorize.rules-unclear"), message("nothing-signed")),
		);
		expectShut(
			under(1n, [limit], null),
			sentences(sentences(message("rule.nobodys-request")), message("nothing-signed")),
		);
	});

	it("refuse an unsimulated request, if they require a simulation", () => {
		const rules = [rule({ kind: "simulated" })];
		const policy = {
			context: policyContextWith(rules),
			items: [{ ...PLAIN_ITEM, simulated: "not" as const }],
		};
		expectShut(
			{ policy },
			sentences(
				sentences(
					message("rule.stops", {
						name: "Rule r1",
						fault: message("rule.fault.not-simulated"),
						waiting: false,
					}),
				),
				message("nothing-signed"),
			),
		);
	});
});
