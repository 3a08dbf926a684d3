import type { AppName, Signed } from "./app.ts";
import type { OpenApp } from "./device.ts";
import type { Hostile, UnplugMoment } from "./faults.ts";
import type { ModelName } from "./models.ts";
import type { PersonPlan } from "./person.ts";
import type { Touch } from "./touch-screens.ts";

/** Options and controls of an emulated Ledger. */

export interface LedgerOptions {
	/** Defaults to 0, a free port. */
	readonly port?: number;
	/** BIP-39 phrase; defaults to the one of Ledger's emulator. */
	readonly seed?: string;
	/** Defaults to a Nano X. */
	readonly model?: ModelName;
	/** Defaults to both apps, or only Ethereum on a Flex. */
	readonly installed?: readonly AppName[];
	/** App that is open at the start; defaults to Ethereum. */
	readonly app?: OpenApp;
	readonly appVersions?: Partial<Record<AppName, string>>;
	readonly blindSigning?: Partial<Record<AppName, boolean>>;
	/** The Ethereum app's setting *Raw messages*. */
	readonly rawMessages?: boolean;
	/** User's behaviour; approves at once by default. */
	readonly person?: PersonPlan;
	/** Milliseconds for which the device disconnects when an app opens or closes; defaults to 150. */
	readonly reenumerateMs?: number;
	/** Milliseconds that each exchange takes on the cable. */
	readonly delayMs?: number;
}

/** One exchange, in hex. `response` is `null` while it runs, or if its answer never left the device. */
export interface Exchange {
	readonly request: string;
	response: string | null;
}

export interface EmulatedLedger {
	readonly url: string;
	stop(): Promise<void>;
	plug(): void;
	/** Ends every connection and drops new ones. The current question is discarded. */
	unplug(): void;
	readonly plugged: boolean;
	lock(): void;
	unlock(): void;
	app(): OpenApp;
	/**
	 * Opens an app as the user would; the device disconnects for a moment.
	 * @throws Error if it is not installed
	 */
	open(app: OpenApp): void;
	/** Returns to the dashboard as the user would. */
	quit(): void;
	blindSigning(app: AppName, on: boolean): void;
	/** Sets the Ethereum app's *Raw messages*, which shows typed data member by member. */
	rawMessages(on: boolean): void;
	/** User's behaviour, which also applies to the current question. */
	person: PersonPlan;
	/**
	 * Approves as the user would. Returns false if there is no question. Dismisses a notice, as `reject` does.
	 */
	approve(): boolean;
	reject(): boolean;
	press(button: "left" | "right" | "both"): void;
	touch(touch: Touch): void;
	readonly model: ModelName;
	/** True while a question is displayed. */
	readonly hasQuestion: boolean;
	/** Returns the first page of the current or next question. @throws Error after `timeoutMs` */
	untilQuestion(timeoutMs?: number): Promise<string[]>;
	/** Number of app crashes: a button was pressed during a question after an address had been read. */
	readonly crashes: number;
	screen(): string[];
	screens(): string[][];
	exchanges(): readonly Exchange[];
	/** Items signed by the device. */
	signed(): readonly Signed[];
	/** Unplugs at the n-th command from now, which is counted from 1. */
	unplugAt(n: number, moment: UnplugMoment): void;
	hostile: Hostile | null;
	delayMs: number;
	/** Called with each command in hex before the device gets it, and again before its answer is sent. */
	onExchange: (moment: "before" | "after", request: string) => void;
}
