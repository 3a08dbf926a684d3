import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { message } from "../../src/core/localized-text.ts";
import type { World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import type { Person } from "../support/person.ts";
import { codesOf } from "../support/saying.ts";

/** Each intent gets one answer: an approval cannot overtake a rejection that has not arrived yet. */

describe("a pending rejection", () => {
	let user: UserAtWorld;
	let world: World;
	let person: Person;

	beforeAll(async () => {
		user = await openUser();
		({ world, person } = user);
	});
	afterAll(() => user?.close());

	it("blocks an approval and arrives", async () => {
		const entry = await person.asked("send 0.01 ETH to 0x00000000000000000000000000000000000c0ffe");
		const { requestId: commitId } = await person.review(entry.id, (review) => review.approval.possible);
		await world.service.control.fault({
			kind: "lost_request",
			match: { method: "POST", path: `/api/commits/${commitId}/manual` },
		});
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "too much" })).toEqual({
			ok: true,
		});
		expect(await person.approve(entry.id)).toEqual({
			ok: false,
			text: message("app.rejected"),
		});
		await person.until("the rejection to arrive", () =>
			person
				.desk()
				.inbox.find((each) => each.id === entry.id && codesOf(each.note).includes("inbox.note.rejected")),
		);
		const { signatures } = await world.service.control.records();
		expect(signatures.filter((each) => each.commitId === commitId)).toEqual([]);
		expect(approvedOf(person.desk())).toEqual([]);
	});
});
