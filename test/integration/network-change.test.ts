import { afterEach, describe, expect, it } from "vitest";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { World } from "../mock-service/fixture.ts";
import { openUser, type UserAtWorld } from "../support/at-world.ts";
import { type MortalNetwork, mortalNetwork } from "../support/mortal-network.ts";
import { must, type Person } from "../support/person.ts";
import { type TestClock, testClock } from "../support/ports.ts";

/** A change of network that leaves the old network's connections open but dead. */

const OTHER = "0x00000000000000000000000000000000000c0ffe";
/** Waits of at least this length are deadlines; shorter ones set a pace. */
const DEADLINE_MS = 8_000;

/** @param shortened divisor of deadlines; zero disables them */
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
	let user: UserAtWorld;
	let world: World;
	let person: Person;
	let network: MortalNetwork;

	async function open(shortened: number): Promise<void> {
		network = mortalNetwork();
		user = await openUser(() => ({ fetch: network.fetch, clock: impatientClock(shortened) }));
		({ world, person } = user);
	}

	afterEach(() => user?.close());

	const told = () => person.ports.desktop.notifications.map(({ entryId }) => entryId);
	/** Sends a message from another computer, which the change of network doesn't affect. */
	async function elsewhere(message: string): Promise<string> {
		const { sessionId } = await world.service.control.say({
			message,
			userState: {
				connection: { is_connected: true, provider: "countersign", provider_label: "Countersign" },
				evm: { address: user.account, chain_id: world.chain.chainId, broadcaster: "wallet" },
			},
		});
		return sessionId;
	}

	it("that is noticed loses no request and reports none twice, even without any deadline", async () => {
		await open(0);
		const first = await person.asked(`send 0.05 ETH to ${OTHER}`);
		await expect.poll(told).toEqual([first.id]);
		network.die();
		const running = await elsewhere(`send 0.06 ETH to ${OTHER}`);
		person.countersign.wake();
		await expect.poll(network.hanging).toBeGreaterThan(0);
		network.come();
		for (let time = 0; time < 3; time += 1) person.countersign.wake();
		const second = await person.waiting(running);
		await expect.poll(told).toEqual([first.id, second.id]);
		const third = await person.waiting(await elsewhere(`send 0.07 ETH to ${OTHER}`));
		await expect.poll(told).toEqual([first.id, second.id, third.id]);
	});

	it("that causes no event is detected by silence, with nothing lost and nothing reported twice", async () => {
		await open(20);
		const first = await person.asked(`send 0.05 ETH to ${OTHER}`);
		await expect.poll(told).toEqual([first.id]);
		network.die();
		const running = await elsewhere(`send 0.06 ETH to ${OTHER}`);
		network.come();
		const second = await person.waiting(running);
		await expect.poll(told).toEqual([first.id, second.id]);
	});

	it("in the middle of an approval leaves one signature and one transaction", async () => {
		await open(20);
		const entry = await person.asked(`send 0.05 ETH to ${OTHER}`);
		must(await person.approve(entry.id));
		network.die();
		person.countersign.wake();
		network.come();
		person.countersign.wake();
		await person.progress(entry.id, "confirmed");
		const { signatures } = await world.service.control.records();
		expect(new Set(signatures.map(({ raw }) => raw)).size).toBe(1);
		expect(await world.chain.publicClient.getTransactionCount({ address: user.account })).toBe(1);
		await expect.poll(() => told().filter((id) => id === entry.id)).toHaveLength(2);
	});

	it("rechecks requests that no chain could be queried for, even unopened ones", async () => {
		let isDown = true;
		user = await openUser(({ chain }) => ({
			fetch: (input, init) =>
				isDown && String(input).startsWith(chain.url)
					? Promise.reject(new TypeError("fetch failed"))
					: fetch(input, init),
		}));
		({ person } = user);
		const { id } = await person.asked(`send 0.05 ETH to ${OTHER}`);
		const rowReads = (match: InboxEntryView["match"]) =>
			person.until(`a row that reads ${match}`, () =>
				person.desk().inbox.some((entry) => entry.id === id && entry.match === match),
			);
		await rowReads("unproven");
		isDown = false;
		person.countersign.wake();
		await rowReads("matched");
	});
});
