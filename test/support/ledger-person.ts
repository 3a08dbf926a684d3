import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { fileURLToPath } from "node:url";
import { PublicKey } from "@solana/web3.js";
import { type Address, getAddress } from "viem";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import type { DeviceView, LedgerView } from "../../src/ipc/wallet.ts";
import type { Settings } from "../../src/main/settings-schema.ts";
import { entryOf } from "../fixtures/entries.ts";
import type { EmulatedLedger, LedgerOptions } from "../mock-ledger/start.ts";
import { startLedger } from "../mock-ledger/start.ts";
import { openSvm, openWorld, RELAYER, type SvmWorld, type World } from "../mock-service/fixture.ts";
import { appAt } from "./at-world.ts";
import { subjectOf, type Trace } from "./kinds.ts";
import { must, openPerson, type Person, type PersonOptions, scratch } from "./person.ts";
import type { TestPortsOptions } from "./ports.ts";
import { type Told, tells } from "./saying.ts";

/** Opens the app with a user whose keys are only on a Ledger, both chains, the service, and emulated devices. */

export interface LedgerPerson {
	readonly world: World;
	readonly solana: SvmWorld;
	/** Devices with the user's accounts, in the order of their options. */
	readonly devices: readonly EmulatedLedger[];
	/** The first of `devices`. */
	readonly device: EmulatedLedger;
	/** Additional connected devices, which are listed first and have none of the accounts. */
	readonly otherDevices: readonly EmulatedLedger[];
	/** The user of the running app. */
	readonly person: Person;
	/** The account at m/44'/60'/0'/0/0 of the first device. */
	readonly evm: Address;
	/** The account at m/44'/501'/0' of the last device, which owns SOL and USDX. Empty without the option `solana`. */
	readonly svm: string;
	/** Returns the screen for finding accounts. Throws if another screen is open. */
	ledger(): LedgerView;
	/** All device processes that were started, in order. */
	readonly processes: readonly ChildProcess[];
	/** Sends the sentence in a new session, and returns the entry of the resulting request. */
	asked(sentence: string): Promise<InboxEntryView>;
	/** Creates a request like `asked`, and approves it on the computer. */
	approved(sentence: string): Promise<InboxEntryView>;
	/**
	 * Approves the waiting request on the computer, after confirming that the device shows no prompt.
	 * @throws Error with the codes of a refusal
	 */
	again(entryId: string): Promise<void>;
	/** Returns the trusted window's progress of an approved entry once it satisfies `is`. */
	progress(entryId: string, what: string, is: (progress: ProgressView) => boolean): Promise<ProgressView>;
	/** Waits until the request is confirmed. */
	confirmed(entryId: string): Promise<ProgressView>;
	/** Waits until the request waits for its device, with all of these messages. */
	waiting(entryId: string, ...told: readonly Told[]): Promise<ProgressView>;
	/**
	 * Waits until the approval was refused unsigned with all of these messages, and the request can be approved
	 * again.
	 */
	refused(entryId: string, ...told: readonly Told[]): Promise<ProgressView>;
	/** Waits until the user's withdrawal has ended the approval unsigned, and the request can be approved again. */
	withdrawn(entryId: string, ...told: readonly Told[]): Promise<ProgressView>;
	/** Waits until the trusted window shows the device in this state. */
	condition(wanted: DeviceView["condition"], deviceId?: string): Promise<DeviceView>;
	/** Returns everything that the service has received or broadcast for an entry. */
	trace(entryId: string): Promise<Trace>;
	/** Returns how many of the EVM account's transactions are on the chain. */
	mined(): Promise<number>;
	/** Finds the account with this path on a connected device and adds it. */
	add(family: "evm" | "svm", path: string, deviceId?: string): Promise<string>;
	/** Stops the app. `restart` starts it again. */
	stop(): Promise<void>;
	/** Stops the app and starts it again with the same data. */
	restart(): Promise<Person>;
	/** Returns options with which another process can run the same app instead. */
	options(): PersonOptions;
	close(): Promise<void>;
}

