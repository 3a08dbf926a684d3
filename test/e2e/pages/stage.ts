import { AccountLayout, getAssociatedTokenAddressSync } from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import { type Address, getAddress, type Hex } from "viem";
import type { CommitView } from "../../../src/service-api/commit.ts";
import type { Action } from "../../../src/service-api/events.ts";
import { t } from "../../../src/text/index.ts";
import { devSvmKeypair } from "../../chains/svm.ts";
import { type EmulatedLedger, type LedgerOptions, startLedger } from "../../mock-ledger/start.ts";
import {
	Caller,
	openSvm,
	openWorld,
	RELAYER,
	type SvmWorld,
	type World,
} from "../../mock-service/fixture.ts";
import { type LaunchOptions, launchApp, type RunningApp } from "../launch.ts";
import { Desk } from "./desk.ts";
import { Trusted } from "./trusted.ts";
import { until } from "./until.ts";

/** The user's password in all specs. */
export const PASSWORD = "correct horse battery staple";
/** Recipient on EVM chains. No one has the key for this address. */
export const SOMEBODY = getAddress("0x00000000000000000000000000000000000c0ffe");
/** Recipient on Solana. */
export const SVM_SOMEBODY = devSvmKeypair(7).publicKey.toBase58();

const SOL = 10n ** 9n;
const USDX = 10n ** 6n;

/** Solana's blocks appear automatically and are final after four blocks, which takes about a second. */
export const BLOCKS = { blockTimeMs: 250, confirmAfter: 1, finalizeAfter: 4 };

/** Returns whether one of the notification's buttons opens a review. */
export const isOfRequest = ({ actions }: { readonly actions: readonly string[] }): boolean =>
	actions.includes(t("notice.act.review"));

export interface StageOptions {
	readonly world?: Parameters<typeof openWorld>[0];
	readonly anvil?: Parameters<typeof openWorld>[1];
	/** Adds a Solana chain, which both the service and the app use. The user owns SOL and USDX on it. */
	readonly solana?: boolean;
	/** Emulated Ledgers that can be connected. All of them run from the start. */
	readonly ledgers?: readonly LedgerOptions[];
	/** The app has neither a service nor a token, so the user must choose a service and sign in. */
	readonly signedOut?: boolean;
	/** Words to import in the first run. By default, new ones are created. */
	readonly phrase?: readonly string[];
	/**
	 * Runs after the world is ready and before the app starts. Returns additions to the app's environment.
	 */
	readonly beforeLaunch?: (world: World) => Promise<Record<string, string>>;
}

/** Chain, mock service and app for a spec. */
export class Stage {
	readonly world: World;
	readonly #solana: SvmWorld | null;
	app: RunningApp;
	trusted: Trusted;
	desk: Desk;
	/** The account created in the first run. */
	person: Address = "0x";
	/** The Solana account from the same recovery phrase, in base58. */
	svmPerson = "";
	words: readonly string[] = [];
	/** Emulated Ledgers, in the order of their options. */
	readonly ledgers: readonly EmulatedLedger[];
	readonly #options: LaunchOptions;

	private constructor(
		{ world, solana, ledgers }: Surroundings,
		app: RunningApp,
		windows: [Trusted, Desk],
		options: LaunchOptions,
	) {
		this.world = world;
		this.#solana = solana;
		this.ledgers = ledgers;
		this.app = app;
		[this.trusted, this.desk] = windows;
		this.#options = options;
	}

	/** Starts everything. The app shows its first run. */
	static async open(options: StageOptions = {}): Promise<Stage> {
		const solana = options.solana === true ? await openSvm([], BLOCKS) : null;
		const svm = solana === null ? {} : { svm: solana.options };
		const world = await openWorld({ relayer: RELAYER, ...svm, ...options.world }, options.anvil);
		const ledgers = await Promise.all((options.ledgers ?? []).map((each) => startLedger(each)));
		const surroundings = { world, solana, ledgers };
		const added = await options.beforeLaunch?.(world);
		const nobody = { COUNTERSIGN_BASE_URL: undefined, COUNTERSIGN_TOKEN: undefined };
		const env = { ...environment(world, solana, ledgers), ...(options.signedOut === true ? nobody : {}) };
		const launch = { env: { ...env, ...added } };
		const app = await launchApp(launch).catch(async (error: unknown) => {
			await closeAll(surroundings);
			throw error;
		});
		const windows: [Trusted, Desk] = [new Trusted(await app.trusted()), new Desk(await app.desk())];
		return new Stage(surroundings, app, windows, launch);
	}

