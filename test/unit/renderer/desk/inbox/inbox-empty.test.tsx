import { describe, expect, it } from "vitest";
import type { ConnectionView } from "../../../../../src/ipc/conversations.ts";
import { InboxEmpty } from "../../../../../src/renderer/desk/inbox/inbox-page.tsx";
import { t } from "../../../../../src/text/index.ts";
import { deskView } from "../../../../preview/samples/desk.ts";
import { renderDesk } from "../drawn.tsx";

const emptyWhile = (state: ConnectionView["state"]) =>
	renderDesk(<InboxEmpty />, deskView({ inbox: [], connection: { state, text: "Why.", nextTryAt: null } }));

describe("an empty inbox", () => {
	it.each(["live", "polling", "watching", "connecting"] as const)("is shown as done while %s", (state) => {
		expect(emptyWhile(state)).toContain(t("ui.nothing-waits"));
	});

	it.each(["offline", "unauthorized"] as const)(
		"is not shown as done while %s: unknown requests may wait",
		(state) => {
			const shown = emptyWhile(state);
			expect(shown).not.toContain(t("ui.nothing-waits"));
			expect(shown).toContain(t("desk.inbox.cut-off"));
			expect(shown).toContain("Why.");
		},
	);
});
