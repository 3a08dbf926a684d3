import { describe, expect, it } from "vitest";
import type { RejectionView } from "../../../../src/ipc/inbox.ts";
import { Events } from "../../../../src/main/events.ts";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import { Pager } from "../../../../src/main/inbox/pager.ts";
import { Triage } from "../../../../src/main/inbox/triage.ts";
import { TrustedWindow } from "../../../../src/main/trusted-window.ts";
import { stub } from "../../../fixtures/stub.ts";
import { entry as viewOf } from "../../../preview/samples/desk.ts";

/** Triage of all waiting requests in the trusted window. */

const asked = stub<Extract<Entry["request"], { kind: "commit" }>>({
	kind: "commit",
	read: { kind: "known", view: { batch: null } },
});
const entry = (id: string, change: Partial<Entry> = {}): Entry => ({
	id,
	sessionId: "s",
	request: asked,
	row: null,
	state: "waiting",
	actionable: true,
	firstSeen: 0,
	expiresAt: null,
	note: null,
	...change,
});

const HELD: RejectionView = {
	group: "g",
	entryIds: [],
	headline: "",
	state: "undoable",
	until: 5_000,
	explained: false,
	text: null,
	at: 0,
};

function scene(...ids: readonly string[]) {
	const entries = new Map(ids.map((id) => [id, entry(id)]));
	const held = new Set<string>();
	const sizes: string[] = [];
	let now = 0;
	const loaded: string[] = [];
	const prepared: string[] = [];
	const events = new Events(() => {});
	const window = new TrustedWindow({ raiseTrusted: () => {} }, events);
	const triage = new Triage(
		{
			ports: {
				clock: { now: () => now },
				desktop: { raiseTrusted: () => {}, sizeTrusted: (size) => sizes.push(size) },
			},
			events,
			window,
			reviewing: {
				reviews: {
					load: async (id) => loaded.push(id),
					prepare: (id) => prepared.push(id),
				},
			},
		},
		{
			pager: new Pager(),
			rejections: { view: (id) => (held.has(id) ? { ...HELD, entryIds: [id] } : null) },
			entries: () => [...entries.values()],
			entry: (id) => entries.get(id) ?? null,
			views: (all) => all.map(({ id, state }) => viewOf({ id, state, expiresAt: null, arrivedAt: 0 })),
		},
	);
	const end = (id: string, state: Entry["state"] = "settling") =>
		entries.set(id, entry(id, { state, actionable: false }));
	const current = () => {
		const route = window.route();
		return route.kind === "entry" ? `${route.mode} ${route.entryId}` : route.kind;
	};
	return {
		triage,
		window,
		events,
		entries,
		sizes,
		loaded,
		prepared,
		current,
		marks: () => triage.view()?.marks,
		passes(ms: number) {
			now += ms;
		},
		arrive: (id: string) => entries.set(id, entry(id)),
		expire: (id: string) => end(id, "done"),
		reject(id: string) {
			end(id);
			held.add(id);
			triage.decided([id], "rejected");
		},
		undo(id: string) {
			entries.set(id, entry(id));
			held.delete(id);
			return triage.showEntry(id);
		},
		approve(id: string, isOnDevice = false) {
			end(id);
			return triage.approved(id, isOnDevice);
		},
		snooze(id: string) {
			entries.set(id, entry(id, { actionable: false }));
			triage.decided([id], "later");
		},
	};
}

