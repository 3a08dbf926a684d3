import { beforeEach, describe, expect, it } from "vitest";
import { READING_TIME_MS } from "../../../../src/ipc/values.ts";
import type { Gesture } from "../../../../src/main/ports.ts";
import { type Ticket, Tickets } from "../../../../src/main/reviewing/tickets.ts";
import { PRESS_MS } from "../../../../src/main/wallet/hold-gesture.ts";
import { saying } from "../../../support/saying.ts";
import { consent } from "./consents.ts";

const T = 1_000_000;
const fingerprint = "a".repeat(64);
/** Shown at T, pressed after the button became active, approved when the hold is long enough. */
const good: Gesture = {
	visibleSince: T,
	pressedSince: T + READING_TIME_MS + 10,
	lastInputAt: T + READING_TIME_MS + 10,
};
const at = T + READING_TIME_MS + 10 + PRESS_MS;

describe("a ticket for an approval", () => {
	let tickets: Tickets;
	let ticket: Ticket;
	const attempt = (change: object = {}) => ({ ticket: ticket.id, fingerprint, word: null, ...change });

	beforeEach(() => {
		tickets = new Tickets();
		ticket = tickets.issue({ entryId: "e", consent: consent() });
		tickets.markShown(ticket.id, T);
	});

	it("permits an approval by a held press on a review that was visible for a second", () => {
		expect(tickets.admit(attempt(), good, at)).toEqual({ ok: true, ticket });
	});

	it("permits only one approval", () => {
		tickets.admit(attempt(), good, at);
		expect(tickets.admit(attempt(), good, at)).toMatchObject({ ok: false });
	});

	it("is void once another was issued", () => {
		tickets.issue({ entryId: "e", consent: consent() });
		expect(tickets.admit(attempt(), good, at)).toMatchObject({ ok: false });
	});

	it("is void once main voided it", () => {
		tickets.void();
		expect(tickets.admit(attempt(), good, at)).toMatchObject({ ok: false });
	});

	it("refuses another fingerprint", () => {
		expect(tickets.admit(attempt({ fingerprint: "b".repeat(64) }), good, at)).toMatchObject({ ok: false });
	});

	it.each([
		["no press that main saw", { ...good, pressedSince: null }, at],
		["a window that is not on screen", { ...good, visibleSince: null }, at],
		[
			"a press that began before the button was active",
			{ ...good, pressedSince: T + READING_TIME_MS - 100 },
			at,
		],
		["a window that appeared after the review was drawn", { ...good, visibleSince: T + 500 }, at],
		["a press that is too short", good, at - 1],
	] as const)("refuses %s", (_, gesture, now) => {
		expect(tickets.admit(attempt(), gesture, now)).toMatchObject({
			ok: false,
			text: saying("nothing-signed"),
		});
	});

	it("refuses a review that the window never reported as drawn", () => {
		const unseen = tickets.issue({ entryId: "e", consent: consent() });
		expect(tickets.admit(attempt({ ticket: unseen.id }), good, at)).toMatchObject({ ok: false });
	});

	it("counts the second from the first drawing, so that a repeated report gains nothing", () => {
		tickets.markShown(ticket.id, T - 5_000);
		const early = { ...good, pressedSince: T + 10 };
		expect(tickets.admit(attempt(), early, T + 10 + PRESS_MS)).toMatchObject({ ok: false });
	});

	it("requires the typed word if the risk is high", () => {
		const risky = tickets.issue({ entryId: "e", consent: consent({ word: "9A3F" }) });
		tickets.markShown(risky.id, T);
		const base = { ticket: risky.id, fingerprint };
		expect(tickets.admit({ ...base, word: null }, good, at)).toMatchObject({ ok: false });
		expect(tickets.admit({ ...base, word: "9a3" }, good, at)).toMatchObject({ ok: false });
		expect(tickets.admit({ ...base, word: " 9a3f " }, good, at)).toMatchObject({ ok: true });
	});

	describe("while the displayed review changes", () => {
		const grave = consent({
			findings: [{ id: "no-code", severity: "danger", about: "nobody", needsWord: false }],
		});

		it("stays valid if nothing gets worse, and the started hold counts", () => {
			expect(tickets.keep({ entryId: "e", consent: consent() }).id).toBe(ticket.id);
			expect(tickets.admit(attempt(), good, at)).toMatchObject({ ok: true });
		});

		it("is void once it gets worse, and so is the started hold", () => {
			const next = tickets.keep({ entryId: "e", consent: grave });
			expect(tickets.admit(attempt(), good, at)).toMatchObject({ ok: false });
			tickets.markShown(next.id, at);
			const late = at + READING_TIME_MS + PRESS_MS;
			expect(tickets.admit(attempt({ ticket: next.id }), good, late)).toMatchObject({
				ok: false,
				text: saying("approval.press-too-soon"),
			});
		});

		it("is void for another entry", () => {
			expect(tickets.keep({ entryId: "f", consent: consent() }).id).not.toBe(ticket.id);
		});

		it("does not survive a moment in which it was milder", () => {
			const first = tickets.issue({ entryId: "e", consent: grave });
			expect(tickets.keep({ entryId: "e", consent: consent() }).id).toBe(first.id);
			expect(tickets.keep({ entryId: "e", consent: grave }).id).not.toBe(first.id);
		});
	});
});
