import type { AppName, Signed } from "./app.ts";
import { Automation } from "./automation.ts";
import { fromHex } from "./bytes.ts";
import { Device, type OpenApp, type Reply } from "./device.ts";
import { altered, type Hostile, type UnplugMoment } from "./faults.ts";
import { DeviceServer } from "./http.ts";
import { DEFAULT_SEED } from "./keys.ts";
import type { EmulatedLedger, Exchange, LedgerOptions } from "./ledger-types.ts";
import type { ModelName } from "./models.ts";
import { Person, type PersonPlan } from "./person.ts";
import { ScreenLog } from "./screen-log.ts";
import type { Touch } from "./touch-screens.ts";

/** Starts an emulated Nano X or Flex on 127.0.0.1. */

export type { EmulatedLedger, Exchange, LedgerOptions } from "./ledger-types.ts";

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

class RunningLedger implements EmulatedLedger {
	url = "";
	hostile: Hostile | null = null;
	delayMs: number;
	onExchange: EmulatedLedger["onExchange"] = () => {};
	private readonly device: Device;
	private readonly log = new ScreenLog();
	private readonly human: Person;
	private readonly server: DeviceServer;
	private readonly reenumerateMs: number;
	private readonly done: Exchange[] = [];
	private automation: Automation | null = null;
	private inserted = true;
	private returning: NodeJS.Timeout | null = null;
	private unplugPlan: { left: number; readonly moment: UnplugMoment } | null = null;
	/** Unplug moment of the current exchange; `null` if none is planned. */
	private unplugMoment: UnplugMoment | null = null;
	private turn: Promise<void> = Promise.resolve();
	private readonly waiting = new Set<() => void>();

	constructor(options: LedgerOptions) {
		this.device = new Device({
			seed: options.seed ?? DEFAULT_SEED,
			model: options.model ?? "nanox",
			installed: options.installed ?? (options.model === "flex" ? ["Ethereum"] : ["Ethereum", "Solana"]),
			versions: options.appVersions ?? {},
			app: options.app ?? "Ethereum",
		});
		if (options.blindSigning?.Ethereum === true) this.device.setBlindSigning("Ethereum", true);
		if (options.blindSigning?.Solana === true) this.device.setBlindSigning("Solana", true);
		if (options.rawMessages === true) this.device.setRawMessages(true);
		this.reenumerateMs = options.reenumerateMs ?? 150;
		this.delayMs = options.delayMs ?? 0;
		this.human = new Person(this.device, options.person ?? { decide: "approve", afterMs: 0 });
		this.device.onScreen = () => this.shown();
		this.device.onPrompt = () => this.prompted();
		this.log.show(this.device.page);
		this.server = new DeviceServer({
			exchange: (data, gone) => this.exchange(data, gone),
			press: (button) => this.device.press(button),
			touch: (touch) => this.device.touch(touch),
			model: this.device.model,
			automate: (rules) => {
				this.automation = new Automation(rules);
				this.automateScreen();
			},
			screens: this.log,
		});
	}

	async start(port: number): Promise<this> {
		this.url = await this.server.listen(port);
		return this;
	}

	async stop(): Promise<void> {
		if (this.returning !== null) clearTimeout(this.returning);
		this.human.cancel();
		this.inserted = false;
		await this.server.close();
	}

	private shown(): void {
		if (this.log.show(this.device.page)) this.automateScreen();
	}

	private automateScreen(): void {
		const { automation } = this;
		if (automation === null) return;
		const presses = this.device.page.lines.flatMap((line) => automation.pressesFor(line));
		// The rules act on a complete screen, not while it is drawn.
		if (presses.length > 0) setImmediate(() => presses.forEach((button) => void this.device.press(button)));
	}

	private prompted(): void {
		if (this.unplugMoment === "during" && this.device.prompted?.ask !== null) {
			this.unplug();
			return;
		}
		for (const check of this.waiting) check();
		this.human.decideAsPlanned();
	}

	plug(): void {
		this.inserted = true;
		this.server.setReachable(this.returning === null);
	}

	unplug(): void {
		this.inserted = false;
		this.server.setReachable(false);
		this.device.resetInput();
	}

	get plugged(): boolean {
		return this.inserted;
	}

	lock(): void {
		this.device.setLocked(true);
	}

	unlock(): void {
		this.device.setLocked(false);
		this.human.decideAsPlanned();
	}

	app(): OpenApp {
		return this.device.openApp;
	}

