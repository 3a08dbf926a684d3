import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import type { ApprovalRequest, PlannedRevocation } from "../../../../src/core/review/approval-request.ts";
import { composeReview } from "../../../../src/core/review/compose.ts";
import type { Review } from "../../../../src/core/review/review.ts";
import { NO_RULES } from "../../../../src/core/rules/rules.ts";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import type { Requests } from "../../../../src/main/inbox/requests/requests.ts";
import { Editing } from "../../../../src/main/reviewing/editing.ts";
import type { Replacements } from "../../../../src/main/reviewing/own/replacements.ts";
import type { Revocations } from "../../../../src/main/reviewing/own/revocations.ts";
import type { Transfers } from "../../../../src/main/reviewing/own/transfers.ts";
import { RequestEdits } from "../../../../src/main/reviewing/request-services.ts";
import type { WindowRoute } from "../../../../src/main/window-route.ts";
import { proposalOf, requestOfProposal } from "../../../fixtures/proposals.ts";
import { requestOfRevocation } from "../../../fixtures/requests.ts";
import { stub } from "../../../fixtures/stub.ts";
import { codesOf } from "../../../support/saying.ts";
import { OWNER, payload, request as requestOf, simulation, transaction } from "../../core/match/honest.ts";
import { evmRevocation } from "../../core/match/revocations.ts";
import { facts, UNPROVEN, user } from "../../core/review/scene.ts";
import { action as actionOf, proposalReview } from "../../core/review/several.ts";
import { evmAction } from "../signing/actions-scene.ts";

/** Changes of a request in its review. They are refused unless exactly that review is shown and still open. */

const FINGERPRINT = "a".repeat(64);
const REVIEW = proposalReview(actionOf(requestOf([transaction()], simulation())), [payload()], {});
const ENTRY = requestOfProposal(proposalOf(evmAction(1)).action).entryId;

function scene() {
	const { action, frozen } = proposalOf(evmAction(1));
	const edits = new RequestEdits();
	const state = {
		now: 1_000,
		route: { kind: "entry", entryId: ENTRY, mode: "review" } as WindowRoute,
		isThere: true,
		row: null as Entry["row"],
		isRejected: false,
		fingerprint: FINGERPRINT,
		expiresAt: null as number | null,
		/** Promise that loading the changed request waits for. */
		loading: null as Promise<void> | null,
		isReviewable: true,
		/** The user's own revocation, in place of the proposal. */
		own: null as { readonly request: ApprovalRequest; readonly review: Review } | null,
		onRevocation: (_keeps: bigint | null | undefined): void => {},
		voids: 0,
		changes: 0,
	};
	const request = (): ApprovalRequest | null => {
		if (!state.isThere) return null;
		if (state.own !== null) return state.own.request;
		const edit = edits.get(ENTRY, action);
		const own = requestOfProposal(action);
		return edit === null ? own : { ...own, edit, source: edit };
	};
	const review = (): Review =>
		state.own === null ? proposed() : { ...state.own.review, fingerprint: state.fingerprint };
	const proposed = (): Review => ({
		...REVIEW,
		request: request() ?? requestOfProposal(action),
		frozen: state.isReviewable ? frozen : null,
		fingerprint: state.fingerprint,
		expiresAt: state.expiresAt,
		analyses: [],
		match: { verdict: "refused", checks: [] },
	});
	const editing = new Editing({
		clock: { now: () => state.now },
		window: { route: () => state.route },
		inbox: {
			entry: () => (state.isThere ? stub<Entry>({ row: state.row }) : null),
			rejections: { isPending: () => state.isRejected },
		},
		requests: {
			requests: stub<Requests>({ get: request, asks: () => state.isThere }),
			edits,
			replacements: stub<Replacements>({}),
			revocations: stub<Revocations>({
				change: async (planned: PlannedRevocation, { keeps }: { readonly keeps?: bigint | null }) => {
					state.onRevocation(keeps);
					return { ok: true, planned };
				},
			}),
			transfers: stub<Transfers>({}),
		},
		reviews: {
			composeCurrent: () => review(),
			load: async () => {
				await state.loading;
				return review();
			},
		},
		tickets: {
			void: () => {
				state.voids += 1;
			},
		},
		changed: () => {
			state.changes += 1;
		},
	});
	const choose = (speed: "slow" | "fast" = "fast", fingerprint = FINGERPRINT) =>
		editing.chooseFee({ entryId: ENTRY, fingerprint, fee: { speed } });
	return { state, edits, editing, action, choose };
}

const composedRevocation = (request: ApprovalRequest): Review =>
	composeReview({
		...OWNER,
		request,
		freezing: { ok: true, frozen: evmRevocation() },
		answers: [{ family: "evm", facts: facts() }],
		user: user(),
		now: 1_000,
		lane: { sameNonceHeadline: null },
		previous: null,
		confirmedByGet: true,
		session: { id: "own-wishes", title: "Yours", app: null },
		contextChecks: [],
		blindAllowed: false,
		opinion: UNPROVEN,
		policy: NO_RULES,
	});

const codeOf = (outcome: Awaited<ReturnType<Editing["chooseFee"]>>) =>
	outcome.ok ? "done" : codesOf(outcome.text).join();

