import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { World } from "../mock-service/fixture.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import type { Person } from "../support/person.ts";

/** After a swap on a real chain, the app offers to revoke the router's remaining allowance, and nothing else. */

describe("after a swap", () => {
	let user: UserAtWorld;
	let world: World;
	let person: Person;

	beforeAll(async () => {
		user = await openUser();
		({ world, person } = user);
	});

	afterAll(() => user?.close());

	const allowance = () =>
		world.chain.publicClient.readContract({
			abi: tokenAbi,
			address: world.demo.token,
			functionName: "allowance",
			args: [user.account, world.demo.router],
		});

	async function approved(sentence: string): Promise<string> {
		const { id } = await person.asked(sentence);
		expect(await person.approve(id)).toEqual({ ok: true });
		return id;
	}

	const progressOf = (entryId: string, ready: (progress: ProgressView) => boolean) =>
		person.progress(entryId, "confirmed", ready);

	it("offers the unused allowance, and a reviewed revocation of it", async () => {
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
			return screen.screen === "review" && screen.review.requestKind === "revocation" ? screen.review : null;
		});
		expect(await person.approve(review.entryId)).toEqual({ ok: true });
		const revoked = await progressOf(review.entryId, () => true);
		expect(revoked.left).toEqual([]);
		expect(await allowance()).toBe(0n);
		await person.callDesk("openReview", { entryId: id });
		await progressOf(id, (progress) => progress.left.length === 0);
	});

	it("offers nothing after a mere approval, or after a swap that used it up", async () => {
		const approval = await approved("approve 30 DEMO for the router");
		expect((await progressOf(approval, () => true)).left).toEqual([]);
		const id = await approved("swap 30 DEMO");
		await progressOf(id, () => true);
		expect(await allowance()).toBe(0n);
		// The progress view shows allowances after they are read from the chain.
		await person.callDesk("refreshPowers", {});
		await person.until("the allowances to be read", () => person.desk().powers.readAt !== null);
		expect((await progressOf(id, () => true)).left).toEqual([]);
	});
});
