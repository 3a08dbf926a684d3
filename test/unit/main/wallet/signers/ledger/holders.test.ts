import { describe, expect, it } from "vitest";
import type { LedgerResult, PluggedDevice } from "../../../../../../src/ledger-process/protocol.ts";
import { HolderMemory } from "../../../../../../src/main/wallet/signers/ledger/holders.ts";
import { stub } from "../../../../../fixtures/stub.ts";
import { ACCOUNT } from "./device-channels.ts";
import { NANO, refusalOf } from "./scene.ts";

/** Devices are recognized by the addresses that they returned. */

function scene() {
	const world = {
		plugged: [NANO] as readonly PluggedDevice[],
		prepared: { ok: true } as LedgerResult<"prepare">,
	};
	const client = new HolderMemory(
		stub({
			devices: async () => ({ ok: true, devices: [...world.plugged] }),
			prepare: async () => world.prepared,
			addresses: (_id: string, _family: string, paths: readonly string[]) => ({
				answer: Promise.resolve({
					ok: true,
					addresses: paths.map((path) => ({ path, address: ACCOUNT.address })),
				}),
				cancel() {},
			}),
		}),
	);
	return { world, client, holds: () => client.holds(NANO.id, ACCOUNT) };
}

describe("whether a device holds an account", () => {
	it("is unknown before it was queried", () => {
		expect(scene().holds()).toBeNull();
	});

	it.each<[string, LedgerResult<"prepare">, boolean | null]>([
		["it answered with the account's address", { ok: true }, true],
		["it answered with another", refusalOf("otherDevice"), false],
		["it could not answer", refusalOf("locked"), null],
	])("follows from its answer: %s", async (_, answer, expected) => {
		const { world, client, holds } = scene();
		world.prepared = answer;
		await client.prepare(NANO.id, ACCOUNT);
		expect(holds()).toBe(expected);
	});

	it("follows from the addresses read from it", async () => {
		const { client, holds } = scene();
		await client.addresses(NANO.id, ACCOUNT.family, [ACCOUNT.path]).answer;
		expect(holds()).toBe(true);
	});

	it("is dropped once it is unplugged, since another may return under its name", async () => {
		const { world, client, holds } = scene();
		await client.prepare(NANO.id, ACCOUNT);
		await client.devices();
		expect(holds()).toBe(true);
		world.plugged = [];
		await client.devices();
		expect(holds()).toBeNull();
	});
});
