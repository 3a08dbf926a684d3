import { describe, expect, it } from "vitest";
import { LOCAL_SCOPE } from "../../../../../src/core/journal/intent-id.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { PROPOSAL_ID } from "../../../../fixtures/proposals.ts";
import { rowOf } from "../entries/rows.ts";
import { scene } from "./scene.ts";

/** Proposals belong to this computer, so another sign-in doesn't notify of them again. */

const ID = `proposal:${PROPOSAL_ID}`;
const OTHER = "https://service.example sub:other";
const ids = (one: ReturnType<typeof scene>) => one.told.map(({ id }) => id);

describe("a notification of a proposal", () => {
	it("is sent once, whoever signs in afterwards", () => {
		const one = scene();
		one.proposes();
		one.proposes();
		expect(ids(one)).toEqual([ID]);
		one.signsIn(OTHER);
		one.restart();
		one.proposes();
		expect(ids(one)).toEqual([ID]);
	});

	it("is withdrawn once it ended", () => {
		const one = scene();
		one.proposes();
		one.proposes({ state: "rejected" });
		expect(one.withdrawn).toEqual([ID]);
	});

	it("before its end is sent once, whoever signs in afterwards", () => {
		const one = scene();
		one.proposes();
		one.ends(ID);
		one.signsIn(OTHER);
		one.ends(ID);
		expect(one.begins().slice(1)).toEqual([message("notice.last", { minutes: 5 })]);
	});

	it("that comes back in quiet hours follows after them, whoever is signed in by then", () => {
		const one = scene();
		one.proposes();
		one.world.quiet = true;
		one.notifications.remind(ID);
		expect(ids(one)).toEqual([ID]);
		one.world.quiet = false;
		one.signsIn(OTHER);
		expect(ids(one)).toEqual([ID, ID]);
		one.signsIn("https://service.example sub:third");
		expect(ids(one)).toEqual([ID, ID]);
	});
});

describe("the outcome of a proposal", () => {
	const settled = rowOf({
		id: "row-9",
		kind: "proposal",
		scope: LOCAL_SCOPE,
		entryId: ID,
		sessionId: "local-agent:agent-1",
		state: "settled",
		live: false,
		text: null,
		outcome: "failed",
	});

	it("is notified once, whoever is signed in", () => {
		const one = scene();
		one.settles(settled);
		one.signsIn(OTHER);
		one.settles(settled);
		expect(ids(one)).toHaveLength(1);
	});

	it.each([
		["the same", rowOf().scope],
		["another", OTHER],
	])("behind a locked screen is notified after it, with %s sign-in", (_, scope) => {
		const one = scene();
		one.world.isLocked = true;
		one.settles(settled);
		expect(one.told).toEqual([]);
		one.world.isLocked = false;
		one.signsIn(scope);
		expect(ids(one)).toHaveLength(1);
		one.signsIn(OTHER);
		expect(ids(one)).toHaveLength(1);
	});
});
