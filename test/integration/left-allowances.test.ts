import { getAddress } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";

/** After a swap on a real chain: what the router may still take is offered to be revoked, and nothing else is. */

describe("after a swap", () => {
	let world: World;
	let person: Person;
	const folder = scratch();

	beforeAll(async () => {
		world = await openWorld();
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
			key: generatePrivateKey(),
		});
		await world.demo.fund(owner());
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		folder.remove();
	});

	const owner = () => getAddress(person.desk().accounts[0]?.address.address ?? "");
	const allowance = () =>
		world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: world.demo.token,
			functionName: "allowance",
			args: [owner(), world.demo.router],
		});

	async function approved(sentence: string): Promise<string> {
		const sessionId = await person.say(sentence);
		const { id } = await person.until<InboxEntryView>("an entry that waits", () =>
			person.desk().inbox.find((each) => each.sessionId === sessionId && each.state === "waiting"),
		);
		expect(await person.approve(id)).toEqual({ ok: true });
		return id;
	}

	const progressOf = (entryId: string, ready: (progress: ProgressView) => boolean) =>
		person.until<ProgressView>(`the progress of ${entryId}`, () => {
			const screen = person.screen();
			return screen.screen === "progress" &&
				screen.progress.entryId === entryId &&
				screen.progress.outcome === "confirmed" &&
				ready(screen.progress)
				? screen.progress
				: null;
		});

	it("offers the part of the allowance that was not used, and a reviewed revocation of it", async () => {
		const id = await approved("execute: approve 100 DEMO for the router, then swap 40 DEMO");
		const { left } = await progressOf(id, (progress) => progress.left.length > 0);
		expect(left).toMatchObject([
			{
				symbol: "DEMO",
				spender: { address: world.demo.router },
				amount: { text: "60", unit: "DEMO", checked: true },
				unlimited: false,
				revoking: null,
			},
		]);
		expect(await person.callTrusted("revokeLeft", { entryId: id, id: "another" })).toMatchObject({
			ok: false,
		});
		const [row] = left;
		expect(await person.callTrusted("revokeLeft", { entryId: id, id: row?.id ?? "" })).toEqual({ ok: true });
		const review = await person.until("the review of the revocation", () => {
			const screen = person.screen();
			return screen.screen === "review" && screen.review.subject === "revocation" ? screen.review : null;
		});
		expect(await person.approve(review.entryId)).toEqual({ ok: true });
		const revoked = await progressOf(review.entryId, () => true);
		expect(revoked.left).toEqual([]);
		expect(await allowance()).toBe(0n);
		await person.callDesk("openReview", { entryId: id });
		await progressOf(id, (progress) => progress.left.length === 0);
	});

	it("offers nothing after an approval alone, nor after a swap that used it up", async () => {
		const approval = await approved("approve 30 DEMO for the router");
		expect((await progressOf(approval, () => true)).left).toEqual([]);
		const id = await approved("swap 30 DEMO");
		await progressOf(id, () => true);
		expect(await allowance()).toBe(0n);
		// What follows on the same screen is drawn after the chain was asked.
		await person.callDesk("refreshAllowances", {});
		await person.until("the allowances to be read", () => person.desk().allowances.readAt !== null);
		expect((await progressOf(id, () => true)).left).toEqual([]);
	});
});
