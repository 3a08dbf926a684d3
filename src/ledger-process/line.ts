import { describesIn } from "../core/device/apps.ts";
import type { ChainFamily } from "../service-api/action.ts";
import type { AppInfo, Engine } from "./engine.ts";
import { DeviceError, deviceErrorOf, refusalOf } from "./faults.ts";
import {
	APP_OF,
	type DeviceApp,
	type DeviceLook,
	type DeviceRefusal,
	type DeviceStage,
	isTooOld,
} from "./protocol.ts";
import { corrected, type DeviceOperation, meaning, wantsApp } from "./status.ts";
import { createTalk, type Talk, type Wire } from "./talk.ts";
import { bounded, type DeviceClock, sleep } from "./time.ts";

/** The way to one device: opened for a request and closed after it, so that other programs can have it meanwhile. */

export interface DeviceTimes {
	/** How long a device may take to answer by itself. */
	readonly exchangeMs: number;
	/** How long it may be away while an app opens or closes. */
	readonly graceMs: number;
	/** How long it stays open after `prepare`. */
	readonly holdMs: number;
	/** Between two looks for a device that is away. */
	readonly pollMs: number;
}

export const USUAL_TIMES: DeviceTimes = { exchangeMs: 5_000, graceMs: 5_000, holdMs: 10_000, pollMs: 200 };
/** Closing is not waited for any longer. */
const CLOSE_MS = 1_000;

export interface DeviceParts {
	readonly engine: Engine;
	readonly clock: DeviceClock;
	readonly times: DeviceTimes;
}

/** One request at work. */
export interface Work {
	readonly signal: AbortSignal;
	readonly stage: (stage: DeviceStage) => void;
}

/** What a request asks of the user, and in which app. */
export interface Matter {
	readonly asked: DeviceOperation;
	readonly family: ChainFamily | null;
}

interface HeldWire {
	readonly wire: Wire;
	readonly account: string;
	readonly stop: () => void;
}

/** The device went away, or was not there: it may be an app that opens or closes. */
export const isAway = (error: unknown) =>
	error instanceof DeviceError && (error.fault === "gone" || error.fault === "unplugged");

/** What a conversation ended in. */
type ConversationOutcome<T> =
	| { readonly value: T }
	| { readonly refusal: DeviceRefusal; readonly error: DeviceError };

export interface DeviceLine {
	/** Opens, converses, and tries once more where the device went away before anything was asked and `again` allows. */
	using<T>(
		work: Work,
		matter: Matter,
		run: (talk: Talk, keep: (account: string) => void) => Promise<T>,
		again?: () => boolean,
	): Promise<T | DeviceRefusal>;
	/** Converses where the device was kept open for this account; null where it was not. */
	usingHeld<T>(
		work: Work,
		matter: Matter,
		account: string,
		run: (talk: Talk) => Promise<T>,
	): Promise<T | DeviceRefusal> | null;
	/** Opens it for one conversation, once. @throws DeviceError. */
	once<T>(work: Work, run: (talk: Talk) => Promise<T>): Promise<T>;
	/** Keeps in mind what the device said of itself. */
	remember(info: AppInfo, blindSigning: boolean | null): DeviceLook;
	/** An app that was too old when it was last looked at, and still is: `appTooOld`. Costs an exchange only then. */
	checkVersion(talk: Talk, family: ChainFamily): Promise<void>;
	/** Its Ethereum app takes Ledger's descriptions: else `notDescribed`. Costs an exchange where it was not seen to. */
	checkWords(talk: Talk): Promise<void>;
	/** It is plugged in, as a list of devices has just said. */
	seen(): void;
	/** Lets it go. */
	release(): Promise<void>;
}

