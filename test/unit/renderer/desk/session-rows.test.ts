import { describe, expect, it } from "vitest";
import { shownTurn } from "../../../../src/renderer/desk/session/turn-text.ts";
import { listRows } from "../../../../src/renderer/desk/sessions/sessions-page.tsx";
import { session } from "../../../preview/samples/desk.ts";

const sessions = [
	session("ses_a", "Rebalance"),
	session("ses_b", "Old talk", { archived: true }),
	session("ses_c", "Weekly sweep"),
];
const rendered = (rows: ReturnType<typeof listRows>) =>
	rows.map((row) =>
		row.kind === "session" ? row.session.id : `${row.count} ${row.open ? "open" : "closed"}`,
	);

describe("the state of a turn", () => {
	it("is never complete while a request of the conversation waits", () => {
		expect(shownTurn("complete", 3)).toBe("awaiting_action");
		expect(shownTurn("complete", 0)).toBe("complete");
		expect(shownTurn("failed", 3)).toBe("failed");
	});
});

describe("the list of conversations", () => {
	it("has the archived ones below, folded", () => {
		expect(rendered(listRows(sessions, "", false))).toEqual(["ses_a", "ses_c", "1 closed"]);
		expect(rendered(listRows(sessions, "", true))).toEqual(["ses_a", "ses_c", "1 open", "ses_b"]);
	});
	it("has no archive if nothing is archived", () => {
		expect(rendered(listRows(sessions.slice(0, 1), "", true))).toEqual(["ses_a"]);
	});
	it("is filtered by title and id, and includes the archive then", () => {
		expect(rendered(listRows(sessions, "  WEEK", false))).toEqual(["ses_c"]);
		expect(rendered(listRows(sessions, "old", false))).toEqual(["1 open", "ses_b"]);
		expect(rendered(listRows(sessions, "ses_c", false))).toEqual(["ses_c"]);
		expect(listRows(sessions, "nothing", false)).toEqual([]);
	});
	it("never folds a waiting request", () => {
		const waits = [session("ses_b", "Old talk", { archived: true, waiting: 1 })];
		expect(rendered(listRows(waits, "", false))).toEqual(["1 open", "ses_b"]);
	});
});
