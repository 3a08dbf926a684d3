import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Kinds, openKinds } from "../support/kinds.ts";

/** Requests that arrive during a notification pause, if the app quits before the pause ends. */

const someone = (): Address => privateKeyToAddress(generatePrivateKey());

describe("a request that came during a pause that ended while the app was not running", () => {
	let kinds: Kinds;

	beforeAll(async () => {
		kinds = await openKinds();
	});
	afterAll(() => kinds?.close());

	const toldOf = (entryId: string) =>
		kinds.person.ports.desktop.notifications.filter((each) => each.entryId === entryId);

	it.each([
		["an action", "execute: send 0.1 ETH to"],
		["a commit", "send 0.1 ETH to"],
	])("%s is notified at the next start, once", async (_, sentence) => {
		await kinds.person.callDesk("pauseNotifications", { minutes: 60 });
		const entry = await kinds.asked(`${sentence} ${someone()}`);
		expect(toldOf(entry.id)).toEqual([]);
		// Test settings exist only in memory, so the pause ends with the restart.
		const person = await kinds.restart();
		await person.until("a notification of it", () => toldOf(entry.id).length > 0, 20_000);
		expect(toldOf(entry.id)).toHaveLength(1);
		const again = await kinds.restart();
		await again.until("the entry", () =>
			again.desk().inbox.find(({ id, match }) => id === entry.id && match !== "checking"),
		);
		expect(toldOf(entry.id)).toEqual([]);
	});
});
