import { describe, expect, it, vi } from "vitest";
import { patchBetween } from "../../../src/ipc/patch.ts";
import type { DeskView } from "../../../src/ipc/windows.ts";
import { type DeskReader, DeskStore } from "../../../src/renderer/state/desk-store.ts";
import { deskView } from "../../preview/samples/desk.ts";
import { transcript } from "../../preview/samples/transcript.ts";

/** Imitates a mounted React component: it renders again if an object that it read was replaced. */
function mounted(reader: DeskReader, draw: (reader: DeskReader) => void) {
	let drawn = 1;
	draw(reader);
	let seen = reader.seen();
	const unmount = reader.subscribe(() => {
		if (reader.seen() === seen) return;
		seen = reader.seen();
		drawn += 1;
		draw(reader);
	});
	return { drawn: () => drawn, unmount };
}

function scene() {
	const store = new DeskStore();
	let is = deskView();
	store.applyPush({ kind: "desk", view: is });
	return {
		store,
		becomes(change: Partial<DeskView>) {
			const next = { ...is, ...change, revision: is.revision + 1 };
			const patch = patchBetween(is, next);
			if (patch !== null) store.applyPush({ kind: "deskPatch", of: is.revision, patch });
			is = next;
		},
	};
}

describe("the desk's copy of main's views", () => {
	it("redraws a component for the topics that it reads, and for no other", () => {
		const { store, becomes } = scene();
		const list = mounted(store.reader(), ({ view }) => view.sessions);
		const past = mounted(store.reader(), ({ view }) => view.activity);
		for (let event = 0; event < 30; event += 1) becomes({ sessions: [], now: event });
		becomes({ sessions: deskView().sessions });
		expect(list.drawn()).toBe(3);
		expect(past.drawn()).toBe(1);
		becomes({ activity: [] });
		expect(list.drawn()).toBe(3);
		expect(past.drawn()).toBe(2);
	});

	it("redraws only the conversation for its text", () => {
		const { store } = scene();
		const inbox = mounted(store.reader(), ({ view }) => view.inbox);
		const pane = mounted(store.reader(), (reader) => reader.transcript);
		store.setTranscript(transcript());
		expect([inbox.drawn(), pane.drawn()]).toEqual([1, 2]);
	});

	it("includes later reads, too", () => {
		const { store, becomes } = scene();
		const reader = store.reader();
		let isOpen = false;
		const menu = mounted(reader, ({ view }) => (isOpen ? view.settings : view.inbox));
		becomes({ settings: { ...deskView().settings, theme: "dark" } });
		expect(menu.drawn()).toBe(1);
		isOpen = true;
		becomes({ inbox: [] });
		becomes({ settings: { ...deskView().settings, theme: "light" } });
		expect(menu.drawn()).toBe(3);
	});

	it("announces the topics that mounted components read, once for all of them, and ended ones", async () => {
		const { store } = scene();
		const heard = vi.fn();
		const end = store.onRead(heard);
		mounted(store.reader(), ({ view }) => [view.inbox, view.settings, view.now]);
		const past = mounted(store.reader(), ({ view }) => view.activity);
		await Promise.resolve();
		expect(heard.mock.calls).toEqual([[["inbox", "activity", "settings"]]]);
		past.unmount();
		await Promise.resolve();
		expect(heard).toHaveBeenLastCalledWith(["inbox", "settings"]);
		mounted(store.reader(), ({ view }) => view.inbox);
		await Promise.resolve();
		expect(heard).toHaveBeenCalledTimes(2);
		end();
	});
});
