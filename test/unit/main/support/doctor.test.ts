import { describe, expect, it } from "vitest";
import type { ChainSetting } from "../../../../src/ipc/settings.ts";
import {
	doctorChecks,
	doctorTable,
	type ShellFacts,
	type SystemFacts,
} from "../../../../src/main/support/doctor.ts";
import { networkFacts } from "../../../../src/main/support/remote-facts.ts";
import { systemFacts } from "../../../../src/main/support/system-facts.ts";
import { virtualClock } from "../signing/clock.ts";

const SYSTEM: SystemFacts = {
	platform: "linux",
	root: false,
	namespaces: true,
	statusIcons: true,
	notifications: true,
	udevRule: true,
	fonts: true,
};
const SHELL: ShellFacts = {
	electron: "45.4.1",
	sandboxOff: false,
	keychain: { trusted: true, backend: "gnome_libsecret" },
	notifications: true,
	badge: true,
	usb: true,
	clock: { difference: null },
	networks: [{ name: "Base", found: "right" }],
};

/** Lists the codes of failed checks, and which of them have no cure. */
function complaints(system: Partial<SystemFacts>, shell: Partial<ShellFacts> | null = {}): readonly string[] {
	const checks = doctorChecks({ ...SYSTEM, ...system }, shell === null ? null : { ...SHELL, ...shell });
	return checks
		.filter(({ state }) => state !== "ok")
		.map(({ state, found, cure }) => `${state} ${found.code}${cure === null ? " without a cure" : ""}`);
}

describe("the doctor", () => {
	it("finds no fault if everything is there", () => {
		expect(complaints({})).toEqual([]);
		expect(doctorChecks(SYSTEM, SHELL).map(({ id }) => id)).toEqual([
			"shell",
			"sandbox",
			"keychain",
			"tray",
			"notifications",
			"badge",
			"usb",
			"clock",
			"udev",
			"fonts",
			"network",
		]);
	});

	it.each<[string, Partial<SystemFacts>, Partial<ShellFacts>]>([
		["bad doctor.sandbox.root", { root: true }, {}],
		["bad doctor.sandbox.off", {}, { sandboxOff: true }],
		["caution doctor.shell.host", {}, { electron: null }],
		["caution doctor.keychain.none", {}, { keychain: { trusted: false, backend: "basic_text" } }],
		["caution doctor.tray.none", { statusIcons: false }, {}],
		["unknown doctor.unknown without a cure", { statusIcons: null }, {}],
		["caution doctor.clock.ahead", {}, { clock: { difference: 3_600_000 } }],
		["caution doctor.clock.behind", {}, { clock: { difference: -40_000 } }],
		["unknown doctor.unknown without a cure", {}, { clock: null }],
		["caution doctor.notifications.none", { notifications: false }, {}],
		["caution doctor.notifications.none", {}, { notifications: false }],
		["caution doctor.badge.none", {}, { badge: false }],
		["unknown doctor.unknown without a cure", {}, { badge: null }],
		["bad doctor.usb.fails", {}, { usb: false }],
		["caution doctor.udev.none", { udevRule: false }, {}],
		["caution doctor.fonts.few", { fonts: false }, {}],
		["bad doctor.network.other", {}, { networks: [{ name: "Base", found: "other" }] }],
		["bad doctor.network.unreachable", {}, { networks: [{ name: "Base", found: "unreachable" }] }],
	])("reports %s", (code, system, shell) => {
		expect(complaints(system, shell)).toEqual([code]);
	});

	it("checks the system if the shell did not start", () => {
		expect(complaints({}, null)).toEqual(["bad doctor.shell.none", "unknown doctor.unknown without a cure"]);
	});

	it("requires no namespaces if the shell runs, since a privileged helper needs none", () => {
		expect(complaints({ namespaces: false })).toEqual([]);
		expect(complaints({ namespaces: false }, null)).toContain("bad doctor.sandbox.namespaces");
	});

	it("requires udev and status icons on Linux only", () => {
		expect(complaints({ platform: "darwin", udevRule: false, statusIcons: null })).toEqual([]);
	});

	it("checks this very system without failing, and writes a line for each check", async () => {
		const checks = doctorChecks(await systemFacts(), SHELL);
		const cures = checks.filter(({ cure }) => cure !== null).length;
		expect(doctorTable(checks).trimEnd().split("\n")).toHaveLength(checks.length + cures);
	});
});

describe("the networks of the user", () => {
	const chain = (change: Partial<ChainSetting>): ChainSetting => ({
		family: "evm",
		chainId: "8453",
		name: "Base",
		rpcUrl: "https://rpc.example/key",
		genesisHash: null,
		...change,
	});
	const asked = (chains: readonly ChainSetting[], result: () => Response) =>
		networkFacts(chains, { clock: virtualClock(0), fetch: async () => result() });
	const says = (result: unknown) => () => Response.json({ jsonrpc: "2.0", id: 1, result });

	it("are described by their RPCs' own answers", async () => {
		const local = chain({ family: "svm", chainId: "localnet", genesisHash: "G" });
		expect(await asked([chain({})], says("0x2105"))).toEqual([{ name: "Base", found: "right" }]);
		expect(await asked([chain({})], says("0x1"))).toMatchObject([{ found: "other" }]);
		expect(await asked([chain({})], says("no number"))).toMatchObject([{ found: "other" }]);
		expect(await asked([local], says("G"))).toMatchObject([{ found: "right" }]);
		expect(await asked([local], says("H"))).toMatchObject([{ found: "other" }]);
		expect(await asked([chain({})], () => new Response("<html>"))).toMatchObject([{ found: "unreachable" }]);
		const dead = () => {
			throw new Error("refused");
		};
		expect(await asked([chain({})], dead)).toMatchObject([{ found: "unreachable" }]);
	});
});
