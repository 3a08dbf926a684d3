import { afterEach, describe, expect, it } from "vitest";
import { freeze } from "../../../../../src/core/match/freeze.ts";
import { freezeAction } from "../../../../../src/core/match/freeze-action.ts";
import type { RequestOwner } from "../../../../../src/core/match/frozen.ts";
import { givenIntents } from "../../../../../src/core/review/summary.ts";
import type { EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import type { SvmChains } from "../../../../../src/main/chains/svm/chain.ts";
import type { StoredCommit } from "../../../../../src/main/conversations/session-types.ts";
import type { Sessions } from "../../../../../src/main/conversations/sessions.ts";
import { Events } from "../../../../../src/main/events.ts";
import { Entries } from "../../../../../src/main/inbox/entries/entries.ts";
import { entryIdOf } from "../../../../../src/main/inbox/entries/entry.ts";
import { FrozenRequests } from "../../../../../src/main/inbox/requests/frozen-requests.ts";
import { commitRequest, Requests } from "../../../../../src/main/inbox/requests/requests.ts";
import { TurnBudget } from "../../../../../src/main/inbox/turn-budget.ts";
import { Preparing } from "../../../../../src/main/reviewing/facts/preparing.ts";
import type { Replacements } from "../../../../../src/main/reviewing/own/replacements.ts";
import type { Revocations } from "../../../../../src/main/reviewing/own/revocations.ts";
import type { Transfers } from "../../../../../src/main/reviewing/own/transfers.ts";
import { Reviews } from "../../../../../src/main/reviewing/reviews/reviews.ts";
import {
	type CommitTransport,
	type CommitView,
	commitView,
	type ReadCommit,
} from "../../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, OWNER, SIGNER } from "../../../core/match/honest.ts";
import { signRequest } from "../../../core/match/typed-samples.ts";
import { facts, UNPROVEN } from "../../../core/review/scene.ts";
import { reviewInputs } from "../../reviewing/reviews/inputs.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { openScene, SCOPE, type Scene } from "../../signing/scene.ts";

/** A request is frozen only once between the list and the signature. */

const OPERATION = commitView.parse(
	loadExamples().commit_views["evm_needs_signature_sign_user_operation_hosted"],
);

const personal = (message: string) => ({ kind: "evm_personal" as const, message });

let scene: Scene;

afterEach(async () => {
	await scene.close();
});

/** Returns the list, the preparation and the review of one commit, with the same settings. */
function desk(view: CommitView) {
	scene = openScene();
	const settings = { blind: false, owner: OWNER as RequestOwner };
	/** Frozen views, in order. */
	const frozen: CommitView[] = [];
	const frozenRequests = new FrozenRequests({
		owner: () => settings.owner,
		blindAllowed: () => settings.blind,
		transport: () => "sign_and_broadcast",
		freeze(given, ...how) {
			frozen.push(given);
			return freeze(given, ...how);
		},
	});
	const read: ReadCommit = { kind: "known", view, reviewFault: null };
	const stored: StoredCommit = {
		commitId: view.commit_id,
		sessionId: view.thread_id,
		read,
		receivedAt: 1,
		confirmedByGet: 1,
		fault: null,
	};
	const sessions = stub<Sessions>({ commit: () => stored, refreshCommit: async () => read });
	const requests = new Requests(() => sessions, stub<Replacements>({}), stub<Revocations>({}));
	const { clock, journal, lines } = scene;
	const chain = stub<EvmChain>({ facts: async () => facts() });
	const log = (line: string) => lines.push(line);
	const reviews = new Reviews({
		clock,
		log,
		events: new Events(log),
		window: { route: () => ({ kind: "empty" }) },
		budget: new TurnBudget(clock),
		requests,
		preparing: new Preparing({
			chains: { evm: { of: () => chain }, svm: stub<SvmChains>({}) },
			revocations: stub<Revocations>({}),
			transfers: stub<Transfers>({}),
			frozenRequests,
			onHealth: () => {},
			log,
		}),
		opinions: { of: () => UNPROVEN, ask: () => {} },
		inputs: reviewInputs({ owner: () => settings.owner, blindAllowed: () => settings.blind }),
		isRunning: () => true,
	});
	const entries = new Entries(
		stub<ConstructorParameters<typeof Entries>[0]>({
			ports: { settings: { get: () => ({ mutedSessions: [], appLevels: [] }) } },
			clock,
			budget: new TurnBudget(clock),
			stores: { journal },
			networks: { chainNameOf: (chainRef: string) => chainRef },
			fiat: { prices: { of: () => null } },
			rules: { userAddresses: () => [SIGNER], labels: () => ({}), blockedApps: () => new Set() },
			requests: { frozenRequests },
			reviewing: { reviews },
			signedIn: {
				current: () => ({
					scope: SCOPE,
					sessions: { title: () => "Vault deposit" },
					buildCommits: { buildOf: () => null },
				}),
				clockOffset: () => 0,
			},
		}),
		{ snoozedUntil: () => null, isRejected: () => false, onLate: () => {} },
	);
	return {
		settings,
		frozen,
		reviews,
		id: entryIdOf(view.commit_id),
		listed: () => entries.summary(entries.of(commitRequest(stored))),
	};
}

describe("a commit", () => {
	it("is frozen once on its way from the list through its review to the approval", async () => {
		const view = commit();
		const { frozen, reviews, id, listed } = desk(view);
		expect(listed()).toMatchObject({ match: "matched" });
		const loaded = await reviews.load(id);
		const review = reviews.composeCurrent(id);
		if (review?.frozen == null || review.fingerprint === null) throw new Error("nothing was frozen");
		expect(review.frozen).toBe(loaded?.frozen);
		expect(review.approval.possible).toBe(true);
		expect(scene.approve({ frozen: review.frozen, fingerprint: review.fingerprint })).toMatchObject({
			ok: true,
		});
		reviews.composeCurrent(id);
		listed();
		expect(frozen).toEqual([view]);
		await scene.carry("reported");
		expect(scene.row().frozen).toEqual(review.frozen);
		expect(frozen).toHaveLength(1);
	});

	it("is frozen separately right before it is signed, so that the displayed one can't replace it", async () => {
		const { frozen, reviews, id } = desk(commit());
		const review = await reviews.load(id);
		if (review?.frozen == null || review.fingerprint === null) throw new Error("nothing was frozen");
		scene.service.view = { ...scene.service.view, signer: "0x00000000000000000000000000000000000000ff" };
		scene.approve({ frozen: review.frozen, fingerprint: review.fingerprint });
		expect(await scene.carry("refused")).toMatchObject({ outcome: "unsigned" });
		expect(scene.signer.signed).toBe(0);
		expect(frozen).toHaveLength(1);
	});

	it("is bound as blind in the list, its preparation and its review alike, by the setting of that moment", async () => {
		const { settings, frozen, reviews, id, listed } = desk(OPERATION);
		const loaded = await reviews.load(id);
		expect(loaded?.frozen).not.toHaveProperty("blind");
		expect(listed()).toMatchObject({ match: "refused" });
		expect(frozen).toHaveLength(1);
		settings.blind = true;
		expect(reviews.composeCurrent(id)?.frozen).toHaveProperty("blind", true);
		expect(listed()).toMatchObject({ match: reviews.composeCurrent(id)?.match.verdict });
		expect(frozen).toHaveLength(2);
		settings.blind = false;
		expect(reviews.composeCurrent(id)?.frozen).not.toHaveProperty("blind");
		expect(reviews.composeCurrent(id)?.approval.possible).toBe(false);
	});

	it("is never confused with that of somebody else", async () => {
		const { settings, reviews, id } = desk(commit());
		expect((await reviews.load(id))?.frozen).toMatchObject({ identity: OWNER.identity });
		settings.owner = { ...OWNER, identity: "another" };
		expect(reviews.composeCurrent(id)?.frozen).toMatchObject({ identity: "another" });
	});
});

describe("a cached frozen request", () => {
	/** Returns settings that tests change one at a time, and counts how often they freeze a request. */
	function counting() {
		scene = openScene();
		const settings = {
			owner: OWNER as RequestOwner,
			blind: false,
			transport: "sign_and_broadcast" as CommitTransport,
		};
		const made: unknown[] = [];
		const frozenRequests = new FrozenRequests({
			owner: () => settings.owner,
			blindAllowed: () => settings.blind,
			transport: () => settings.transport,
			freeze(...given) {
				made.push(given);
				return freeze(...given);
			},
			freezeAction(...given) {
				made.push(given);
				return freezeAction(...given);
			},
		});
		return { frozenRequests, settings, times: () => made.length };
	}

	type Settings = ReturnType<typeof counting>["settings"];
	const another = { ...OWNER, identity: "another" };
	const elsewhere = { ...OWNER, environment: "another" };
	const table = { table: "T", writable: [], readonly: [] };

	it.each<readonly [string, Partial<Settings>]>([
		["another user", { owner: another }],
		["another environment", { owner: elsewhere }],
		["a user who allows blind signatures", { blind: true }],
		["a user who prefers another route", { transport: "browser_send" }],
	])("of a commit is replaced for %s", (_, change) => {
		const { frozenRequests, settings, times } = counting();
		const view = commit();
		const first = frozenRequests.commit(view, []);
		expect(frozenRequests.commit(view, [])).toBe(first);
		Object.assign(settings, change);
		expect(frozenRequests.commit(view, [])).not.toBe(first);
		expect(times()).toBe(2);
	});

	it("of a commit is replaced for other lookup tables, and for another view with equal content", () => {
		const { frozenRequests, times } = counting();
		const view = commit();
		const first = frozenRequests.commit(view, []);
		const second = frozenRequests.commit(view, [table]);
		expect(second).not.toBe(first);
		expect(frozenRequests.commit(view, [{ ...table, writable: ["A"] }])).not.toBe(second);
		frozenRequests.commit({ ...view }, [{ ...table, writable: ["A"] }]);
		expect(times()).toBe(4);
	});

	it.each<readonly [string, Partial<Settings>]>([
		["another user", { owner: another }],
		["another environment", { owner: elsewhere }],
		["a user who allows blind signatures", { blind: true }],
	])("of an action is replaced for %s", (_, change) => {
		const { frozenRequests, settings, times } = counting();
		const action = actionOf(signRequest(personal("Hello")));
		const ask = () => frozenRequests.action(action, "session-1", [personal("Hello")], undefined);
		const first = ask();
		expect(ask()).toBe(first);
		Object.assign(settings, change);
		expect(ask()).not.toEqual(first);
		expect(times()).toBe(2);
	});

	const build = { digest: "d".repeat(64), place: 0 };
	it.each<
		readonly [string, Parameters<FrozenRequests["action"]> extends [unknown, ...infer Rest] ? Rest : never]
	>([
		["other payloads", ["session-1", [personal("World")], build]],
		["another session", ["session-2", [personal("Hello")], build]],
		["another index in the Build", ["session-1", [personal("Hello")], { ...build, place: 1 }]],
		["no Build", ["session-1", [personal("Hello")], undefined]],
	])("of an action is replaced for %s", (_, asked) => {
		const { frozenRequests, times } = counting();
		const action = actionOf(signRequest(personal("Hello")));
		const first = frozenRequests.action(action, "session-1", [personal("Hello")], build);
		expect(frozenRequests.action(action, "session-1", [personal("Hello")], { ...build })).toBe(first);
		expect(frozenRequests.action(action, ...asked)).not.toBe(first);
		expect(times()).toBe(2);
	});

	it("of an action is replaced for another revision", () => {
		const { frozenRequests } = counting();
		const action = actionOf(signRequest(personal("Hello")));
		const ask = (of: typeof action) =>
			frozenRequests.action(of, "session-1", givenIntents(of) ?? [], undefined);
		expect(ask({ ...action, revision: action.revision + 1 })).not.toEqual(ask(action));
	});

	it("is dropped if others were requested since, and recreated equally", () => {
		const { frozenRequests, times } = counting();
		const action = actionOf(signRequest(personal("Hello")));
		const ask = (of: typeof action) => frozenRequests.action(of, "session-1", [personal("Hello")], undefined);
		const first = ask(action);
		for (let at = 0; at < 200; at += 1) ask({ ...action });
		expect(ask(action)).toEqual(first);
		expect(times()).toBe(202);
	});
});
