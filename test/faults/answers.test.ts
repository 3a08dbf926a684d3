import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { message } from "../../src/core/message.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { approvedOf } from "../support/approved.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";
import { codesOf } from "../support/saying.ts";

/** One intent, one answer: a "no" that has not arrived yet is not overtaken by a "yes". */

describe("a rejection that is still on its way", () => {
	let world: World;
	let person: Person;
	const folder = scratch();

	beforeAll(async () => {
		world = await openWorld();
		const key = generatePrivateKey();
		await world.chain.setBalance(privateKeyToAccount(key).address, parseEther("1"));
		person = await openPerson({
			dataDir: folder.path,
			baseUrl: world.service.url,
			token: world.service.token,
			chains: [
				{
					family: "evm",
					chainId: String(world.chain.chainId),
					name: "Anvil",
					rpcUrl: world.chain.url,
					genesisHash: null,
				},
			],
			key,
		});
	});
	afterAll(async () => {
		await person?.stop();
		await world?.close();
		folder.remove();
	});

	it("stands against an approval, and arrives", async () => {
		const sessionId = await person.say("send 0.01 ETH to 0x00000000000000000000000000000000000c0ffe");
		const entry = await person.until<InboxEntryView>("an entry that waits", () =>
			person.desk().inbox.find((each) => each.sessionId === sessionId && each.state === "waiting"),
		);
		const { subjectId: commitId } = await person.review(entry.id, (review) => review.approval.possible);
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
