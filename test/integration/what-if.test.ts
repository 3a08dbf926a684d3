import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ruleText } from "../../src/core/rules/rules.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { TriedOutcome } from "../../src/ipc/rules.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { must, openPerson, type Person, scratch } from "../support/person.ts";
import { once } from "../unit/core/rules/scene.ts";

/** A trial of a rule on earlier requests, whatever their outcome. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
const ETH = 10n ** 18n;

describe("what-if", () => {
	let world: World;
	let person: Person;
	const folder = scratch();

	const open = async (key: string | null) => {
		person = await openPerson({
			dataDir: folder.path,
			...appAt(world),
			key,
		});
	};
	beforeAll(async () => {
		world = await openWorld();
		await open(generatePrivateKey());
		await world.demo.fund(evmAddress(person));
	});
	afterAll(async () => {
		await person?.stop();
		await world?.close();
		folder.remove();
	});

	async function tried(most: bigint) {
		const rule = once(most, {
			accounts: "all",
			agents: "all",
			apps: "all",
			chains: [String(world.chain.chainId)],
		});
		const outcome = await person.callTrusted("tryRule", { rules: [ruleText(rule)], id: rule.id });
		must(outcome);
		const { total = 0, stopped = [], unknown = [] } = (outcome as TriedOutcome).tried ?? {};
		return { total, stopped: stopped.map(({ id }) => id), unknown: unknown.map(({ id }) => id) };
	}

	it("covers a rejected request, by its review's facts, and after a restart", async () => {
		const sessionId = await person.say(`send 0.05 ETH to ${OTHER}`);
		const { id } = await person.until<InboxEntryView>("an entry whose review was read", () =>
			person
				.desk()
				.inbox.find(
					(each) => each.sessionId === sessionId && each.state === "waiting" && each.match === "matched",
				),
		);
		expect(await tried(ETH / 100n)).toEqual({ total: 0, stopped: [], unknown: [] });
		must(await person.callDesk("rejectEntries", { entryIds: [id], reason: null }));
		await person.until("it to be told as rejected", () =>
			person.desk().activity.some((row) => row.kind === "rejected" && row.entryId === id),
		);
		const told = { total: 1, stopped: [id], unknown: [] };
		expect(await tried(ETH / 100n)).toEqual(told);
		expect(await tried(ETH)).toEqual({ ...told, stopped: [] });
		await person.stop();
		await open(null);
		expect(await tried(ETH / 100n)).toEqual(told);
	});
});
