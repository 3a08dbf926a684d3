import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { message } from "../../src/core/localized-text.ts";
import { fieldText } from "../../src/core/review/field-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { OddityName } from "../mock-service/oddities.ts";
import { type Kinds, NOTHING, openKinds } from "../support/kinds.ts";
import { naming, saying, tells } from "../support/saying.ts";

/** Every pending request is notified and can be answered, even if it is a duplicate or unreadable. */

const someone = (): Address => privateKeyToAddress(generatePrivateKey());

describe("no waiting request vanishes", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterEach(() => kinds.world.service.control.settings({ oddities: [] }));
	afterAll(() => kinds?.close());

	const entriesOf = (sessionId: string) =>
		kinds.person.desk().inbox.filter((each) => each.sessionId === sessionId);
	const waiting = (sessionId: string) =>
		kinds.person.until<InboxEntryView>("another entry that waits", () =>
			entriesOf(sessionId).find(({ state }) => state === "waiting"),
		);
	const toldOf = (entryId: string) =>
		kinds.person.ports.desktop.notifications.filter(
			(each) => each.entryId === entryId && each.offer !== undefined,
		);

	const odd = (...oddities: OddityName[]) => kinds.world.service.control.settings({ oddities });

	/** Requests this, and checks that the entry names the unreadable field, is notified and can't be approved. */
	async function unreadable(sentence: string, where: string) {
		const { person } = kinds;
		const entry = await kinds.asked(sentence);
		expect(entry.match).toBe("unreadable");
		await person.until("a notification", () => toldOf(entry.id).length > 0);
		const review = await person.review(entry.id);
		expect(review.approval.possible).toBe(false);
		expect(review.approval.refusals).toContainEqual(naming(where));
		return { entry, review };
	}

	async function rejects(entryId: string) {
		const { person } = kinds;
		expect(await person.callTrusted("reject", { entryId, reason: "Unclear" })).toEqual({ ok: true });
		await person.until("an entry that is over", () =>
			person.desk().inbox.some(({ id, state }) => id === entryId && state === "done"),
		);
	}

	it.each([
		["no_approvals", "request.simulation.approvals"],
		["unknown_action_state", "state"],
	] as const)(
		"an action with %s is reported, names its unreadable member, and is rejected",
		async (name, where) => {
			await odd(name);
			const { entry, review } = await unreadable(`execute: send 0.1 ETH to ${someone()}`, where);
			expect(review.canReject).toBe(true);
			await rejects(entry.id);
			const { resolutions } = await kinds.trace(entry.id);
			expect(resolutions).toMatchObject([{ outcome: "taken" }]);
		},
	);

	it("an action with an unreadable revision is reported, and says why it can't be rejected here", async () => {
		await odd("revision_as_text");
		const { entry, review } = await unreadable(`execute: send 0.1 ETH to ${someone()}`, "revision");
		expect(review.canReject).toBe(false);
		expect(review.approval.refusals).toContainEqual(saying("against.unreadable.no-revision"));
		const answer = await kinds.person.callTrusted("reject", { entryId: entry.id, reason: "Unclear" });
		expect(answer.ok).toBe(false);
		expect(await kinds.trace(entry.id)).toEqual(NOTHING);
	});

	it.each([
		["version_as_text", "version"],
		["unknown_broadcaster", "broadcaster"],
		["unknown_action_kind", "action.kind"],
		["unknown_commit_state", "state"],
	] as const)(
		"a commit with %s is reported, names its unreadable member, and is rejected",
		async (name, where) => {
			await odd(name);
			const { entry } = await unreadable(`send 0.1 ETH to ${someone()}`, where);
			await rejects(entry.id);
			expect((await kinds.trace(entry.id)).signatures).toEqual([]);
		},
	);

	it.each(["missing_nulls", "unknown_transport"] as const)(
		"a commit with %s is signed as usual",
		async (name) => {
			await odd(name);
			const entry = await kinds.asked(`send 0.1 ETH to ${someone()}`);
			expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
			await kinds.outcome(entry.id, "confirmed");
		},
	);

	it("a commit that omits whether a wallet has it waits unsigned, and is signed once it says so", async () => {
		await odd("unstated_attempt");
		const entry = await kinds.asked(`send 0.1 ETH to ${someone()}`);
		const review = await kinds.person.review(entry.id);
		expect(review.checks).toContainEqual(
			expect.objectContaining({ field: fieldText("wallet_attempt"), status: "unknown" }),
		);
		expect(review.approval.possible).toBe(false);
		await odd();
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
	});

	it.each(["unknown_direction", "unknown_standard"] as const)(
		"a commit with %s declares nothing known, and requires a typed word",
		async (name) => {
			await odd(name);
			const entry = await kinds.asked(`send 0.1 ETH to ${someone()}`);
			const review = await kinds.person.review(entry.id, (each) => each.approval.possible);
			expect(review.findings.map(({ id }) => id)).toContain("not-simulated");
			expect(review.approval.word).not.toBeNull();
			expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
			await kinds.outcome(entry.id, "confirmed");
		},
	);

	it("a commit with unknown_fee is signed, and the fee is reported as unknown", async () => {
		await odd("unknown_fee");
		const entry = await kinds.asked(`send 0.1 ETH to ${someone()}`);
		const review = await kinds.person.review(entry.id, (each) => each.approval.possible);
		expect(review.costs?.serviceFee).toEqual(message("cost.service.unlisted", { kind: "sponsored" }));
		expect(await kinds.person.approve(entry.id)).toEqual({ ok: true });
		await kinds.outcome(entry.id, "confirmed");
	});

	it("unknown events are one line, and an unknown sender's text is shown", async () => {
		const { person, world } = kinds;
		await odd("unknown_sender");
		const sessionId = await person.say("hello");
		const notice = { type: "system_notice", text: "Maintenance" };
		await world.service.control.injectEvents({ sessionId, events: [notice, notice, { type: "branch" }] });
		await person.callDesk("watchTranscript", { sessionId });
		const items = await person.until("a line for what is unknown", () => {
			const transcript = person.transcript();
			const found = transcript?.sessionId === sessionId ? transcript.items : [];
			const unknown = found.find(({ kind }) => kind === "unknown");
			const said = found.some((item) => item.kind === "message" && item.from === "supervisor");
			return said && unknown?.kind === "unknown" && unknown.types.length === 2 ? found : null;
		});
		expect(items.filter(({ kind }) => kind === "unknown" || kind === "unreadable")).toHaveLength(1);
		const from = items.flatMap((item) => (item.kind === "message" ? [item.sender] : []));
		expect(from).toEqual(["user", "unknown"]);
	});

	it("a page without a required member is reported plainly, and the connection is not green", async () => {
		const { person } = kinds;
		const { sessionId } = await kinds.asked(`execute: send 0.1 ETH to ${someone()}`);
		await odd("page_without_has_more");
		await person.callDesk("watchTranscript", { sessionId });
		const told = await person.until("a connection that is told to be broken", () => {
			const row = person.desk().sessions.find(({ id }) => id === sessionId);
			return row?.connection.state === "offline" && tells(row.connection.text, naming("has_more"))
				? row
				: null;
		});
		expect(told.connection.text).toEqual(saying("service.page"));
		await person.until("the whole to say so, too", () => person.desk().connection.state === "offline");
		await odd();
		await person.until("all well again", () => person.desk().connection.state !== "offline", 60_000);
	});

	it("“pay Bob again” as an action, after a commit that did it, is a new entry that is reported and requires a typed word", async () => {
		const { person, world } = kinds;
		const bob = someone();
		const first = await kinds.asked(`send 0.1 ETH to ${bob}`);
		expect(await person.approve(first.id)).toEqual({ ok: true });
		await kinds.outcome(first.id, "confirmed");
		await person.until("a commit that is over", () =>
			entriesOf(first.sessionId).some(({ id, state }) => id === first.id && state === "done"),
		);
		await person.say(`execute: send 0.1 ETH to ${bob}`, first.sessionId);
		const again = await waiting(first.sessionId);
		expect(again.id).toMatch(/^action:/);
		expect(again.headline).toEqual(
			saying("token.send", {
				amount: { amount: { raw: "100000000000000000", decimals: 18, symbol: "ETH", checked: true } },
			}),
		);
		await person.until("a notification", () => toldOf(again.id).length > 0);
		const review = await person.review(again.id, (each) => each.approval.possible);
		expect(review.findings.map(({ id }) => id)).toContain("done-before");
		expect(review.approval.word).toBe(bob.slice(-4));
		expect(await person.approve(again.id)).toEqual({ ok: true });
		await kinds.outcome(again.id, "confirmed");
		expect(await world.chain.publicClient.getBalance({ address: bob })).toBe(2n * 10n ** 17n);
	});
});
