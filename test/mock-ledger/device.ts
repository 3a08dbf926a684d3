import { type Apdu, type App, type AppName, answer, type Outcome, type Signed } from "./app.ts";
import { ascii, concat, Status, SW } from "./bytes.ts";
import { EthereumApp } from "./eth-app.ts";
import { type Keys, keysOf } from "./keys.ts";
import { MODELS, type ModelName, NotPlayed } from "./models.ts";
import type { ScreenQuestion } from "./question.ts";
import { actionPage, nanoReview, type Page, type Review, Walk } from "./screens.ts";
import { SolanaApp } from "./sol-app.ts";
import { isTouchPage, type Touch, TouchWalk, touchReview } from "./touch-screens.ts";

/** Emulated device: the open app, the screen, and one command at a time. No network and no clock. */

export type Button = "left" | "right" | "both";
export type OpenApp = AppName | "BOLOS";

export interface DeviceOptions {
	readonly seed: string;
	readonly installed: readonly AppName[];
	readonly versions: Partial<Record<AppName, string>>;
	readonly app: OpenApp;
	readonly model: ModelName;
}

/** The operating system's screens of a touch device are not public. */
const UNKNOWN: Page = { lines: [] };
const DASHBOARD: Page = { lines: ["Ledger Nano X", "dashboard"] };
const LOCKED: Page = { lines: ["Locked", "Enter PIN code"] };
const SYSTEM_VERSION = "2.4.2";

/** A question on the screen. */
export interface Prompt {
	readonly walk: Walk | TouchWalk;
	/** `null` for a notice that nobody waits for. */
	readonly ask: Extract<Outcome, { kind: "ask" }> | null;
	/** Ends the command of the question. */
	readonly decide: (approved: boolean) => void;
}

/** Result of a command. `opens` is the app that is open once the answer has left. */
export interface Reply {
	readonly bytes: Uint8Array;
	/** Same answer with the other phrase's keys. */
	readonly as: (keys: Keys) => Uint8Array;
	readonly opens: OpenApp | null;
}

function statusWord(word: number): Uint8Array {
	return Uint8Array.of(word >> 8, word & 0xff);
}

function readApdu(bytes: Uint8Array): Apdu {
	const [cla = 0, ins = 0, p1 = 0, p2 = 0, length = 0] = bytes;
	if (bytes.length < 4 || (bytes.length > 4 && bytes.length !== 5 + length)) {
		throw new Status(SW.wrongLength, `${bytes.length} bytes`);
	}
	return { cla, ins, p1, p2, data: bytes.subarray(5) };
}

export class Device {
	locked = false;
	/** Called on every screen change. */
	onScreen: (page: Page) => void = () => {};
	onPrompt: (prompt: Prompt) => void = () => {};
	readonly signed: Signed[] = [];
	readonly keys: Keys;
	readonly model: ModelName;
	private readonly apps: ReadonlyMap<AppName, App>;
	private current: OpenApp;
	private prompt: Prompt | null = null;
	/** An address was read during its question: the next button makes the app crash. */
	private isDoomed = false;
	/** How often its app crashed. */
	crashes = 0;
	/** Which of the app's own pages is shown. */
	private at = 0;

	constructor(options: DeviceOptions) {
		this.keys = keysOf(options.seed);
		this.model = options.model;
		if (this.isTouch && options.installed.includes("Solana")) throw new NotPlayed("the Solana app");
		const all: App[] = [
			new EthereumApp(this.keys, options.versions.Ethereum, this.isTouch),
			new SolanaApp(this.keys, options.versions.Solana),
		];
		this.apps = new Map(
			all.filter((app) => options.installed.includes(app.name)).map((app) => [app.name, app]),
		);
		this.current = options.app;
	}

	get isTouch(): boolean {
		return MODELS[this.model].isTouch;
	}

	get openApp(): OpenApp {
		return this.current;
	}

	get prompted(): Prompt | null {
		return this.prompt;
	}