describe("a triage", () => {
	it("shows the next request after each decision, in a larger window, until nothing waits", () => {
		const { triage, approve, reject, snooze, current, sizes, marks } = scene("a", "b", "c");
		expect(triage.start()).toEqual({ ok: true });
		expect([current(), sizes.at(-1)]).toEqual(["review a", "triage"]);
		reject("a");
		expect(current()).toBe("review b");
		expect(approve("b")).toBe(true);
		expect(current()).toBe("review c");
		snooze("c");
		expect(current()).toBe("triage");
		expect(marks()).toEqual(["rejected", "approved", "later"]);
		expect(triage.view()?.at).toBe(0);
	});

	it("is refused while nothing waits, and only raises a pinned window", () => {
		expect(scene().triage.start()).toMatchObject({ ok: false });
		const { triage, window, current } = scene("a");
		window.pinWhile(() => true);
		expect(triage.start()).toEqual({ ok: true });
		expect([current(), triage.view()]).toEqual(["empty", null]);
	});

	it("skips decided requests, wraps around, and stops at the only one left", () => {
		const { triage, reject, current } = scene("a", "b", "c");
		triage.start();
		expect(triage.step(-1)).toBe(true);
		expect(current()).toBe("review c");
		reject("c");
		expect(current()).toBe("review a");
		triage.step(1);
		expect(current()).toBe("review b");
		reject("b");
		expect(current()).toBe("review a");
		expect(triage.step(1)).toBe(false);
	});

	it("shows skipped requests again at the end", () => {
		const { triage, reject, current } = scene("a", "b");
		triage.start();
		triage.step(1);
		reject("b");
		expect(current()).toBe("review a");
	});

	it("stays at a request that ended by itself, marks it, and leaves it with the next key", () => {
		const { triage, expire, current, marks } = scene("a", "b");
		triage.start();
		expire("a");
		expect([current(), marks()]).toEqual(["review a", ["over", "waiting"]]);
		expect(triage.step(1)).toBe(true);
		expect(current()).toBe("review b");
	});

	it("appends a request that arrives, and offers it after the last one", () => {
		const { triage, arrive, reject, current, marks } = scene("a");
		triage.start();
		arrive("b");
		expect(marks()).toEqual(["waiting", "waiting"]);
		reject("a");
		expect(current()).toBe("review b");
		reject("b");
		arrive("c");
		expect([current(), triage.view()?.next?.id]).toEqual(["triage", "c"]);
		expect(triage.step(1)).toBe(true);
		expect(current()).toBe("review c");
	});

	it("offers the last rejection for undoing, and returns to it", () => {
		const { triage, reject, undo, current, marks } = scene("a", "b", "c");
		triage.start();
		reject("a");
		reject("b");
		expect(triage.view()?.rejection?.entryIds).toEqual(["b"]);
		expect(undo("b")).toEqual({ ok: true });
		expect([current(), marks()]).toEqual(["review b", ["rejected", "waiting", "waiting"]]);
	});

	it("goes only to waiting requests of its own", () => {
		const { triage, reject } = scene("a", "b");
		expect(triage.showEntry("b")).toMatchObject({ ok: false });
		triage.start();
		reject("a");
		expect(triage.showEntry("a")).toMatchObject({ ok: false });
		expect(triage.showEntry("x")).toMatchObject({ ok: false });
	});

	it("stays at an approval that a device has to confirm", () => {
		const { triage, approve, current, marks } = scene("a", "b");
		triage.start();
		expect(approve("a", true)).toBe(true);
		expect([current(), marks()]).toEqual(["progress a", ["approved", "waiting"]]);
		triage.step(1);
		expect(current()).toBe("review b");
	});

	it("shows the next request after an answer without an undo window, such as a wanted change", () => {
		const { triage, expire, current, marks } = scene("a", "b");
		expect(triage.leave("a")).toBe(false);
		triage.start();
		expect(triage.leave("b")).toBe(false);
		expire("a");
		expect(triage.leave("a")).toBe(true);
		expect([current(), marks()]).toEqual(["review b", ["rejected", "waiting"]]);
	});

	it("continues only with the approval of the displayed request", () => {
		const { triage, approve, current } = scene("a", "b");
		expect(approve("a")).toBe(false);
		const other = scene("a", "b");
		other.triage.start();
		expect(other.approve("b")).toBe(false);
		expect([current(), other.current()]).toEqual(["empty", "review a"]);
		expect(triage.view()).toBeNull();
	});

	it("prepares the review after the displayed one", () => {
		const { triage, reject, loaded, prepared } = scene("a", "b", "c");
		triage.start();
		expect([triage.isAhead("b"), triage.isAhead("c")]).toEqual([true, false]);
		reject("a");
		expect(loaded).toEqual(["a", "b"]);
		expect(prepared).toEqual(["b", "c"]);
	});
});

describe("leaving a triage", () => {
	it("ends it and returns to the earlier size", () => {
		for (const leave of ["empty", "rules"] as const) {
			const { triage, window, sizes } = scene("a", "b");
			triage.start();
			window.go({ kind: leave });
			expect([triage.view(), sizes.at(-1)]).toEqual([null, "review"]);
			expect(triage.step(1)).toBe(false);
		}
	});

	it("continues with what is left and counts what was decided when the user returns", () => {
		const { triage, window, reject, approve, expire, arrive, current, marks } = scene("a", "b", "c", "d");
		triage.start();
		reject("a");
		window.go({ kind: "empty" });
		expire("b");
		arrive("e");
		expect(triage.start()).toEqual({ ok: true });
		expect([current(), triage.view()?.at]).toEqual(["review c", 3]);
		expect(marks()).toEqual(["rejected", "over", "waiting", "waiting", "waiting"]);
		approve("c");
		expect([current(), triage.view()?.at]).toEqual(["review d", 4]);
	});

	it("doesn't count the time away in its pace", () => {
		const { triage, window, reject, passes } = scene("a", "b", "c", "d", "e");
		triage.start();
		for (const id of ["a", "b", "c"]) {
			passes(9_000);
			reject(id);
		}
		expect(triage.view()?.msLeft).toBe(18_000);
		window.go({ kind: "empty" });
		passes(3_600_000);
		triage.start();
		expect(triage.view()?.msLeft).toBe(18_000);
	});

	it("starts again once none of its requests waits, or for another user", () => {
		const { triage, window, reject, arrive, marks } = scene("a");
		triage.start();
		reject("a");
		arrive("b");
		window.go({ kind: "empty" });
		triage.start();
		expect(marks()).toEqual(["waiting"]);
		const other = scene("a", "b");
		other.triage.start();
		other.reject("a");
		other.events.emit("owner-changed");
		other.window.go({ kind: "empty" });
		other.triage.start();
		expect(other.marks()).toEqual(["waiting"]);
	});

	it("ends with the user who began it", () => {
		const { triage, events, sizes } = scene("a");
		triage.start();
		events.emit("owner-changed");
		expect([triage.view(), sizes.at(-1)]).toEqual([null, "review"]);
	});

	it("pauses for unlocking, and continues at the same request", () => {
		const { triage, window, sizes, current } = scene("a", "b");
		triage.start();
		window.go({ kind: "unlock", next: "a" });
		expect([triage.view(), sizes.at(-1)]).toEqual([null, "review"]);
		window.go({ kind: "entry", entryId: "a", mode: "review" });
		expect([current(), sizes.at(-1), triage.view()?.at]).toEqual(["review a", "triage", 1]);
	});

	it("ends at a request that it does not contain", () => {
		const { triage, window } = scene("a");
		triage.start();
		window.go({ kind: "entry", entryId: "replacement", mode: "review" });
		expect(triage.view()).toBeNull();
	});
});
