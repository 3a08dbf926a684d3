import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FoundAccountRow } from "../../src/ipc/wallet.ts";
import { scanPaths } from "../../src/main/wallet/ledger-paths.ts";
import { DEFAULT_SEED } from "../mock-ledger/keys.ts";
import type { EmulatedLedger } from "../mock-ledger/start.ts";
import { EVM_PATH, type LedgerPerson, openLedgerPerson, SVM_PATH } from "../support/ledger-person.ts";
import { PASSWORD } from "../support/person.ts";
import { saying } from "../support/saying.ts";

/** Ledger accounts: finding, adding, verifying on the device, forgetting and storing. */

const SOMEBODY = "0x00000000000000000000000000000000000c0FfE";
const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const SECOND_PATH = "m/44'/60'/1'/0/0";
const THIRD_PATH = "m/44'/60'/2'/0/0";

/** Returns a private key of the first device's phrase, as if the phrase had been typed into a computer. */
function keyAt(path: string): string {
	const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(DEFAULT_SEED)).derive(path);
	if (privateKey === null) throw new Error("no key");
	return `0x${Buffer.from(privateKey).toString("hex")}`;
}

describe("the accounts of a Ledger", () => {
	let here: LedgerPerson;
	let device: EmulatedLedger;
	let solana: EmulatedLedger;
	let stranger: EmulatedLedger;
	beforeAll(async () => {
		here = await openLedgerPerson({
			devices: [{}, { seed: OTHER_SEED }, { app: "Solana" }],
			solana: true,
		});
		const [one, two, three] = here.devices;
		if (one === undefined || two === undefined || three === undefined) throw new Error("three devices");
		[device, stranger, solana] = [one, two, three];
		stranger.unplug();
	});
	afterAll(() => here?.close());

	const call = (name: string, input: object) => here.person.callTrusted(name, input);
	const accounts = () => here.person.desk().accounts.map(({ path }) => path);

	/** Opens the account screen and waits until this device is ready; `null` expects no device. */
	async function open(of: EmulatedLedger | null): Promise<string> {
		await call("close", {});
		await call("openLedger", {});
		return (await (of === null ? here.condition("none") : here.condition("ready", of.url))).id;
	}
	async function scan(of: EmulatedLedger, family: "evm" | "svm", more = false) {
		const deviceId = more ? of.url : await open(of);
		expect(await call("scanLedger", { deviceId, family, more })).toEqual({ ok: true });
		return await here.person.until("what was found", () => {
			const { scan: found } = here.ledger();
			return found.state === "done" && found.family === family ? found.rows : null;
		});
	}
	/** Waits for an address verification in this state. */
	const verifying = (state: string) =>
		here.person.until(`an address that is ${state}`, () => {
			const screen = here.person.screen();
			const shown = screen.screen === "ledger" ? screen.ledger.verifying : null;
			return shown?.state === state ? shown : null;
		});
	const read = ({ balances }: FoundAccountRow) => balances.every(({ amount }) => amount !== null);

	it.each([
		["evm", EVM_PATH, "Anvil", "10"],
		["svm", SVM_PATH, "Local Solana", "10"],
	] as const)(
		"are found on the usual paths of %s with their balances",
		async (family, path, chain, amount) => {
			const rows = await scan(family === "evm" ? device : solana, family);
			expect(rows.map((row) => row.path)).toEqual(scanPaths(family, 0).map((each) => each.path));
			expect(new Set(rows.map((row) => row.address.address)).size).toBe(rows.length);
			await here.person.until("their balances", () => here.ledger().scan.rows.every(read));
			for (const row of here.ledger().scan.rows) {
				const own = row.path === path;
				expect(row.state).toBe(own ? "added" : "new");
				expect(row.balances).toMatchObject([{ chain, amount: { text: own ? amount : "0" }, text: null }]);
			}
		},
	);

	it("are found on the next page", async () => {
		const first = await scan(device, "evm");
		await scan(device, "evm", true);
		const rows = await here.person.until("more of them", () => {
			const all = here.ledger().scan.rows;
			return all.length > first.length ? all : null;
		});
		const all = [0, 1].flatMap((page) => scanPaths("evm", page).map((each) => each.path));
		expect(rows.map((row) => row.path)).toEqual([...new Set(all)]);
	});

	it("are added several at once, and only found ones", async () => {
		await scan(device, "evm");
		expect(await call("addLedgerAccounts", { paths: [SECOND_PATH, "m/44'/60'/77'/0/0"] })).toMatchObject({
			ok: false,
			text: saying("ledger.accounts.unread"),
		});
		expect(accounts()).toEqual([EVM_PATH, SVM_PATH]);
		expect(await call("addLedgerAccounts", { paths: [SECOND_PATH, THIRD_PATH] })).toEqual({ ok: true });
		await here.person.until("both", () => accounts().length === 4);
		expect(accounts()).toEqual([EVM_PATH, SVM_PATH, SECOND_PATH, THIRD_PATH]);
		expect(here.ledger().scan.rows.flatMap(({ state, path }) => (state === "added" ? [path] : []))).toEqual([
			EVM_PATH,
			SECOND_PATH,
			THIRD_PATH,
		]);
	});

	it("are stored over a restart, and removed on the user's command", async () => {
		await here.restart();
		await here.person.until("all", () => accounts().length === 4);
		const third = here.person.desk().accounts.find(({ path }) => path === THIRD_PATH)?.address.address;
		expect(await call("removeLedgerAccount", { address: third })).toEqual({ ok: true });
		await here.person.until("one less", () => accounts().length === 3);
		expect(await call("removeLedgerAccount", { address: third })).toMatchObject({ ok: false });
		await here.restart();
		await here.person.until("one less still", () => accounts().length === 3);
	});

	it("are not removed while an approved request waits for them", async () => {
		device.unplug();
		const entry = await here.approved(`send 0.01 ETH to ${SOMEBODY}`);
		await here.waiting(entry.id, "signing.not-signed.yet");
		expect(await call("removeLedgerAccount", { address: here.evm })).toMatchObject({
			ok: false,
			text: saying("app.account-in-use"),
		});
		device.plug();
		await here.confirmed(entry.id);
	});

	it("are verified or refused on the device", async () => {
		await open(device);
		device.person = { decide: "wait", afterMs: 0 };
		const answer = call("verifyLedgerAddress", { address: here.evm });
		const shown = await device.untilQuestion();
		expect((await verifying("asking")).address.address).toBe(here.evm);
		expect(shown.join(" ")).toMatch(/address/i);
		expect(device.approve()).toBe(true);
		expect(await answer).toEqual({ ok: true });
		await verifying("same");
		expect(device.screens().flat().join("").replace(/\s/g, "")).toContain(here.evm.slice(2, 12));
		device.person = { decide: "reject", afterMs: 0 };
		expect(await call("verifyLedgerAddress", { address: here.evm })).toMatchObject({ ok: false });
		expect((await verifying("refused")).text).toEqual(saying("device.rejected.address"));
		device.person = { decide: "approve", afterMs: 0 };
	});

	it("are not shown if no device, or another one, is plugged in", async () => {
		device.unplug();
		solana.unplug();
		await open(null);
		expect(await call("verifyLedgerAddress", { address: here.evm })).toMatchObject({ ok: false });
		expect((await verifying("failed")).text).toEqual(saying("ledger.none"));
		stranger.plug();
		await open(stranger);
		const from = stranger.screens().length;
		expect(await call("verifyLedgerAddress", { address: here.evm })).toMatchObject({ ok: false });
		expect((await verifying("failed")).text).toEqual(saying("device.other-device"));
		expect(stranger.screens()).toHaveLength(from);
		stranger.unplug();
		device.plug();
		await open(device);
	});

	it("are called different if the device shows another address than it returned before", async () => {
		await open(device);
		device.hostile = ({ request, as }) => (request[1] === 0x02 && request[2] === 1 ? as(OTHER_SEED) : null);
		expect(await call("verifyLedgerAddress", { address: here.evm })).toMatchObject({ ok: false });
		device.hostile = null;
		expect((await verifying("different")).text).toEqual(saying("ledger.address.different"));
	});

	it("are marked if this computer has their key, which then signs", async () => {
		const { person } = here;
		const key = keyAt(SECOND_PATH);
		expect(await call("importKey", { key, password: PASSWORD })).toEqual({ ok: true });
		await person.until("a key on this computer", () =>
			person.desk().accounts.some(({ signer }) => signer === "local"),
		);
		const rows = await scan(device, "evm");
		expect(rows.find(({ path }) => path === SECOND_PATH)?.state).toBe("onThisComputer");
		expect(person.desk().accounts.filter(({ path }) => path === SECOND_PATH)).toEqual([]);
	});
});