	private get app(): App | null {
		return this.current === "BOLOS" ? null : (this.apps.get(this.current) ?? null);
	}

	get page(): Page {
		if (this.locked) return this.isTouch ? UNKNOWN : LOCKED;
		if (this.prompt !== null) return this.prompt.walk.page;
		return this.app?.home[this.at] ?? (this.isTouch ? UNKNOWN : DASHBOARD);
	}

	/** @throws Error if it is not installed */
	open(name: OpenApp): void {
		if (name !== "BOLOS" && !this.apps.has(name)) throw new Error(`${name} is not installed on this device.`);
		this.app?.reset();
		this.current = name;
		this.at = 0;
		this.clear();
	}

	setBlindSigning(name: AppName, on: boolean): void {
		const app = this.apps.get(name);
		if (app === undefined) throw new Error(`${name} is not installed on this device.`);
		app.blindSigning = on;
	}

	/** @throws Error if the Ethereum app is not installed */
	setRawMessages(on: boolean): void {
		const app = this.apps.get("Ethereum");
		if (!(app instanceof EthereumApp)) throw new Error("Ethereum is not installed on this device.");
		app.rawMessages = on;
	}

	/** Forgets the question on the screen, as another question does, and as losing its power does. */
	clear(): void {
		this.prompt = null;
		this.isDoomed = false;
		this.onScreen(this.page);
	}

	forget(): void {
		this.app?.reset();
		this.clear();
	}

	setLocked(locked: boolean): void {
		this.locked = locked;
		this.onScreen(this.page);
	}

	/** @throws NotPlayed on a touch device */
	press(button: Button): void {
		if (this.isTouch) throw new NotPlayed(`its button (${button})`);
		const { prompt } = this;
		if (this.locked) return;
		if (prompt === null) this.walkHome(button);
		else if (this.isDoomed) {
			this.crashes += 1;
			this.open("BOLOS");
		} else if (prompt.walk instanceof Walk) this.decided(prompt, prompt.walk.press(button));
		this.onScreen(this.page);
	}

	/** @throws Error on a device with buttons */
	touch(touch: Touch): void {
		if (!this.isTouch) throw new Error(`The ${MODELS[this.model].name} has no touch screen.`);
		const { prompt, app } = this;
		if (this.locked || app === null) return;
		if (prompt === null) {
			const [home] = app.home;
			if (home !== undefined && isTouchPage(home) && new TouchWalk(home).touch(touch) === "dismiss")
				this.open("BOLOS");
		} else if (prompt.walk instanceof TouchWalk) this.decided(prompt, prompt.walk.touch(touch));
		this.onScreen(this.page);
	}

	/** One press or touch towards this decision. */
	goTowards(decision: "approve" | "reject"): void {
		const walk = this.prompt?.walk;
		if (walk instanceof TouchWalk) this.touch(walk.towards(decision));
		else if (walk !== undefined) this.press(walk.towards(decision));
	}

	private decided(prompt: Prompt, decision: "approve" | "reject" | "dismiss" | null): void {
		if (decision === null) return;
		this.prompt = null;
		prompt.decide(decision === "approve");
	}

	private walkHome(button: Button): void {
		const last = (this.app?.home.length ?? 1) - 1;
		if (button === "left") this.at = Math.max(0, this.at - 1);
		else if (button === "right") this.at = Math.min(last, this.at + 1);
		else if (this.app !== null && this.at === last) this.open("BOLOS");
	}

	/** Executes one command. Resolves when the device has answered; a question waits for its user. */
	async exchange(bytes: Uint8Array): Promise<Reply> {
		if (this.locked) return this.plain(statusWord(SW.locked));
		try {
			const apdu = readApdu(bytes);
			this.disturb(apdu);
			return await this.settle(this.handle(apdu));
		} catch (error) {
			if (error instanceof Status) return this.plain(statusWord(error.word));
			throw error;
		}
	}

