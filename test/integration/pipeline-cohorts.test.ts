import { type Address, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Kinds, openKinds } from "../support/kinds.ts";
import { saying, tells } from "../support/saying.ts";
import { commitBuild, entriesOf, openSimulatedBuild, shareAccounts } from "./pipeline-tools.ts";

/**
 * Builds whose steps the service stores as separate commits; the app reads and answers them through the pipeline's
 * route.
 */

const someone = (): Address => privateKeyToAddress(generatePrivateKey());

describe("the commits that the service made of a Build", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
		await kinds.world.service.control.settings({ pipelineCommits: "cohort" });
		await shareAccounts(kinds);
	});
	afterAll(() => kinds?.close());

	const balanceOf = (address: Address) => kinds.world.chain.publicClient.getBalance({ address });
	async function entries(operation: string, input: unknown, count: number) {
		const { person } = kinds;
		const build = await commitBuild(person, await openSimulatedBuild(person, operation, input));
		expect(build.committed?.text).toEqual(saying("build.carried.cohort"));
		await person.until("an entry for each", () => entriesOf(person, build).length === count);
		return entriesOf(person, build);
	}
	const standing = (id: string) => kinds.person.desk().inbox.find((each) => each.id === id);
	const askedFor = async (commitId: string) => {
		const { requests } = await kinds.world.service.control.records();
		return requests
			.filter(({ path }) => path.includes(commitId))
			.map(({ method, path }) => `${method} ${path}`);
	};

	it("are signed one after the other, each with its own review, and the service confirms them", async () => {
		const [first, second] = [someone(), someone()];
		const payments = [
			{ to: first, amount: parseEther("0.02").toString() },
			{ to: second, amount: parseEther("0.03").toString() },
		];
		const both = await entries("send-many", { payments }, 2);
		expect(both.map(({ session }) => session)).toEqual([
			{ code: "title.pipeline" },
			{ code: "title.pipeline" },
		]);
		for (const { id } of both) {
			await kinds.person.review(id, (review) => review.approval.possible);
			expect(await kinds.person.approve(id)).toEqual({ ok: true });
			await kinds.outcome(id, "confirmed");
			const paths = await askedFor(id.replace("commit:", ""));
			expect(paths.every((each) => each.includes("/v1/pipeline/evm/commits/"))).toBe(true);
			expect(paths.some((each) => each.startsWith("POST ") && each.endsWith("/manual"))).toBe(true);
		}
		expect([await balanceOf(first), await balanceOf(second)]).toEqual([
			parseEther("0.02"),
			parseEther("0.03"),
		]);
	});

	it("are still there after a restart, and end there if they are rejected", async () => {
		const [entry] = await entries("send", { asset: "ETH", to: someone(), amount: "7" }, 1);
		if (entry === undefined) throw new Error("no entry");
		const person = await kinds.restart();
		await person.until("the same entry", () => standing(entry.id)?.state === "waiting");
		await person.review(entry.id, (review) => review.approval.possible);
		expect(await person.callTrusted("reject", { entryId: entry.id, reason: "not now" })).toEqual({
			ok: true,
		});
		await person.until("its end", () => tells(standing(entry.id)?.note, "inbox.note.rejected"));
		const { requests } = await kinds.world.service.control.records();
		const turns = requests.filter(({ method, path }) => method === "POST" && path === "/v1/agent/chat");
		expect(turns).toHaveLength(1);
	});
});