export const EVM_PATH = "m/44'/60'/0'/0/0";
export const SVM_PATH = "m/44'/501'/0'";

const BLOCKS = { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 };
const SOL = 10n ** 9n;
const USDX = 10n ** 6n;

export interface LedgerPersonOptions extends Pick<TestPortsOptions, "fetch"> {
	readonly devices?: readonly LedgerOptions[];
	/** Additional devices of the same model, which are listed first and have none of the accounts. */
	readonly otherDevices?: readonly LedgerOptions[];
	/** Adds the last device's Solana account. */
	readonly solana?: boolean;
}

const isLedger = ({ spawnargs }: ChildProcess) =>
	(spawnargs ?? []).includes(fileURLToPath(entryOf("ledger")));

/** Records every process that is started from now on. */
function recordProcesses(): { readonly all: readonly ChildProcess[]; end(): void } {
	const all: ChildProcess[] = [];
	const record = (message: unknown) => {
		all.push((message as { readonly process: ChildProcess }).process);
	};
	subscribe("child_process", record);
	return {
		all,
		end: () => {
			unsubscribe("child_process", record);
		},
	};
}

export async function openLedgerPerson(options: LedgerPersonOptions = {}): Promise<LedgerPerson> {
	const devices = await Promise.all((options.devices ?? [{}]).map((each) => startLedger(each)));
	const otherDevices = await Promise.all((options.otherDevices ?? []).map((each) => startLedger(each)));
	const [device] = devices;
	const holder = devices.at(-1);
	if (device === undefined || holder === undefined) throw new Error("at least one device is required");
	const started = recordProcesses();
	const solana = await openSvm([], BLOCKS);
	const world = await openWorld({ svm: solana.options, relayer: RELAYER });
	const folder = scratch();
	const optionsWith = (ledgerAccounts: Settings["ledgerAccounts"]): PersonOptions => ({
		dataDir: folder.path,
		...appAt(world, solana),
		key: null,
		...(options.fetch === undefined ? {} : { fetch: options.fetch }),
		ledger: { kind: "speculos", urls: [...otherDevices, ...devices].map((each) => each.url) },
		ledgerAccounts,
	});
	const open = (ledgerAccounts: Settings["ledgerAccounts"]) => openPerson(optionsWith(ledgerAccounts));
	let person = await open([]);
	let runs = true;

	async function stop(): Promise<void> {
		if (runs) await person.stop();
		runs = false;
	}

	function ledger(): LedgerView {
		const screen = person.screen();
		if (screen.screen !== "ledger") throw new Error(`the window shows ${screen.screen}`);
		return screen.ledger;
	}

	async function add(family: "evm" | "svm", path: string, deviceId = device?.url ?? ""): Promise<string> {
		await person.callTrusted("openLedger", {});
		await person.until("the screen of Ledger accounts", () => person.screen().screen === "ledger");
		await person.until("a device with the right app", () =>
			ledger().devices.some((each) => each.id.includes(deviceId) && each.condition === "ready"),
		);
		const id = ledger().devices.find((each) => each.id.includes(deviceId))?.id;
		const read = await person.callTrusted("scanLedger", { deviceId: id, family, more: false });
		must(read);
		const row = await person.until("the account", () =>
			ledger().scan.rows.find((each) => each.path === path),
		);
		const added = await person.callTrusted("addLedgerAccounts", { paths: [path] });
		must(added);
		await person.callTrusted("close", {});
		return row.address.address;
	}

	const evm = getAddress(await add("evm", EVM_PATH));
	await world.demo.fund(evm);
	let svm = "";
	if (options.solana === true) {
		if (holder.app() !== "Solana") holder.open("Solana");
		svm = await add("svm", SVM_PATH, holder.url);
		solana.svm.airdrop(new PublicKey(svm), 10n * SOL);
		solana.svm.mintTo(new PublicKey(solana.options.mint), new PublicKey(svm), 1_000n * USDX);
		if (holder === device) device.open("Ethereum");
	}

	/** Returns the trusted window's current display of this entry, without requesting it. */
	const onScreen = (entryId: string) => {
		const screen = person.screen();
		return screen.screen === "progress" && screen.progress.entryId === entryId ? screen.progress : null;
	};

	async function asked(sentence: string): Promise<InboxEntryView> {
		return await person.asked(sentence);
	}

	async function again(entryId: string): Promise<void> {
		// The command is refused if no prompt was interrupted, which is fine.
		await person.callTrusted("clearedLedger", {});
		must(await person.approve(entryId));
	}

	async function progress(
		entryId: string,
		what: string,
		is: (progress: ProgressView) => boolean,
	): Promise<ProgressView> {
		await person.callDesk("openReview", { entryId });
		return await person.until(what, () => {
			const shown = onScreen(entryId);
			return shown !== null && is(shown) ? shown : null;
		});
	}

	/** Waits until the approval ended unsigned with this outcome and these messages, and can be given again. */
	async function unsigned(
		outcome: ProgressView["outcome"],
		entryId: string,
		told: readonly Told[],
	): Promise<ProgressView> {
		const what = `${entryId} to be ${outcome}, saying ${told.join(", ")}`;
		const shown = await person.until<ProgressView>(what, () => {
			const now = onScreen(entryId);
			return now?.outcome === outcome && tells(now.text, ...told) ? now : null;
		});
		await person.until(`${entryId} to wait for a new approval`, () =>
			person.desk().inbox.find((each) => each.id === entryId && each.state === "waiting"),
		);
		return shown;
	}

	return {
		world,
		solana,
		devices,
		device,
		otherDevices,
		get person() {
			return person;
		},
		evm,
		svm,
		ledger,
		get processes() {
			return started.all.filter(isLedger);
		},
		asked,
		async approved(sentence) {
			const entry = await asked(sentence);
			await again(entry.id);
			return entry;
		},
		again,
		progress,
		confirmed: (entryId) => progress(entryId, `${entryId} confirmed`, (each) => each.outcome === "confirmed"),
		waiting: (entryId, ...told) =>
			progress(entryId, `${entryId} to wait, saying ${told.join(", ")}`, ({ device: asked }) =>
				tells(asked?.text, ...told),
			),
		refused: (entryId, ...told) => unsigned("refused", entryId, told),
		withdrawn: (entryId, ...told) => unsigned("withdrawn", entryId, told),
		condition: (wanted, deviceId = "") =>
			person.until<DeviceView>(`a device that is ${wanted}`, () => {
				const screen = person.screen();
				const shown = [
					...(screen.screen === "ledger" ? screen.ledger.devices : []),
					...(screen.screen === "progress" ? [screen.progress.device?.device] : []),
					...(screen.screen === "review" ? [screen.review.device?.device] : []),
				];
				return shown.find((each) => each?.condition === wanted && each.id.includes(deviceId));
			}),
		async trace(entryId) {
			const id = subjectOf(entryId);
			const { signatures, resolutions, broadcasts } = await world.service.control.records();
			return {
				signatures: signatures.filter(({ commitId }) => commitId === id),
				resolutions: resolutions.filter(({ actionId }) => actionId === id),
				broadcasts: broadcasts.filter(({ commitId }) => commitId === id),
			};
		},
		mined: () => world.chain.publicClient.getTransactionCount({ address: evm }),
		add,
		stop,
		async restart() {
			const { ledgerAccounts } = person.ports.settings.get();
			await stop();
			person = await open(ledgerAccounts);
			runs = true;
			return person;
		},
		options: () => optionsWith(person.ports.settings.get().ledgerAccounts),
		async close() {
			await stop();
			started.end();
			folder.remove();
			await Promise.all([...otherDevices, ...devices].map((each) => each.stop()));
			await world.close();
			await solana.svm.stop();
		},
	};
}