export function createLine(id: string, { engine, clock, times }: DeviceParts): DeviceLine {
	let held: HeldWire | null = null;
	let look: DeviceLook | null = null;
	let seenAt: number | null = null;

	async function shut(wire: Wire): Promise<void> {
		await bounded(clock, wire.close(), CLOSE_MS, new AbortController().signal).catch(() => {});
	}

	async function release(): Promise<void> {
		const { wire, stop } = held ?? {};
		held = null;
		stop?.();
		if (wire !== undefined) await shut(wire);
	}

	function hold(wire: Wire, account: string): void {
		held = { wire, account, stop: clock.after(times.holdMs, () => void release()) };
	}

	/** A wire that nobody waits for any more is closed as soon as it is there. */
	function opened(work: Work): Promise<Wire> {
		let wanted = true;
		const opening = engine.open(id);
		opening.then((wire) => (wanted ? undefined : shut(wire))).catch(() => {});
		return bounded(clock, opening, times.exchangeMs, work.signal).catch((error: unknown) => {
			wanted = false;
			throw deviceErrorOf(error);
		});
	}

	/** Opens it; where it was there a moment ago, it may come back. */
	async function open(work: Work): Promise<Wire> {
		await release();
		for (;;) {
			try {
				const wire = await opened(work);
				seenAt = clock.now();
				return wire;
			} catch (error) {
				const soon = seenAt !== null && clock.now() - seenAt < times.graceMs;
				if (!isAway(error) || !soon) throw error;
				await sleep(clock, times.pollMs, work.signal);
			}
		}
	}

	const talkOn = (wire: Wire, work: Work): Talk =>
		createTalk(wire, {
			clock,
			signal: work.signal,
			exchangeMs: times.exchangeMs,
			onQuestion: () => work.stage("asking"),
		});

	function remember({ name, version }: AppInfo, blindSigning: boolean | null): DeviceLook {
		look = { app: name, version, blindSigning };
		return look;
	}

	/** Blind signing may have been turned off since it was looked at. */
	async function lookAgain(talk: Talk, app: DeviceApp): Promise<void> {
		if (look === null || look.app !== app) return;
		try {
			look = { ...look, blindSigning: await engine.blindSigning(talk, app) };
		} catch {
			// Then what was known stands.
		}
	}

	/** A status word in its place; where it speaks of the app, the device is asked which one is open. */
	async function explained(error: unknown, matter: Matter, talk: Talk): Promise<DeviceError> {
		const { blind } = deviceErrorOf(error);
		if (blind && matter.family !== null && look?.blindSigning === true)
			await lookAgain(talk, APP_OF[matter.family]);
		const meant = meaning(deviceErrorOf(error), matter.asked, matter.family, look);
		if (matter.family === null || matter.asked === "openApp" || !wantsApp(meant.fault)) return meant;
		try {
			return corrected(meant, matter.family, remember(await engine.appInfo(talk), null));
		} catch {
			return meant;
		}
	}

	/** One conversation on a wire, which is closed after it unless `run` keeps it. */
	async function converse<T>(
		work: Work,
		wire: Wire,
		matter: Matter,
		run: (talk: Talk, keep: () => void) => Promise<T>,
	): Promise<ConversationOutcome<T>> {
		const talk = talkOn(wire, work);
		let kept = false;
		try {
			const value = await run(talk, () => {
				kept = true;
			});
			seenAt = clock.now();
			return { value };
		} catch (thrown) {
			kept = false;
			const { asked } = talk;
			const error = await explained(thrown, matter, talk);
			return { error, refusal: refusalOf(error, asked) };
		} finally {
			if (!kept) await shut(wire);
		}
	}

	async function using<T>(
		work: Work,
		matter: Matter,
		run: (talk: Talk, keep: (account: string) => void) => Promise<T>,
		again: () => boolean = () => true,
	): Promise<T | DeviceRefusal> {
		for (let first = true; ; first = false) {
			let wire: Wire;
			try {
				wire = await open(work);
			} catch (error) {
				return refusalOf(error, false);
			}
			let keptFor: string | null = null;
			const outcome = await converse(work, wire, matter, (talk, keep) =>
				run(talk, (account) => {
					keptFor = account;
					keep();
				}),
			);
			if ("value" in outcome) {
				if (keptFor !== null) hold(wire, keptFor);
				return outcome.value;
			}
			const { refusal, error } = outcome;
			if (!first || !isAway(error) || refusal.prompt !== "notAsked" || !again()) return refusal;
		}
	}

	async function checkVersion(talk: Talk, family: ChainFamily): Promise<void> {
		const app = APP_OF[family];
		if (look?.app !== app || !isTooOld(app, look.version)) return;
		const now = remember(await engine.appInfo(talk), null);
		if (now.app === app && isTooOld(app, now.version)) throw new DeviceError("appTooOld", { app: now.app });
	}

	async function checkWords(talk: Talk): Promise<void> {
		const app = APP_OF.evm;
		if (look?.app === app && describesIn(look.version)) return;
		const now = remember(await engine.appInfo(talk), null);
		if (now.app === app && !describesIn(now.version)) throw new DeviceError("notDescribed", { app: now.app });
	}

	return {
		using,
		usingHeld(work, matter, account, run) {
			if (held === null || held.account !== account) return null;
			const { wire, stop } = held;
			held = null;
			stop();
			return converse(work, wire, matter, run).then((outcome) =>
				"value" in outcome ? outcome.value : outcome.refusal,
			);
		},
		async once(work, run) {
			const wire = await opened(work);
			try {
				const value = await run(talkOn(wire, work));
				seenAt = clock.now();
				return value;
			} finally {
				await shut(wire);
			}
		},
		remember,
		checkVersion,
		checkWords,
		seen() {
			seenAt = clock.now();
		},
		release,
	};
}
