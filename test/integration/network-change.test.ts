import { getAddress } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { type MortalNetwork, mortalNetwork } from "../support/mortal-network.ts";
import { must, openPerson, type Person, scratch } from "../support/person.ts";
import { type TestClock, testClock } from "../support/ports.ts";

/** From one network to another, where nobody says that the connections of the first are dead. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
/** Deadlines are longer than this, in ms; paces are shorter. */
const DEADLINE_MS = 8_000;

/** @param shortened by which deadlines come sooner; zero for never */
function impatientClock(shortened: number): TestClock {
	const clock = testClock();
	return {
		...clock,
		after(ms, run) {
			if (ms < DEADLINE_MS) return clock.after(ms, run);
			return shortened === 0 ? () => {} : clock.after(ms / shortened, run);
		},
	};
}

describe("a change of network", () => {
	let world: World;
	let person: Person;
	let network: MortalNetwork;
	let folder: ReturnType<typeof scratch>;

	async function open(shortened: number): Promise<void> {
		network = mortalNetwork();
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
			fetch: network.fetch,
			clock: impatientClock(shortened),
		});
		await world.demo.fund(account());
	}

	beforeEach(async () => {
		world = await openWorld();
		folder = scratch();
	});
	afterEach(async () => {
		await person?.stop();
		await world?.close();
		folder?.remove();
	});

	const account = () => getAddress(person.desk().accounts[0]?.address.address ?? "");
	const waiting = (sessionId: string) =>
		person.until<InboxEntryView>("an entry that waits", () =>
			person.desk().inbox.find((entry) => entry.sessionId === sessionId && entry.state === "waiting"),
		);
	const told = () => person.ports.desktop.notifications.map(({ entryId }) => entryId);
	/** Somebody asks from another computer, whatever our own network is. */
	async function elsewhere(message: string): Promise<string> {
		const { sessionId } = await world.service.control.say({
			message,
			userState: {
				connection: { is_connected: true, provider: "countersign", provider_label: "Countersign" },
				evm: { address: account(), chain_id: world.chain.chainId, broadcaster: "wallet" },
			},
		});
		return sessionId;
	}

	it("that is noticed loses no request and tells none twice, though no deadline ever comes", async () => {
		await open(0);
		const first = await waiting(await person.say(`send 0.05 ETH to ${OTHER}`));
		await expect.poll(told).toEqual([first.id]);
		network.die();
		const running = await elsewhere(`send 0.06 ETH to ${OTHER}`);
		person.countersign.wake();
		await expect.poll(network.hanging).toBeGreaterThan(0);
		network.come();
		for (let time = 0; time < 3; time += 1) person.countersign.wake();
		const second = await waiting(running);
		await expect.poll(told).toEqual([first.id, second.id]);
		const third = await waiting(await elsewhere(`send 0.07 ETH to ${OTHER}`));
		await expect.poll(told).toEqual([first.id, second.id, third.id]);
	});

	it("that nobody notices is found by silence, with nothing lost and nothing told twice", async () => {
		await open(20);
		const first = await waiting(await person.say(`send 0.05 ETH to ${OTHER}`));
		await expect.poll(told).toEqual([first.id]);
		network.die();
		const running = await elsewhere(`send 0.06 ETH to ${OTHER}`);
		network.come();
		const second = await waiting(running);
		await expect.poll(told).toEqual([first.id, second.id]);
	});

	it("in the middle of an approval leaves one signature and one transaction", async () => {
		await open(20);
		const entry = await waiting(await person.say(`send 0.05 ETH to ${OTHER}`));
		must(await person.approve(entry.id));
		network.die();
		person.countersign.wake();
		network.come();
		person.countersign.wake();
		await person.until("a confirmed transaction", () => {
			const screen = person.screen();
			return screen.screen === "progress" && screen.progress.outcome === "confirmed";
		});
		const { signatures } = await world.service.control.records();
		expect(new Set(signatures.map(({ raw }) => raw)).size).toBe(1);
		expect(await world.chain.publicClient.getTransactionCount({ address: account() })).toBe(1);
		await expect.poll(() => told().filter((id) => id === entry.id)).toHaveLength(2);
	});
});
