import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import type { Review } from "../../../../src/core/review/review.ts";
import type { RuleRefusal } from "../../../../src/core/rules/rules.ts";
import { Events } from "../../../../src/main/events.ts";
import { exceptedOf } from "../../../../src/main/reviewing/consent.ts";
import { Rules } from "../../../../src/main/rules/rules.ts";
import { Signing } from "../../../../src/main/signing/signing.ts";
import type { WindowRoute } from "../../../../src/main/window-route.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";
import { commit, frozenOf } from "../../core/match/honest.ts";
import { intact } from "../integrity/intact.ts";

/** The command that allows a request once: nothing may change between the shown review and the password. */

const GONE = { ok: false, text: saying("app.exception.gone") };
const refusal = (ruleId: string): RuleRefusal => ({
	ruleId,
	rule: `Rule ${ruleId}`,
	text: message("rule.fault.unlimited", { spender: "0x", token: "0x" }),
	passing: false,
});

function reviewOf(byRules: readonly RuleRefusal[] = [refusal("r1")], fingerprint = "a".repeat(64)): Review {
	const approval = {
		possible: false,
		refusals: [],
		word: null,
		wordOf: null,
		wordParty: null,
		causes: [],
		canRetry: false,
		byRules,
	};
	const part: Partial<Review> = { frozen: frozenOf(commit()), fingerprint, approval };
	return part as Review;
}

function scene() {
	const clock = { now: () => 1_000, after: () => () => {} };
	const at: { review: Review | null; place: WindowRoute; version: number } = {
		review: reviewOf(),
		place: { kind: "entry", entryId: "commit:1", mode: "review" },
		version: 1,
	};
	/** Runs while the vault verifies the password. */
	const during = { run: () => {} };
	const vault = {
		status: () => ({ state: "unlocked" }),
		async verifyPassword(password: Uint8Array) {
			during.run();
			const right = new TextDecoder().decode(password) === "right";
			return right ? { ok: true } : { ok: false, text: "That password is wrong." };
		},
	};
	const events = new Events(() => {});
	const rules = new Rules(
		stub({
			ports: { clock },
			events,
			stores: { rules: { version: () => at.version } },
			integrity: intact(),
			wallet: { vault },
			signedIn: { current: () => ({ scope: "staging/me" }) },
		}),
	);
	const { allowOnce } = rules;
	const signing = new Signing(
		stub({
			events,
			window: { route: () => at.place },
			reviewing: { reviews: { composeCurrent: () => at.review } },
			rules,
		}),
	);
	const offer = () => {
		const excepted = at.review === null ? null : exceptedOf(at.review, "commit:1");
		if (excepted === null) throw new Error("nothing to except");
		return allowOnce.offer(excepted);
	};
	const allow = (name: string, password = "right", fingerprint = "a".repeat(64)) =>
		signing.allowOnce({ offer: name, fingerprint, password });
	return { at, during, exceptions: allowOnce, offer, allow };
}

describe("a single permission", () => {
	it("applies to the offered request, once, by the right password", async () => {
		const { offer, allow, exceptions } = scene();
		const name = offer();
		expect(await allow(name)).toEqual({ ok: true });
		expect(exceptions.until()).not.toBeNull();
		expect(await allow(name)).toMatchObject(GONE);
	});

	it("is used up by a wrong password too", async () => {
		const { offer, allow, exceptions } = scene();
		const name = offer();
		expect(await allow(name, "wrong")).toMatchObject({ ok: false, text: "That password is wrong." });
		expect(await allow(name)).toMatchObject(GONE);
		expect(exceptions.until()).toBeNull();
	});

	type Scene = ReturnType<typeof scene>;
	it.each<[string, (one: Scene) => void]>([
		["another revision", ({ at }) => (at.review = reviewOf([refusal("r1")], "b".repeat(64)))],
		["one more rule that refuses", ({ at }) => (at.review = reviewOf([refusal("r1"), refusal("r2")]))],
		["something else than rules against it", ({ at }) => (at.review = reviewOf([]))],
		["a request that is gone", ({ at }) => (at.review = null)],
		["another screen", ({ at }) => (at.place = { kind: "empty" })],
		[
			"another request on screen",
			({ at }) => (at.place = { ...at.place, kind: "entry", entryId: "commit:2", mode: "review" }),
		],
		["other rules", ({ at }) => (at.version = 2)],
	])("is refused for %s, before and during the password check", async (_, change) => {
		const before = scene();
		const first = before.offer();
		change(before);
		expect(await before.allow(first)).toMatchObject(GONE);
		const meanwhile = scene();
		const second = meanwhile.offer();
		meanwhile.during.run = () => change(meanwhile);
		expect(await meanwhile.allow(second)).toMatchObject(GONE);
		expect([before.exceptions.until(), meanwhile.exceptions.until()]).toEqual([null, null]);
	});

	it("is refused under another fingerprint than the offered one", async () => {
		const { offer, allow } = scene();
		expect(await allow(offer(), "right", "b".repeat(64))).toMatchObject(GONE);
	});

	it("is never offered if no rule refuses, or if no rule can be lifted", () => {
		expect(exceptedOf(reviewOf([]), "commit:1")).toBeNull();
	});
});