	/**
	 * Applies a command to a question whose asker is gone: some leave it, an address dooms it, others replace
	 * it.
	 */
	private disturb({ cla, ins, p1 }: Apdu): void {
		if (this.prompt === null || cla === 0xb0) return;
		const settings = this.current === "Ethereum" ? 0x06 : 0x04;
		const address = this.current === "Ethereum" ? 0x02 : 0x05;
		if (this.prompt.ask !== null && this.current !== "BOLOS") {
			if (ins === settings) return;
			if (ins === address && p1 === 0) {
				if (this.isTouch) throw new NotPlayed("an address that is read while a question is shown");
				this.isDoomed = true;
				return;
			}
		}
		this.clear();
	}

	private plain(bytes: Uint8Array, opens: OpenApp | null = null): Reply {
		return { bytes, as: () => bytes, opens };
	}

	private handle(apdu: Apdu): Outcome | Reply {
		const name = this.current;
		if (apdu.cla === 0xb0 && apdu.ins === 0x01) {
			const text = ascii(name);
			const version = ascii(this.app?.version ?? SYSTEM_VERSION);
			return answer(
				concat(
					Uint8Array.of(1, text.length),
					text,
					Uint8Array.of(version.length),
					version,
					Uint8Array.of(1, 0),
				),
			);
		}
		if (apdu.cla === 0xb0 && apdu.ins === 0xa7) {
			return this.plain(statusWord(SW.ok), name === "BOLOS" ? null : "BOLOS");
		}
		if (this.app !== null) return this.app.handle(apdu);
		if (apdu.cla === 0xe0 && apdu.ins === 0xd8)
			return this.askToOpen(Buffer.from(apdu.data).toString("ascii"));
		throw new Status(SW.noAppOpen, "no app is open");
	}

	/** The dashboard's question; its answer opens the app. */
	private askToOpen(name: string): Outcome {
		if (this.isTouch) throw new NotPlayed("the question whether an app is to open");
		if (name !== "Ethereum" && name !== "Solana") throw new Status(SW.noSuchApp, `no app ${name}`);
		if (!this.apps.has(name)) throw new Status(SW.noSuchApp, `${name} is not installed`);
		const review: Review = {
			warning: [],
			pages: [
				{ lines: ["Open app", name] },
				actionPage("Open", "approve"),
				actionPage("Don't open", "reject"),
			],
		};
		return { kind: "ask", review, answer: () => new Uint8Array(), refused: SW.openRefused, opens: name };
	}

	private async settle(outcome: Outcome | Reply): Promise<Reply> {
		if (!("kind" in outcome)) return outcome;
		if (outcome.kind === "answer" || outcome.kind === "refuse") {
			if (outcome.notice !== undefined) this.showNotice(outcome.notice);
			return this.plain(
				outcome.kind === "answer" ? concat(outcome.data, statusWord(SW.ok)) : statusWord(outcome.word),
			);
		}
		const approved = await this.ask(outcome);
		if (!approved) return this.plain(statusWord(outcome.refused));
		if (outcome.signs !== undefined) this.signed.push(outcome.signs);
		const as = (keys: Keys) => concat(outcome.answer(keys), statusWord(SW.ok));
		return { bytes: as(this.keys), as, opens: outcome.opens ?? null };
	}

	/** Never resolves if the question is replaced: no caller is left. */
	private ask(outcome: Extract<Outcome, { kind: "ask" }>): Promise<boolean> {
		return new Promise((decide) => this.show({ walk: this.walkOf(outcome.review), ask: outcome, decide }));
	}

	private walkOf(review: Review | ScreenQuestion): Walk | TouchWalk {
		if (!("fields" in review)) return new Walk(review);
		return this.isTouch ? new TouchWalk(touchReview(review)) : new Walk(nanoReview(review));
	}

	private showNotice(page: Page): void {
		const walk = isTouchPage(page) ? new TouchWalk(page) : new Walk({ warning: [], pages: [page] });
		this.show({ walk, ask: null, decide: () => {} });
	}

	private show(prompt: Prompt): void {
		this.prompt = prompt;
		this.onScreen(this.page);
		this.onPrompt(prompt);
	}
}
