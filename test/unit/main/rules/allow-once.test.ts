import { beforeEach, describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { RuleRefusal } from "../../../../src/core/rules/rules.ts";
import { Events } from "../../../../src/main/events.ts";
import {
	ALLOW_ONCE_MS,
	AllowOnce,
	digestOf,
	type RefusedReview,
} from "../../../../src/main/rules/allow-once.ts";
import { commit, frozenOf } from "../../core/match/honest.ts";

/** The user's permission for one approval of exactly the shown request. */

const FROZEN = frozenOf(commit());
const OTHER = frozenOf(commit({ commit_id: "commit-2" }));
const refusal = (ruleId: string, before = "1"): RuleRefusal => ({
	ruleId,
	rule: `Rule ${ruleId}`,
	text: message("rule.fault.over-day", { amount: "2", before, most: "2" }),
	passing: true,
});
const WHAT: RefusedReview = {
	entryId: "commit:1",
	fingerprint: fingerprintOf(FROZEN),
	digest: digestOf(FROZEN),
	refusals: [refusal("r1")],
};

let now = 1_000_000;
let scope = "staging/me";
let version = 3;
let exceptions: AllowOnce;
let changes = 0;
const timers: { readonly at: number; run: (() => void) | null }[] = [];

beforeEach(() => {
	now = 1_000_000;
	scope = "staging/me";
	version = 3;
	changes = 0;
	timers.length = 0;
	let made = 0;
	const events = new Events(() => {});
	events.on("app-changed", () => {
		changes += 1;
	});
	const clock = {
		now: () => now,
		after(ms: number, run: () => void) {
			const timer: (typeof timers)[number] = { at: now + ms, run };
			timers.push(timer);
			return () => {
				timer.run = null;
			};
		},
	};
	exceptions = new AllowOnce(
		{
			ports: { clock },
			events,
			stores: { rules: { version: () => version } },
			signedIn: { current: () => ({ scope }) },
		},
		() => {
			made += 1;
			return `offer-${made}`;
		},
	);
});

/** Adds the permission as the handler does after a correct password. */
function allowed(what = WHAT): void {
	const taken = exceptions.redeem(exceptions.offer(what));
	if (taken === null) throw new Error("not taken");
	expect(exceptions.grant(taken)).toBe(true);
}

describe("an offer", () => {
	it("stays the same while nothing changes, and is used once", () => {
		const offer = exceptions.offer(WHAT);
		expect(exceptions.offer(WHAT)).toBe(offer);
		expect(exceptions.redeem(offer)).toMatchObject(WHAT);
		expect(exceptions.redeem(offer)).toBeNull();
	});

	it.each([
		["entry", { entryId: "commit:2" }],
		["review", { fingerprint: "0".repeat(64) }],
		["digest", { digest: "another" }],
		["rule", { refusals: [refusal("r2")] }],
		["word of a rule", { refusals: [refusal("r1", "5")] }],
		["second rule", { refusals: [refusal("r1"), refusal("r2")] }],
	])("is void for another %s", (_, change) => {
		const offer = exceptions.offer(WHAT);
		expect(exceptions.offer({ ...WHAT, ...change })).not.toBe(offer);
		expect(exceptions.redeem(offer)).toBeNull();
	});

	it("is void once account or rules change", () => {
		const first = exceptions.offer(WHAT);
		scope = "staging/else";
		expect(exceptions.redeem(first)).toBeNull();
		const second = exceptions.offer(WHAT);
		version = 4;
		expect(exceptions.redeem(second)).toBeNull();
	});

	it("is void once the window shows something else", () => {
		const offer = exceptions.offer(WHAT);
		exceptions.attend(WHAT);
		exceptions.attend(null);
		expect(exceptions.redeem(offer)).toBeNull();
	});
});

describe("an exception", () => {
	it("belongs to its frozen review only, with the refusals as shown", () => {
		expect(exceptions.of(FROZEN)).toBeUndefined();
		allowed();
		expect(exceptions.of(FROZEN)).toEqual(WHAT.refusals);
		expect(exceptions.of(OTHER)).toBeUndefined();
		expect(exceptions.of(null)).toBeUndefined();
	});

	it("is not granted if account or rules changed during the password check", () => {
		const taken = exceptions.redeem(exceptions.offer(WHAT));
		if (taken === null) throw new Error("not taken");
		version = 4;
		expect(exceptions.grant(taken)).toBe(false);
		expect(exceptions.of(FROZEN)).toBeUndefined();
	});

	it.each<[string, () => void]>([
		["a lock, or an approval,", () => exceptions.void()],
		["another screen", () => exceptions.attend(null)],
		["another revision on screen", () => exceptions.attend({ ...WHAT, fingerprint: "0".repeat(64) })],
	])("is not granted after %s during the password check, even if that is undone", (_, change) => {
		const taken = exceptions.redeem(exceptions.offer(WHAT));
		if (taken === null) throw new Error("not taken");
		change();
		exceptions.attend(WHAT);
		expect(exceptions.grant(taken)).toBe(false);
		expect(exceptions.of(FROZEN)).toBeUndefined();
	});

	it("is granted once for a request accepted once", () => {
		const taken = exceptions.redeem(exceptions.offer(WHAT));
		if (taken === null) throw new Error("not taken");
		expect(exceptions.grant(taken)).toBe(true);
		exceptions.void();
		expect(exceptions.grant(taken)).toBe(false);
	});

	it("ends after a few minutes, and announces it", () => {
		allowed();
		expect(exceptions.until()).toBe(now + ALLOW_ONCE_MS);
		now += ALLOW_ONCE_MS - 1;
		expect(exceptions.of(FROZEN)).toBeDefined();
		now += 1;
		expect(timers.map(({ at }) => at)).toEqual([now]);
		for (const { run } of timers) run?.();
		expect([changes, exceptions.until(), exceptions.of(FROZEN)]).toEqual([1, null, undefined]);
	});

	it("gets no more time if the clock is set back or jumps", () => {
		allowed();
		now -= 1;
		expect(exceptions.of(FROZEN)).toBeUndefined();
		now += 1;
		expect(exceptions.of(FROZEN)).toBeUndefined();
		allowed();
		now += 24 * 3_600_000;
		expect(exceptions.until()).toBeNull();
	});

	it.each<[string, () => void]>([
		["another account", () => (scope = "staging/else")],
		["other rules", () => (version = 4)],
		["another screen", () => exceptions.attend(null)],
		["another revision on screen", () => exceptions.attend({ ...WHAT, fingerprint: "0".repeat(64) })],
		["another request on screen", () => exceptions.attend({ ...WHAT, entryId: "commit:2" })],
		["its approval", () => exceptions.void()],
	])("is void after %s, even if that is undone", (_, change) => {
		allowed();
		exceptions.attend(WHAT);
		expect(exceptions.of(FROZEN)).toBeDefined();
		change();
		expect(exceptions.of(FROZEN)).toBeUndefined();
		scope = "staging/me";
		version = 3;
		exceptions.attend(WHAT);
		expect(exceptions.of(FROZEN)).toBeUndefined();
	});
});