	/** Starts everything, and creates the user's keys in the trusted window. They own ETH and DEMO. */
	static async withKeys(options: StageOptions = {}): Promise<Stage> {
		const stage = await Stage.open(options);
		try {
			await stage.firstRun(options.phrase);
		} catch (error) {
			await stage.close();
			throw error;
		}
		return stage;
	}

	/** Completes the first run as a user would, with a new recovery phrase or the given one. */
	async firstRun(phrase?: readonly string[]): Promise<void> {
		const { trusted } = this;
		await trusted.at("Your keys, on this computer");
		if (phrase === undefined) {
			this.words = await trusted.createPhrase(PASSWORD);
			await trusted.confirmPhrase(this.words);
		} else {
			this.words = phrase;
			await trusted.importPhrase(phrase, PASSWORD);
		}
		await trusted.finishSetup();
		await this.readAccount();
		await this.fund();
	}

	/** Gives the user ETH and DEMO, and also SOL and USDX if there is a Solana chain. */
	async fund(): Promise<void> {
		await this.world.demo.fund(this.person);
		if (this.#solana !== null) fundSvm(this.#solana, this.svmPerson);
	}

	async readAccount(): Promise<void> {
		await this.desk.go("Home");
		const shown = async (form: RegExp) => (await this.desk.page.getByText(form).first().textContent()) ?? "";
		this.person = getAddress(await shown(/^0x[0-9a-fA-F]{40}$/));
		this.svmPerson = await shown(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
	}

	/** The first emulated Ledger. */
	get ledger(): EmulatedLedger {
		const [first] = this.ledgers;
		if (first === undefined) throw new Error("this stage has no Ledger");
		return first;
	}

	get solana(): SvmWorld {
		if (this.#solana === null) throw new Error("this stage has no Solana");
		return this.#solana;
	}

	/**
	 * Sends a sentence to the agent in a new conversation and waits for the notification. Returns its
	 * content.
	 */
	async ask(
		sentence: string,
	): Promise<{ readonly index: number; readonly title: string; readonly body: string }> {
		const before = (await this.app.notifications()).length;
		await this.desk.startConversation(sentence);
		return this.requestNotified(before);
	}

	/** Sends a sentence to the agent, clicks the notification and reads the review that opens. */
	async review(sentence: string, headline: string | RegExp) {
		const { index } = await this.ask(sentence);
		await this.app.clickNotification(index);
		return this.trusted.reviewing(headline);
	}

	/** Waits for a notification with a matching title, ignoring the first `from` notifications. */
	async notified(title: RegExp, from = 0) {
		return until(`a notification ${title}`, async () => {
			const all = await this.app.notifications();
			return all.slice(from).find((each) => title.test(each.title) && each.shown);
		});
	}

	/** Waits for a notification about a request, ignoring the first `from` notifications. */
	async requestNotified(from = 0) {
		return until("a notification of a request", async () => {
			const all = await this.app.notifications();
			return all.slice(from).find((each) => isOfRequest(each) && each.shown);
		});
	}

	/** Sends a message to the agent in a new session, as the user would from another device. */
	async sayElsewhere(message: string): Promise<string> {
		const { sessionId } = await this.world.service.control.say({
			message,
			userState: {
				connection: { is_connected: true, provider: "countersign", provider_label: "Countersign" },
				evm: { address: this.person, chain_id: this.world.chain.chainId, broadcaster: "wallet" },
			},
		});
		return sessionId;
	}

	/**
	 * Makes the app list the sessions immediately, like after the computer wakes up. When idle, it does so
	 * every 15 seconds.
	 */
	async refreshSessions(): Promise<void> {
		await this.app.emitPower("resume");
	}

	/** Calls `sayElsewhere` and makes the app read the new session. */
	async sayElsewhereSeen(message: string): Promise<void> {
		await this.sayElsewhere(message);
		await this.refreshSessions();
	}

	/** Returns the latest commit, as stored by the service. */
	async lastCommit(): Promise<CommitView> {
		const { pages } = await this.world.service.control.records();
		const id = pages.at(-1)?.commitIds.at(-1);
		if (id === undefined) throw new Error("the service has put no commit to any reader");
		return this.commit(id);
	}

	/** Returns the latest commit, or the one in its batch whose turn it is. */
	async awaitingCommit(): Promise<CommitView> {
		const last = await this.lastCommit();
		const members = await Promise.all((last.batch?.ordered_commit_ids ?? []).map((id) => this.commit(id)));
		return members.find(({ action }) => action?.kind === "sign") ?? last;
	}

	async commit(commitId: string): Promise<CommitView> {
		const { url, token } = this.world.service;
		const answer = await fetch(`${url}/api/commits/${commitId}`, {
			headers: { authorization: `Bearer ${token}` },
		});
		if (!answer.ok) throw new Error(`the service answers ${answer.status} for commit ${commitId}`);
		// Not parsed: this is the service's own view, and some tests make it lie.
		return (await answer.json()) as CommitView;
	}

	/** Returns the signatures submitted for a commit, from the service's own records. */
	async signatures(commitId: string) {
		const { signatures } = await this.world.service.control.records();
		return signatures.filter((each) => each.commitId === commitId);
	}

	/** Returns the latest action, from the service's own log. */
	async lastAction(): Promise<Action & { readonly session: string }> {
		const { requests } = await this.world.service.control.records();
		const sessions = requests.flatMap(({ path }) => /^\/v1\/agent\/chat\/([^/?]+)/.exec(path)?.[1] ?? []);
		const caller = new Caller(this.world.service);
		// Newest first.
		for (const session of [...new Set(sessions)].toReversed()) {
			const { events } = await caller.page(`/v1/agent/chat/${session}`);
			const found = events.findLast((event) => event.type === "action");
			if (found?.type === "action") return { ...found, session };
		}
		throw new Error("the service has put no action to any reader");
	}

	/** Returns the answers submitted for an action, from the service's own records. */
	async resolutions(actionId: string) {
		const { resolutions } = await this.world.service.control.records();
		return resolutions.filter((each) => each.actionId === actionId);
	}

	/** Returns an account's balance in lamports. */
	lamports(address: string): bigint {
		return this.solana.svm.accountOf(new PublicKey(address))?.lamports ?? 0n;
	}

	/** Returns the owner's balance of USDX in base units. */
	usdx(owner: string): bigint {
		const { svm, options } = this.solana;
		const account = getAssociatedTokenAddressSync(new PublicKey(options.mint), new PublicKey(owner));
		const data = svm.accountOf(account)?.data;
		return data === undefined ? 0n : AccountLayout.decode(data).amount;
	}

	async balance(address: Address): Promise<bigint> {
		return this.world.chain.publicClient.getBalance({ address });
	}

	async receiptOf(hash: string) {
		return this.world.chain.publicClient.getTransactionReceipt({ hash: hash as Hex });
	}

	/** Ends the app and starts it again with the same data and windows. */
	async relaunch(changes: LaunchOptions = {}): Promise<void> {
		this.app = await this.app.relaunch({ ...this.#options, ...changes });
		this.desk = new Desk(await this.app.desk());
	}

	/** Returns the trusted window once it has reopened. */
	async reopenTrusted(): Promise<Trusted> {
		this.trusted = new Trusted(await this.app.trusted());
		return this.trusted;
	}

	async close(): Promise<void> {
		await this.app.dispose();
		await closeAll({ world: this.world, solana: this.#solana, ledgers: this.ledgers });
	}
}

/** Everything that the app runs against: chains, service and Ledgers. */
interface Surroundings {
	readonly world: World;
	readonly solana: SvmWorld | null;
	readonly ledgers: readonly EmulatedLedger[];
}

async function closeAll({ world, solana, ledgers }: Surroundings): Promise<void> {
	await world.close();
	await solana?.svm.stop();
	await Promise.all(ledgers.map((ledger) => ledger.stop()));
}

/** Gives an address 10 SOL and 1,000 USDX. */
export function fundSvm({ svm, options }: SvmWorld, address: string): void {
	const owner = new PublicKey(address);
	svm.airdrop(owner, 10n * SOL);
	svm.mintTo(new PublicKey(options.mint), owner, 1000n * USDX);
}

/** Returns the developer variables that make the app use a world. */
export function environment(
	world: World,
	solana: SvmWorld | null = null,
	ledgers: readonly EmulatedLedger[] = [],
): Record<string, string> {
	const { chain } = world;
	const devices: Record<string, string> =
		ledgers.length === 0 ? {} : { COUNTERSIGN_LEDGER_URL: ledgers.map((ledger) => ledger.url).join(" ") };
	const clusters =
		solana === null
			? {}
			: { [solana.svm.cluster]: { rpcUrl: solana.svm.url, genesisHash: solana.svm.genesisHash } };
	return {
		COUNTERSIGN_BASE_URL: world.service.url,
		COUNTERSIGN_TOKEN: world.service.token,
		COUNTERSIGN_RPC: JSON.stringify({ [chain.chainId]: chain.url, ...clusters }),
		...devices,
	};
}
