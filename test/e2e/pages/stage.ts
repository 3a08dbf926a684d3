import { type Address, getAddress, type Hex } from "viem";
import type { CommitView } from "../../../src/contract/commit.ts";
import { openWorld, type World } from "../../unit/service/fixture.ts";
import { type LaunchOptions, launchApp, type RunningApp } from "../launch.ts";
import { Desk } from "./desk.ts";
import { Trusted } from "./trusted.ts";
import { until } from "./until.ts";

/** The person's password in every story. */
export const PASSWORD = "correct horse battery staple";
/** Somebody who is paid; nobody has its key. */
export const SOMEBODY = getAddress("0x00000000000000000000000000000000000c0ffe");

export interface StageOptions {
	readonly world?: Parameters<typeof openWorld>[0];
	/** Runs while the world is there and the app is not yet; gives what to add to the app's environment. */
	readonly beforeLaunch?: (world: World) => Promise<Record<string, string>>;
}

/** A chain, the stand-in service on it and the app beside them, as one story finds them. */
export class Stage {
	readonly world: World;
	app: RunningApp;
	trusted: Trusted;
	desk: Desk;
	/** The account of the first run. */
	person: Address = "0x";
	words: readonly string[] = [];
	readonly #options: LaunchOptions;

	private constructor(world: World, app: RunningApp, windows: [Trusted, Desk], options: LaunchOptions) {
		this.world = world;
		this.app = app;
		[this.trusted, this.desk] = windows;
		this.#options = options;
	}

	/** Starts everything; the app shows its first run. */
	static async open(options: StageOptions = {}): Promise<Stage> {
		const world = await openWorld(options.world);
		const own = await options.beforeLaunch?.(world);
		const launch = { env: { ...environment(world), ...own } };
		const app = await launchApp(launch).catch(async (error: unknown) => {
			await world.close();
			throw error;
		});
		const windows: [Trusted, Desk] = [new Trusted(await app.trusted()), new Desk(await app.desk())];
		return new Stage(world, app, windows, launch);
	}

	/** Starts everything, and makes the person's keys through the trusted window; they have ETH and DEMO. */
	static async withKeys(options: StageOptions = {}): Promise<Stage> {
		const stage = await Stage.open(options);
		try {
			await stage.firstRun();
		} catch (error) {
			await stage.close();
			throw error;
		}
		return stage;
	}

	/** First run with a new phrase, as a person goes through it. */
	async firstRun(): Promise<void> {
		const { trusted } = this;
		await trusted.at("Your keys, on this computer");
		this.words = await trusted.createPhrase(PASSWORD);
		await trusted.confirmPhrase(this.words);
		await trusted.at("Nothing waits for you");
		await this.readAccount();
		await this.world.demo.fund(this.person);
	}

	/** The account that the desk shows. */
	async readAccount(): Promise<void> {
		await this.desk.go("Accounts");
		const text = await this.desk.page
			.getByText(/^0x[0-9a-fA-F]{40}$/)
			.first()
			.textContent();
		this.person = getAddress(text ?? "");
	}

	/** Says it to the agent in a new conversation, and waits for the notification; gives what it shows. */
	async ask(
		sentence: string,
	): Promise<{ readonly index: number; readonly title: string; readonly body: string }> {
		const before = (await this.app.notifications()).length;
		await this.desk.startConversation(sentence);
		return this.notified(/^(Waiting for you|Revised)/, before);
	}

	/** Says it, clicks the notification, and reads the review that it opens. */
	async review(sentence: string, headline: string | RegExp) {
		const { index } = await this.ask(sentence);
		await this.app.clickNotification(index);
		return this.trusted.reviewing(headline);
	}

	/** Waits for a notification after the first `from` whose title fits. */
	async notified(title: RegExp, from = 0) {
		return until(`a notification ${title}`, async () => {
			const all = await this.app.notifications();
			return all.slice(from).find((each) => title.test(each.title) && each.shown);
		});
	}

	/** The person says it to the agent on another device of theirs, in a new session. */
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

	/** The commit made last, as the service has it. */
	async lastCommit(): Promise<CommitView> {
		const { pages } = await this.world.service.control.records();
		const id = pages.at(-1)?.commitIds.at(-1);
		if (id === undefined) throw new Error("the service has put no commit to any reader");
		return this.commit(id);
	}

	async commit(commitId: string): Promise<CommitView> {
		const { url, token } = this.world.service;
		const answer = await fetch(`${url}/api/commits/${commitId}`, {
			headers: { authorization: `Bearer ${token}` },
		});
		if (!answer.ok) throw new Error(`the service answers ${answer.status} for commit ${commitId}`);
		// Read as it is: this is the service's own word, and a lying view is lying on purpose.
		return (await answer.json()) as CommitView;
	}

	/** What was handed in for a commit, by the service's own records. */
	async signatures(commitId: string) {
		const { signatures } = await this.world.service.control.records();
		return signatures.filter((each) => each.commitId === commitId);
	}

	async balance(address: Address): Promise<bigint> {
		return this.world.chain.publicClient.getBalance({ address });
	}

	async receiptOf(hash: string) {
		return this.world.chain.publicClient.getTransactionReceipt({ hash: hash as Hex });
	}

	/** Ends the app and starts it again on the same data, with its windows. */
	async relaunch(changes: LaunchOptions = {}): Promise<void> {
		this.app = await this.app.relaunch({ ...this.#options, ...changes });
		this.desk = new Desk(await this.app.desk());
	}

	/** The trusted window, once it is open again. */
	async reopenTrusted(): Promise<Trusted> {
		this.trusted = new Trusted(await this.app.trusted());
		return this.trusted;
	}

	async close(): Promise<void> {
		await this.app.dispose();
		await this.world.close();
	}
}

/** What the app is told of a world, in a developer's way. */
export function environment(world: World): Record<string, string> {
	return {
		COUNTERSIGN_BASE_URL: world.service.url,
		COUNTERSIGN_TOKEN: world.service.token,
		COUNTERSIGN_RPC: JSON.stringify({ [world.chain.chainId]: world.chain.url }),
	};
}
