import { expect, it, vi } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import { Events } from "../../../../src/main/events.ts";
import { Networks } from "../../../../src/main/networks/networks.ts";
import type { Ports } from "../../../../src/main/ports.ts";
import { stub } from "../../../fixtures/stub.ts";
import { eagerClock } from "../chains/fake-rpc.ts";
import { virtualClock } from "../signing/clock.ts";

const chain = (chainId: string, name: string, rpcUrl: string): ChainSetting => ({
	family: "evm",
	chainId,
	name,
	rpcUrl,
	genesisHash: null,
});

function scene(
	chains: readonly ChainSetting[] | (() => readonly ChainSetting[]),
	overrides: readonly ChainSetting[] = [],
	reachable: () => void = () => {},
) {
	return new Networks({
		ports: {
			clock: virtualClock(0),
			fetch: async () => Response.error(),
			log: () => {},
			overrides: stub<Ports["overrides"]>({ chains: overrides }),
			settings: stub<Ports["settings"]>({
				get: () => ({ chains: typeof chains === "function" ? chains() : chains }),
			}),
		},
		events: new Events(() => {}),
		reviewing: { rpcMoved() {}, refresh: { reachable } },
	});
}

it("networks are those of the settings, unless development names the same ones", () => {
	const networks = scene(
		[chain("1", "Mine", "https://one.example"), chain("10", "Ten", "https://ten.example")],
		[chain("1", "Test", "http://127.0.0.1:8545")],
	);
	expect(networks.chainSettings().map(({ name, rpcUrl }) => `${name} ${rpcUrl}`)).toEqual([
		"Test http://127.0.0.1:8545",
		"Ten https://ten.example",
	]);
});

it("networks follow the settings", () => {
	const chains = [chain("1", "Mine", "https://one.example")];
	let stored: readonly ChainSetting[] = chains;
	const networks = scene(() => stored);
	const names = () => networks.chainSettings().map(({ name }) => name);
	expect(names()).toEqual(["Mine"]);
	stored = [...chains, chain("10", "Ten", "https://ten.example")];
	expect([names(), networks.chainNameOf("10")]).toEqual([["Mine", "Ten"], "Ten"]);
});

it("networks get their known name if the settings have only their number", () => {
	const [known] = scene([chain("1", "Chain 1", "https://one.example")]).chainSettings();
	expect(known?.name).not.toBe("Chain 1");
});

it("networks keep each one's last answer", () => {
	const networks = scene([]);
	networks.recordHealth("1", { ok: true, text: message("app.chain.answers") });
	networks.recordHealth("1", { ok: false, text: "offline" });
	expect([...networks.health()]).toEqual([["1", { ok: false, text: "offline" }]]);
});

it("networks announce once that a silent chain answers again", () => {
	let told = 0;
	const networks = scene([], [], () => {
		told += 1;
	});
	const answers = (ok: boolean) => networks.recordHealth("1", { ok, text: "" });
	for (const ok of [true, true, false, false]) answers(ok);
	expect(told).toBe(0);
	for (const ok of [true, true]) answers(ok);
	expect(told).toBe(1);
});

it("networks show which RPC is busy while it is awaited, and no longer", async () => {
	let isBusy = true;
	const seen: unknown[] = [];
	const clock = eagerClock();
	const events = new Events(() => {});
	const networks = new Networks({
		ports: {
			clock,
			fetch: async (_url, init) => {
				if (isBusy) return new Response("", { status: 429, headers: { "retry-after": "2" } });
				const asked = JSON.parse(String(init?.body));
				const one = ({ id }: { id: number }) => ({ jsonrpc: "2.0", id, result: "0x1" });
				return Response.json(Array.isArray(asked) ? asked.map(one) : one(asked));
			},
			log: () => {},
			overrides: stub<Ports["overrides"]>({ chains: [] }),
			settings: stub<Ports["settings"]>({
				get: () => ({
					chains: [chain("1", "One", "https://one.example"), chain("10", "Ten", "https://ten.example")],
				}),
			}),
		},
		events,
		reviewing: { rpcMoved() {}, refresh: { reachable() {} } },
	});
	events.on("chain-changed", () => {
		seen.push([
			[networks.isRpcBusy("1"), networks.isRpcBusy("10")],
			...[networks.notes(), networks.notesOf("1"), networks.notesOf("10"), networks.busyNotes()],
		]);
		isBusy = false;
	});
	await networks.chains.of(1).height();
	const note = message("app.rpc.busy", { chain: "One" });
	const waiting = [[true, false], [note], [note], [], [note]];
	await vi.waitFor(() => expect(seen).toEqual([waiting, [[false, false], [], [], [], []]]));
});

it("networks have a second opinion on an EVM chain only if the witness is of another host", () => {
	const of = (secondRpcUrl: string) =>
		scene([{ ...chain("1", "Mine", "https://one.example/a"), secondRpcUrl }]);
	expect(of("https://two.example").hasSecondRpc("1")).toBe(true);
	expect(of("https://one.example/b").hasSecondRpc("1")).toBe(false);
});
