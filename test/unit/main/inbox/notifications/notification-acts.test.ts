import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { revisionKeyOf } from "../../../../../src/core/review/approval-request.ts";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import { openEntry } from "../../../../../src/main/inbox/inbox.ts";
import { actOnNotification } from "../../../../../src/main/inbox/notifications/notification-acts.ts";
import { UNDO_WINDOW_MS } from "../../../../../src/main/inbox/rejecting/rejections.ts";
import type { NotificationAct, NotificationSpec } from "../../../../../src/main/ports.ts";
import { requestOfAction } from "../../../../fixtures/requests.ts";
import { request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { ACTION, scene, settlePending } from "../rejecting/rejections-scene.ts";

/** Actions of notification buttons, for a request at its third revision. */

const ID = "action:ses/act";
const ASKED = revisionKeyOf(ACTION);

function told(stated: Entry["request"] = ACTION) {
	const one = scene();
	one.world.request = stated;
	const opened: unknown[] = [];
	const notes: NotificationSpec[] = [];
	const snoozed: unknown[] = [];
	const world = { isActionable: true, showsDetails: true };
	const ports = {
		...one.ports,
		desktop: {
			notify: (spec: NotificationSpec) => notes.push(spec),
			withdraw: () => {},
		},
	};
	const inbox = {
		entry: (id: string) => ({ ...one.entry(id), actionable: world.isActionable }),
		open(id: string): boolean {
			const window = { isPinned: () => false, go: (route: unknown) => opened.push(route) };
			return openEntry(
				{ ports, window, reviewing: { reviews: { load: async () => null } } } as never,
				inbox,
				id,
			);
		},
		rejections: one.rejections,
		notifications: { showsDetails: () => world.showsDetails },
		headline: () => "Send 1 ETH",
		snooze: async ({ entryIds, until }: { entryIds: readonly string[]; until: number | null }) =>
			snoozed.push([entryIds, until]),
	};
	const app = { inbox, ports } as never;
	const press = (act: NotificationAct, revision = ASKED) => actOnNotification(app, act, ID, revision);
	return { ...one, world, opened, notes, snoozed, press };
}

describe("a button of a notification", () => {
	it("rejects like the inbox: on disk at once, sent after its undo window", async () => {
		const one = told();
		one.press("reject");
		expect(one.kinds()).toEqual(["reject"]);
		expect(one.posts).toEqual([]);
		one.clock.advance(UNDO_WINDOW_MS);
		await settlePending();
		expect(one.answers).toMatchObject([{ body: { revision: 3, result: { status: "rejected" } } }]);
		expect(one.opened).toEqual([]);
	});

	it("undoes the rejection within its undo window, as its notification offers", async () => {
		const one = told();
		one.press("reject");
		expect(one.notes).toMatchObject([
			{ title: message("notice.rejected"), body: "Send 1 ETH", offer: { acts: ["undo"], revision: ASKED } },
		]);
		one.press("undo");
		one.clock.advance(UNDO_WINDOW_MS * 2);
		await settlePending();
		expect(one.posts).toEqual([]);
		expect(one.kinds()).toEqual([]);
	});

	it("says only that it was rejected without details", () => {
		const one = told();
		one.world.showsDetails = false;
		one.press("reject");
		expect(one.notes).toMatchObject([{ title: message("notice.rejected"), body: message("notice.hidden") }]);
	});

	it("snoozes it for an hour", () => {
		const one = told();
		one.press("snooze");
		expect(one.snoozed).toEqual([[[ID], one.clock.now() + 3_600_000]]);
	});

	it.each<NotificationAct>(["reject", "snooze", "undo"])(
		"does not %s another revision than the notified one: it opens the review",
		(act) => {
			const one = told(requestOfAction(actionOf(request(), { id: "act", revision: 4 })));
			one.press(act);
			expect(one.kinds()).toEqual([]);
			expect(one.snoozed).toEqual([]);
			expect(one.opened).toEqual([{ kind: "entry", entryId: ID, mode: "review" }]);
		},
	);

	it("opens a request that no longer waits", () => {
		const one = told();
		one.world.isActionable = false;
		one.press("reject");
		expect(one.kinds()).toEqual([]);
		expect(one.opened).toHaveLength(1);
	});

	it("opens the review if its label says so", () => {
		const one = told();
		one.press("review");
		expect(one.opened).toEqual([{ kind: "entry", entryId: ID, mode: "review" }]);
	});
});