describe("a change in a review", () => {
	it("voids the ticket at once, and again when the change is complete", async () => {
		const one = scene();
		const loading = Promise.withResolvers<void>();
		one.state.loading = loading.promise;
		const choosing = one.choose();
		expect(one.state.voids).toBe(1);
		expect(one.editing.isChanging(ENTRY)).toBe(true);
		loading.resolve();
		expect(await choosing).toEqual({ ok: true });
		expect(one.state.voids).toBe(2);
		expect(one.editing.isChanging(ENTRY)).toBe(false);
		expect(one.edits.get(ENTRY, one.action)).toEqual({ fee: { speed: "fast" }, lowered: [] });
	});

	it.each<[string, Partial<ReturnType<typeof scene>["state"]>, string]>([
		["the request is gone", { isThere: false }, "app.request-gone"],
		["another screen is open", { route: { kind: "empty" } }, "app.review-not-on-screen"],
		[
			"its progress is open",
			{ route: { kind: "entry", entryId: ENTRY, mode: "progress" } },
			"app.review-not-on-screen",
		],
		[
			"it was approved",
			{ row: stub<NonNullable<Entry["row"]>>({ state: "approved", dead: false }) },
			"app.edit.approved",
		],
		["it was rejected", { isRejected: true }, "app.rejected"],
		["the review shows another object", { fingerprint: "b".repeat(64) }, "app.review-changed"],
		["it has expired", { expiresAt: 1_000 }, "app.edit.expired"],
	])("is refused and voids the ticket if %s", async (_, change, code) => {
		const one = scene();
		Object.assign(one.state, change);
		expect(codeOf(await one.choose())).toBe(code);
		expect(one.state.voids).toBe(1);
		expect(one.edits.get(ENTRY, one.action)).toBeNull();
	});

	it("is refused while another one is being made", async () => {
		const one = scene();
		const loading = Promise.withResolvers<void>();
		one.state.loading = loading.promise;
		const first = one.choose("slow");
		expect(codeOf(await one.choose("fast"))).toBe("app.review-changed");
		loading.resolve();
		expect(await first).toEqual({ ok: true });
		expect(one.edits.fee(ENTRY, one.action)).toEqual({ speed: "slow" });
	});

	it("of a proposal that its agent withdraws meanwhile says that the request is gone", async () => {
		const one = scene();
		const loading = Promise.withResolvers<void>();
		one.state.loading = loading.promise;
		const choosing = one.choose();
		one.state.isThere = false;
		loading.resolve();
		expect(codeOf(await choosing)).toBe("app.request-gone");
		expect(one.editing.isChanging(ENTRY)).toBe(false);
	});

	it("is undone if nothing can be signed with it", async () => {
		const one = scene();
		const choosing = one.choose();
		one.state.isReviewable = false;
		expect(codeOf(await choosing)).toBe("app.edit.failed");
		expect(one.edits.get(ENTRY, one.action)).toBeNull();
	});

	it("of an allowance is refused where the proposal sets none", async () => {
		const one = scene();
		const outcome = await one.editing.lowerAllowance({
			entryId: ENTRY,
			fingerprint: FINGERPRINT,
			place: 0,
			amount: "1",
		});
		expect(outcome).toEqual({ ok: false, text: message("app.edit.not-here") });
	});

	it("of an own revocation lowers it, and never names an amount that is unlimited or unreadable", async () => {
		const planned = requestOfRevocation(evmRevocation(), "TUSD").planned;
		if (planned === null) throw new Error("no plan");
		const own = { ...planned, request: { ...planned.request, allowed: 2n ** 256n - 1n } };
		const request = { ...requestOfRevocation(evmRevocation(), "TUSD"), entryId: ENTRY, planned: own };
		const one = scene();
		const asked: (bigint | null | undefined)[] = [];
		one.state.own = { request, review: composedRevocation(request) };
		one.state.onRevocation = (keeps) => asked.push(keeps);
		const lower = async (amount: string | null) =>
			codeOf(
				await one.editing.lowerAllowance({ entryId: ENTRY, fingerprint: FINGERPRINT, place: 0, amount }),
			);
		expect(await lower("2.5")).toBe("done");
		expect(await lower("0")).toBe("done");
		expect(await lower(null)).toBe("done");
		expect(asked).toEqual([2_500_000n, null, null]);
		expect(await lower(`3${"0".repeat(33)}`)).toBe("app.edit.would-raise");
		expect(await lower("1e5")).toBe("app.edit.not-lowerable");
		expect(await lower("-1")).toBe("app.edit.not-lowerable");
		expect(asked).toHaveLength(3);
		one.state.own = { request: { ...request, planned: null }, review: composedRevocation(request) };
		expect(await lower("2.5")).toBe("app.edit.not-here");
	});

	it("counts for the request that was changed, and for no newer revision of it", () => {
		const { edits, action } = scene();
		edits.set(ENTRY, action, { fee: { speed: "fast" }, lowered: [] });
		expect(edits.get(ENTRY, { ...action })).toBeNull();
		edits.set(ENTRY, action, null);
		expect(edits.get(ENTRY, action)).toBeNull();
		for (let at = 0; at <= 200; at += 1)
			edits.set(`entry-${at}`, action, { fee: { speed: "slow" }, lowered: [] });
		expect([edits.get("entry-0", action), edits.get("entry-200", action)?.fee]).toEqual([
			null,
			{ speed: "slow" },
		]);
	});
});
