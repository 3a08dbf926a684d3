import { describe, expect, it } from "vitest";
import { createDeskInput } from "../../../../../src/main/app/windows/desk-input.ts";
import { DESK_NAMES } from "../../../../../src/preload/names.ts";
import { saying } from "../../../../support/saying.ts";

/** What a desk that was taken over can't do by itself. */

const NOW = 1_790_000_000_000;
const at = (lastInputAt: number | null, visibleSince: number | null = NOW - 60_000) => ({
	visibleSince,
	heldSince: null,
	lastInputAt,
});

/** The clipboard, dialogs, notifications, names that the user gave, what is answered for them. */
const BEYOND = [
	"copyText",
	"setPreferences",
	"labelAccount",
	"muteSession",
	"openLink",
	"pauseNotifications",
	"snooze",
	"setAppLevel",
	"blockApp",
	"stopAgent",
	"rejectEntries",
	"undoRejection",
	"explainRejection",
	"blockRecipient",
	"exportJournal",
	"exportActivity",
	"exportStatement",
	"openTransaction",
	"saveProof",
	"openBuildFile",
	"saveBuildFile",
	"checkUpdates",
	"openReleasePage",
	"saveDiagnostics",
	"examineComputer",
] as const satisfies readonly (typeof DESK_NAMES)[number][];

describe("a command of the desk that reaches beyond its window", () => {
	it.each(BEYOND)("%s is refused while nobody is at the window", (name) => {
		const input = createDeskInput();
		for (const gesture of [at(null), at(NOW - 10_001), at(NOW, null)])
			expect(input.fault(name, gesture, NOW)).toEqual(saying("app.no-input"));
		expect(input.fault(name, at(NOW - 9_000), NOW)).toBeNull();
	});

	it("is each that is not named as one that stays within", () => {
		const refused = DESK_NAMES.filter((name) => createDeskInput().fault(name, at(null), NOW) !== null);
		expect(refused.toSorted()).toEqual(BEYOND.toSorted());
	});

	it("is refused from the thirty-first in a minute on, and let through a minute later", () => {
		const input = createDeskInput();
		const copy = (now: number) => input.fault("copyText", at(now), now);
		for (let count = 0; count < 30; count += 1) expect(copy(NOW + count)).toBeNull();
		expect(copy(NOW + 30)).toEqual(saying("app.too-often"));
		expect(copy(NOW + 60_000)).toBeNull();
	});

	it("is refused where the clock was set back behind the last input", () => {
		expect(createDeskInput().fault("copyText", at(NOW + 60_000), NOW)).toEqual(saying("app.no-input"));
	});

	it("is no command that stays inside of it", () => {
		expect(createDeskInput().fault("openReview", at(null), NOW)).toBeNull();
	});
});
