import { type Apdu, type App, type AppName, answer, type Outcome, type Signed } from "./app.ts";
import { ascii, concat, Status, SW } from "./bytes.ts";
import { EthereumApp } from "./eth-app.ts";
import { type Keys, keysOf } from "./keys.ts";
import { MODELS, type ModelName, NotEmulated } from "./models.ts";
import type { ScreenQuestion } from "./question.ts";
import { actionPage, ButtonNavigation, nanoReview, type Page, type Review } from "./screens.ts";
import { SolanaApp } from "./sol-app.ts";
import { isTouchPage, type Touch, TouchNavigation, touchReview } from "./touch-screens.ts";

/** Emulated device: the open app, the screen, and one command at a time. It uses no network and no clock. */

export type Button = "left" | "right" | "both";
export type OpenApp = AppName | "BOLOS";

export interface DeviceOptions {
	readonly seed: string;
	readonly installed: readonly AppName[];
	readonly versions: Partial<Record<AppName, string>>;
	readonly app: OpenApp;
	readonly model: ModelName;
}

/** Placeholder for the system screens of a touch device, which are not public. */
const UNKNOWN: Page = { lines: [] };
const DASHBOARD: Page = { lines: ["Ledger Nano X", "dashboard"] };
const LOCKED: Page = { lines: ["Locked", "Enter PIN code"] };
const SYSTEM_VERSION = "2.4.2";

/** Question or notice on the screen. */
export interface Prompt {
	readonly navigation: ButtonNavigation | TouchNavigation;
	/** `null` for a notice, which no command waits for. */
	readonly ask: Extract<Outcome, { kind: "ask" }> | null;
	/** Decides the question, which ends its command. */
	readonly decide: (approved: boolean) => void;
}

/** Result of a command. `opens` is the app that opens after the answer was sent. */
export interface Reply {
	readonly bytes: Uint8Array;
	/** Returns the same answer with the keys of another phrase. */
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
	/**
	 * Whether an address was read during the current question, so that the next button press crashes the app.
	 */
	private crashesOnPress = false;
	/** Number of times that the app crashed. */
	crashes = 0;
	/** Index of the app's displayed home page. */
	private at = 0;

	constructor(options: DeviceOptions) {
		this.keys = keysOf(options.seed);
		this.model = options.model;
		if (this.isTouch && options.installed.includes("Solana")) throw new NotEmulated("the Solana app");
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
		if (this.prompt !== null) return this.prompt.navigation.page;
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

	/** Discards the question on the screen, as another question or a power loss does. */
	clear(): void {
		this.prompt = null;
		this.crashesOnPress = false;
		this.onScreen(this.page);
	}

	resetInput(): void {
		this.app?.reset();
		this.clear();
	}

	setLocked(locked: boolean): void {
		this.locked = locked;
		this.onScreen(this.page);
	}

	/** @throws NotPlayed on a touch device */
	press(button: Button): void {
		if (this.isTouch) throw new NotEmulated(`its button (${button})`);
		const { prompt } = this;
		if (this.locked) return;
		if (prompt === null) this.walkHome(button);
		else if (this.crashesOnPress) {
			this.crashes += 1;
			this.open("BOLOS");
		} else if (prompt.navigation instanceof ButtonNavigation)
			this.decided(prompt, prompt.navigation.press(button));
		this.onScreen(this.page);
	}

	/** @throws Error on a device with buttons */
	touch(touch: Touch): void {
		if (!this.isTouch) throw new Error(`The ${MODELS[this.model].name} has no touch screen.`);
		const { prompt, app } = this;
		if (this.locked || app === null) return;
		if (prompt === null) {
			const [home] = app.home;
			if (home !== undefined && isTouchPage(home) && new TouchNavigation(home).touch(touch) === "dismiss")
				this.open("BOLOS");
		} else if (prompt.navigation instanceof TouchNavigation)
			this.decided(prompt, prompt.navigation.touch(touch));
		this.onScreen(this.page);
	}

	/** Makes one press or touch towards this decision. */
	goTowards(decision: "approve" | "reject"): void {
		const walk = this.prompt?.navigation;
		if (walk instanceof TouchNavigation) this.touch(walk.towards(decision));
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
	 * Applies a command to a question whose caller has disconnected. Some commands leave it, an address dooms
	 * it, and others discard it.
	 */
	private disturb({ cla, ins, p1 }: Apdu): void {
		if (this.prompt === null || cla === 0xb0) return;
		const settings = this.current === "Ethereum" ? 0x06 : 0x04;
		const address = this.current === "Ethereum" ? 0x02 : 0x05;
		if (this.prompt.ask !== null && this.current !== "BOLOS") {
			if (ins === settings) return;
			if (ins === address && p1 === 0) {
				if (this.isTouch) throw new NotEmulated("an address that is read while a question is shown");
				this.crashesOnPress = true;
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

	/** Asks on the dashboard whether to open an app; approval opens it. */
	private askToOpen(name: string): Outcome {
		if (this.isTouch) throw new NotEmulated("the question whether to open an app");
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

	/** Asks the user. Never resolves if another question replaces this one, because no caller is left. */
	private ask(outcome: Extract<Outcome, { kind: "ask" }>): Promise<boolean> {
		return new Promise((decide) =>
			this.show({ navigation: this.navigationOf(outcome.review), ask: outcome, decide }),
		);
	}

	private navigationOf(review: Review | ScreenQuestion): ButtonNavigation | TouchNavigation {
		if (!("fields" in review)) return new ButtonNavigation(review);
		return this.isTouch ? new TouchNavigation(touchReview(review)) : new ButtonNavigation(nanoReview(review));
	}

	private showNotice(page: Page): void {
		const walk = isTouchPage(page)
			? new TouchNavigation(page)
			: new ButtonNavigation({ warning: [], pages: [page] });
		this.show({ navigation: walk, ask: null, decide: () => {} });
	}

	private show(prompt: Prompt): void {
		this.prompt = prompt;
		this.onScreen(this.page);
		this.onPrompt(prompt);
	}
}
