import { expect, it } from "vitest";
import { message } from "../../../../src/core/message.ts";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import type { Ports } from "../../../../src/main/ports.ts";
import { createNetworks } from "../../../../src/main/settings/networks.ts";
import { stub } from "../../../fixtures/stub.ts";
import { virtualClock } from "../signing/clock.ts";

const chain = (chainId: string, name: string, rpcUrl: string): ChainSetting => ({
	family: "evm",
	chainId,
	name,
	rpcUrl,
	genesisHash: null,
});

function scene(
	chains: readonly ChainSetting[],
	overrides: readonly ChainSetting[] = [],
	reachable: () => void = () => {},
) {
	return createNetworks(
		{
			clock: virtualClock(0),
			fetch: async () => Response.error(),
			log: () => {},
			overrides: stub<Ports["overrides"]>({ chains: overrides }),
			settings: stub<Ports["settings"]>({ get: () => ({ chains }) }),
		},
		{ rpcMoved() {}, reachable },
	);
}

it("networks are those of the settings, but development's where it names the same ones", () => {
	const networks = scene(
		[chain("1", "Mine", "https://one.example"), chain("10", "Ten", "https://ten.example")],
		[chain("1", "Test", "http://127.0.0.1:8545")],
	);
	expect(networks.chainSettings().map(({ name, rpcUrl }) => `${name} ${rpcUrl}`)).toEqual([
		"Test http://127.0.0.1:8545",
		"Ten https://ten.example",
	]);
});

it("networks get their known name where the settings hold none but their number", () => {
	const [known] = scene([chain("1", "Chain 1", "https://one.example")]).chainSettings();
	expect(known?.name).not.toBe("Chain 1");
});

it("networks keep how each answered last", () => {
	const networks = scene([]);
	networks.noteHealth("1", { ok: true, text: message("app.chain.answers") });
	networks.noteHealth("1", { ok: false, text: "offline" });
	expect([...networks.health()]).toEqual([["1", { ok: false, text: "offline" }]]);
});

it("networks tell once that a chain answers which did not", () => {
	let told = 0;
	const networks = scene([], [], () => {
		told += 1;
	});
	const answers = (ok: boolean) => networks.noteHealth("1", { ok, text: "" });
	for (const ok of [true, true, false, false]) answers(ok);
	expect(told).toBe(0);
	for (const ok of [true, true]) answers(ok);
	expect(told).toBe(1);
});

it("networks have a second opinion on an EVM chain only where the witness is of another host", () => {
	const of = (secondRpcUrl: string) =>
		scene([{ ...chain("1", "Mine", "https://one.example/a"), secondRpcUrl }]);
	expect(of("https://two.example").hasSecondRpc("1")).toBe(true);
	expect(of("https://one.example/b").hasSecondRpc("1")).toBe(false);
});
