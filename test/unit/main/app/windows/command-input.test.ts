import { describe, expect, it } from "vitest";
import { deskProcedures, trustedProcedures } from "../../../../../src/ipc/windows.ts";
import { DeskInput, trustedInputFault } from "../../../../../src/main/app/windows/command-input.ts";
import { saying } from "../../../../support/saying.ts";

/** Actions that a compromised window can't perform without the user's input. */

const NOW = 1_790_000_000_000;
const at = (lastInputAt: number | null, visibleSince: number | null = NOW - 60_000) => ({
	visibleSince,
	pressedSince: null,
	lastInputAt,
});

/** Listed here as well, so that no command loses its need for input by a change of its declaration alone. */
const DESK_WITHOUT_INPUT: readonly string[] = [
	"showTopics",
	"openTrusted",
	"readAbout",
	"lock",
	"openAccount",
	"startTurn",
	"interrupt",
	"watchTranscript",
	"findInTranscript",
	"reconnect",
	"renameSession",
	"archiveSession",
	"connectAccounts",
	"openReview",
	"openTriage",
	"dismissRejection",
	"previewReview",
	"askForChange",
	"verifyJournal",
	"olderActivity",
	"statement",
	"watchPowers",
	"refreshPowers",
	"loadAgent",
	"openAgent",
	"watchHome",
	"refreshHome",
	"openCatalog",
	"moreCatalog",
	"runOperation",
	"simulateBuild",
	"reviewBuild",
	"closeBuild",
	"readAccount",
	"moreCredits",
	"readSecrets",
	"askTopUp",
	"askRemoveApp",
	"readDiagnostics",
];

const namesOf = <Name extends string>(procedures: Readonly<Record<Name, unknown>>) =>
	Object.keys(procedures) as Name[];

const BEYOND = namesOf(deskProcedures).filter((name) => !DESK_WITHOUT_INPUT.includes(name));

describe("a desk command with effects outside its window", () => {
	it.each(BEYOND)("%s is refused while nobody is at the window", (name) => {
		const input = new DeskInput();
		for (const gesture of [at(null), at(NOW - 10_001), at(NOW, null)])
			expect(input.fault(name, gesture, NOW)).toEqual(saying("app.no-input"));
		expect(input.fault(name, at(NOW - 9_000), NOW)).toBeNull();
	});

	it("includes every command except the listed ones", () => {
		const accepted = namesOf(deskProcedures).filter(
			(name) => new DeskInput().fault(name, at(null), NOW) === null,
		);
		expect(accepted.toSorted()).toEqual(DESK_WITHOUT_INPUT.toSorted());
	});

	it("is refused from the thirty-first in a minute on, and accepted a minute later", () => {
		const input = new DeskInput();
		const copy = (now: number) => input.fault("copyText", at(now), now);
		for (let count = 0; count < 30; count += 1) expect(copy(NOW + count)).toBeNull();
		expect(copy(NOW + 30)).toEqual(saying("app.too-often"));
		expect(copy(NOW + 60_000)).toBeNull();
	});

	it("is refused if the clock was set back before the last input", () => {
		expect(new DeskInput().fault("copyText", at(NOW + 60_000), NOW)).toEqual(saying("app.no-input"));
	});
});

describe("a command of the trusted window", () => {
	it("is refused while nobody is at the window, except for three without effects on a user", () => {
		const accepted = namesOf(trustedProcedures).filter(
			(name) => trustedInputFault(name, at(null), NOW) === null,
		);
		expect(accepted.toSorted()).toEqual(["close", "hideSecret", "reviewShown"]);
	});

	it("is accepted shortly after input on it, while it is on screen", () => {
		expect(trustedInputFault("approve", at(NOW - 9_000), NOW)).toBeNull();
		expect(trustedInputFault("approve", at(NOW - 10_001), NOW)).toEqual(saying("app.no-input"));
		expect(trustedInputFault("approve", at(NOW + 1), NOW)).toEqual(saying("app.no-input"));
		expect(trustedInputFault("approve", at(NOW, null), NOW)).toEqual(saying("app.not-on-screen"));
	});
});