	open(app: OpenApp): void {
		this.device.open(app);
		if (this.returning !== null) clearTimeout(this.returning);
		this.server.setReachable(false);
		this.returning = setTimeout(() => {
			this.returning = null;
			this.server.setReachable(this.inserted);
		}, this.reenumerateMs);
	}

	quit(): void {
		this.open("BOLOS");
	}

	blindSigning(app: AppName, on: boolean): void {
		this.device.setBlindSigning(app, on);
	}

	rawMessages(on: boolean): void {
		this.device.setRawMessages(on);
	}

	get person(): PersonPlan {
		return this.human.plan;
	}

	set person(plan: PersonPlan) {
		this.human.plan = plan;
		this.human.decideAsPlanned();
	}

	approve(): boolean {
		return this.human.decide("approve");
	}

	reject(): boolean {
		return this.human.decide("reject");
	}

	press(button: "left" | "right" | "both"): void {
		this.device.press(button);
	}

	touch(touch: Touch): void {
		this.device.touch(touch);
	}

	get model(): ModelName {
		return this.device.model;
	}

	get hasQuestion(): boolean {
		return (this.device.prompted?.ask ?? null) !== null;
	}

	async untilQuestion(timeoutMs = 120_000): Promise<string[]> {
		if (this.hasQuestion) return this.screen();
		return new Promise((resolve, reject) => {
			const end = setTimeout(() => {
				this.waiting.delete(check);
				reject(
					new Error(`The device got no question for ${timeoutMs} ms. It shows: ${this.screen().join(" | ")}`),
				);
			}, timeoutMs);
			const check = () => {
				if (!this.hasQuestion) return;
				clearTimeout(end);
				this.waiting.delete(check);
				resolve(this.screen());
			};
			this.waiting.add(check);
		});
	}

	get crashes(): number {
		return this.device.crashes;
	}

	screen(): string[] {
		return this.log.now;
	}

	screens(): string[][] {
		return this.log.all;
	}

	exchanges(): readonly Exchange[] {
		return this.done;
	}

	signed(): readonly Signed[] {
		return this.device.signed;
	}

	unplugAt(n: number, moment: UnplugMoment): void {
		this.unplugPlan = { left: n, moment };
	}

	/** Returns the planned moment if the plan applies to this exchange; `null` otherwise. */
	private takePlan(): UnplugMoment | null {
		if (this.unplugPlan === null) return null;
		this.unplugPlan.left -= 1;
		if (this.unplugPlan.left > 0) return null;
		const { moment } = this.unplugPlan;
		this.unplugPlan = null;
		return moment;
	}

	/**
	 * Runs exchanges one at a time. Each waits until the previous one was answered or its caller disconnected.
	 */
	private async exchange(
		data: string,
		gone: AbortSignal,
	): Promise<{ data: string; onSent: () => void } | null> {
		const before = this.turn;
		let pass = () => {};
		this.turn = new Promise((resolve) => {
			pass = resolve;
		});
		try {
			await before;
			if (gone.aborted) return null;
			return await this.handle(data, gone);
		} finally {
			pass();
		}
	}

	private async handle(
		data: string,
		gone: AbortSignal,
	): Promise<{ data: string; onSent: () => void } | null> {
		const record: Exchange = { request: data, response: null };
		this.done.push(record);
		this.unplugMoment = this.takePlan();
		if (this.unplugMoment === "before") {
			this.unplug();
			return null;
		}
		if (this.delayMs > 0) await sleep(this.delayMs);
		const callerLeft = new Promise<null>((resolve) => gone.addEventListener("abort", () => resolve(null)));
		if (gone.aborted) return null;
		this.onExchange("before", data);
		const moment = this.unplugMoment;
		const reply = await Promise.race([this.device.exchange(fromHex(data)), callerLeft]);
		if (reply === null) return null;
		this.onExchange("after", data);
		if (moment === "after") {
			this.unplug();
			return null;
		}
		return this.answered(record, reply);
	}

	private answered(record: Exchange, reply: Reply): { data: string; onSent: () => void } {
		const text = altered(this.hostile, record.request, reply);
		record.response = text;
		const { opens } = reply;
		return { data: text, onSent: () => (opens === null ? undefined : this.open(opens)) };
	}
}

/** Starts the device, which listens on 127.0.0.1 until `stop()`. */
export async function startLedger(options: LedgerOptions = {}): Promise<EmulatedLedger> {
	return new RunningLedger(options).start(options.port ?? 0);
}
