import type { AppName, Signed } from "./app.ts";
import type { OpenApp } from "./device.ts";
import type { Hostile, UnplugMoment } from "./faults.ts";
import type { ModelName } from "./models.ts";
import type { PersonPlan } from "./person.ts";
import type { Touch } from "./touch-screens.ts";

/** Controls of an emulated Ledger for a test. */

export interface LedgerOptions {
	/** A free one if it is 0 or absent. */
	readonly port?: number;
	/** BIP-39 phrase; defaults to the one of the maker's emulator. */
	readonly seed?: string;
	/** Defaults to a Nano X. */
	readonly model?: ModelName;
	/** Defaults to both; on a Flex Ethereum only. */
	readonly installed?: readonly AppName[];
	/** App that is open at first; defaults to Ethereum. */
	readonly app?: OpenApp;
	readonly appVersions?: Partial<Record<AppName, string>>;
	readonly blindSigning?: Partial<Record<AppName, boolean>>;
	/** The Ethereum app's setting of that name. */
	readonly rawMessages?: boolean;
	/** Approves at once by default. */
	readonly person?: PersonPlan;
	/** Time the device is gone when an app opens or closes; defaults to 150. */
	readonly reenumerateMs?: number;
	/** How long each exchange takes on the cable. */
	readonly delayMs?: number;
}

/** One exchange, in hex. `response` is `null` while it lasts, and if its answer never left the device. */
export interface Exchange {
	readonly request: string;
	response: string | null;
}

export interface EmulatedLedger {
	readonly url: string;
	stop(): Promise<void>;
	plug(): void;
	/** Every connection ends at once, and new ones do. A current question is dropped. */
	unplug(): void;
	readonly plugged: boolean;
	lock(): void;
	unlock(): void;
	app(): OpenApp;
	/**
	 * Opens an app by hand; the device is gone for a moment.
	 * @throws Error if it is not installed
	 */
	open(app: OpenApp): void;
	/** To the dashboard, by hand. */
	quit(): void;
	blindSigning(app: AppName, on: boolean): void;
	/** The Ethereum app's setting of that name: typed data member by member. */
	rawMessages(on: boolean): void;
	/** User's behaviour, from now on and for the current question. */
	person: PersonPlan;
	/** Approves by hand: false if nothing is asked. A notice is dismissed by either. */
	approve(): boolean;
	reject(): boolean;
	press(button: "left" | "right" | "both"): void;
	touch(touch: Touch): void;
	readonly model: ModelName;
	/** True while a question is displayed. */
	readonly asking: boolean;
	/**
	 * Returns the first page of the current or next question.
	 * @throws Error after `timeoutMs` (5000)
	 */
	asked(timeoutMs?: number): Promise<string[]>;
	/** How often its app crashed: a button was pressed on a question while which an address was read. */
	readonly crashes: number;
	screen(): string[];
	screens(): string[][];
	exchanges(): readonly Exchange[];
	/** Items signed by the device. */
	signed(): readonly Signed[];
	/** Unplugs at the n-th command from now, counted from 1. */
	unplugAt(n: number, moment: UnplugMoment): void;
	hostile: Hostile | null;
	delayMs: number;
	/** Told of each command before the device has it, and of its answer before it leaves; the command is hex. */
	onExchange: (moment: "before" | "after", request: string) => void;
}
