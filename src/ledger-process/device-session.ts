import { describesIn } from "../core/device/apps.ts";
import type { ChainFamily } from "../service-api/action.ts";
import { type AppChannel, type Transport, TransportChannel } from "./app-channel.ts";
import type { AppInfo, AppSettings, Engine } from "./engine.ts";
import { DeviceError, deviceErrorOf, type NeededSetting, refusalOf } from "./faults.ts";
import {
	APP_OF,
	type DeviceApp,
	type DeviceFault,
	type DeviceInspection,
	type DeviceRefusal,
	type DeviceStage,
	isDashboard,
	isTooOld,
} from "./protocol.ts";
import { bounded, type DeviceClock, sleep } from "./time.ts";

type DeviceOperation = "inspect" | "openApp" | "address" | "sign";

type FaultsByStatus = ReadonlyMap<number, DeviceFault>;

const faultsByStatus = (
	...faults: readonly (readonly [DeviceFault, ...statusWords: number[]])[]
): FaultsByStatus =>
	new Map(faults.flatMap(([fault, ...words]) => words.map((word) => [word, fault] as const)));

/**
 * Status words with the same meaning in every app.
 * Sources: the secure SDK's status_words.h and os.h, apdu_constants.h (Ethereum), apdu.h (Solana), and
 * LedgerJS for the dashboard.
 */
const ANYWHERE = faultsByStatus(
	["rejected", 0x5501, 0x6985],
	["locked", 0x5515, 0x6804, 0x6b0c, 0x6982, 0x6f04, 0x5303],
	["dashboard", 0x6511],
	["wrongApp", 0x6a15, 0x6d00, 0x6d02, 0x6e00, 0x6e01, 0x650f, 0x911c],
	["unsupported", 0x6501],
);

/** Status words that the dashboard returns for a request to open an app. */
const OPENING = faultsByStatus(
	["noApp", 0x5123, 0x6807, 0x670a, 0x6984, 0x6a82, 0x6a83],
	["unsupported", 0x6d00, 0x6d02, 0x6e00, 0x6e01],
);

/** Status words that mean something else in the app of one chain family. */
const BY_FAMILY: Readonly<Record<ChainFamily, FaultsByStatus>> = {
	evm: faultsByStatus(["wrongApp", 0x6a83]),
	svm: faultsByStatus(["blindSigningOff", 0x6808]),
};

const SETTING_OFF: Readonly<Record<NeededSetting, DeviceFault>> = {
	blindSigning: "blindSigningOff",
	rawMessages: "rawMessagesOff",
};

export function meaningOf(
	error: DeviceError,
	asked: DeviceOperation,
	family: ChainFamily | null,
	inspection: DeviceInspection | null,
): DeviceError {
	const { status } = error;
	if (error.fault !== "status" || status === null) return error;
	const app = inspection?.app ?? null;
	const as = (fault: DeviceFault) => new DeviceError(fault, { status, app, cause: error });
	if (asked === "openApp") return as(OPENING.get(status) ?? ANYWHERE.get(status) ?? "status");
	// If the app last reported the setting as enabled, the setting can't be the cause.
	const mayBlind = family === null || inspection?.app !== APP_OF[family] || inspection.blindSigning !== true;
	if (error.setting !== null) return as(mayBlind ? SETTING_OFF[error.setting] : "status");
	const ofApp = family === null ? undefined : BY_FAMILY[family].get(status);
	return as(ofApp ?? ANYWHERE.get(status) ?? "status");
}

const wantsApp = (fault: DeviceFault) => fault === "wrongApp" || fault === "dashboard";

/** Replaces `wrongApp` with a more precise fault once the device has reported which app is open. */
function corrected(error: DeviceError, family: ChainFamily, inspection: DeviceInspection): DeviceError {
	const as = (fault: DeviceFault) =>
		new DeviceError(fault, { status: error.status, app: inspection.app, cause: error });
	const wanted = APP_OF[family];
	if (isDashboard(inspection.app)) return as("dashboard");
	if (inspection.app !== wanted) return as("wrongApp");
	if (isTooOld(wanted, inspection.version)) return as("appTooOld");
	// The correct app is open in a supported version, but it rejected the command.
	return as(error.status === 0x6d00 || error.status === 0x911c ? "unsupported" : "status");
}

export interface DeviceTimes {
	readonly exchangeMs: number;
	/** How long the device may be disconnected while an app opens or closes. */
	readonly graceMs: number;
	readonly holdMs: number;
	/** Poll interval while the device is disconnected. */
	readonly pollMs: number;
}

export const USUAL_TIMES: DeviceTimes = { exchangeMs: 5_000, graceMs: 5_000, holdMs: 10_000, pollMs: 200 };
const CLOSE_MS = 1_000;

export interface DeviceAccess {
	readonly engine: Engine;
	readonly clock: DeviceClock;
	readonly times: DeviceTimes;
}

export interface Work {
	readonly signal: AbortSignal;
	readonly stage: (stage: DeviceStage) => void;
}

export interface RequestContext {
	readonly operation: DeviceOperation;
	readonly family: ChainFamily | null;
}

interface OpenTransport {
	readonly transport: Transport;
	readonly account: string;
	readonly stop: () => void;
}

export const isAway = (error: unknown) =>
	error instanceof DeviceError && (error.fault === "gone" || error.fault === "unplugged");

type ConversationOutcome<T> =
	| { readonly value: T }
	| { readonly refusal: DeviceRefusal; readonly error: DeviceError };

/** Opens the device for each request, so other programs can use it in between. */
export class DeviceSession {
	readonly #id: string;
	readonly #engine: Engine;
	readonly #clock: DeviceClock;
	readonly #times: DeviceTimes;
	#openTransport: OpenTransport | null = null;
	#state: DeviceInspection | null = null;
	#seenAt: number | null = null;

	constructor(id: string, { engine, clock, times }: DeviceAccess) {
		this.#id = id;
		this.#engine = engine;
		this.#clock = clock;
		this.#times = times;
	}

	async release(): Promise<void> {
		const { transport, stop } = this.#openTransport ?? {};
		this.#openTransport = null;
		stop?.();
		if (transport !== undefined) await this.#shut(transport);
	}

	remember({ name, version }: AppInfo, settings: AppSettings | null): DeviceInspection {
		this.#state = {
			app: name,
			version,
			blindSigning: settings?.blindSigning ?? null,
			...(settings?.transactionCheck === true ? { transactionCheck: true } : {}),
		};
		return this.#state;
	}

	/** Retries once if the device disconnected before any prompt appeared and `again` allows it. */
	async using<T>(
		work: Work,
		context: RequestContext,
		run: (channel: AppChannel, keep: (account: string) => void) => Promise<T>,
		again: () => boolean = () => true,
	): Promise<T | DeviceRefusal> {
		for (let first = true; ; first = false) {
			let transport: Transport;
			try {
				transport = await this.#open(work);
			} catch (error) {
				return refusalOf(error, false);
			}
			let keptFor: string | null = null;
			const outcome = await this.#converse(work, transport, context, (channel, keep) =>
				run(channel, (account) => {
					keptFor = account;
					keep();
				}),
			);
			if ("value" in outcome) {
				if (keptFor !== null) this.#hold(transport, keptFor);
				return outcome.value;
			}
			const { refusal, error } = outcome;
			if (!first || !isAway(error) || refusal.prompt !== "notAsked" || !again()) return refusal;
		}
	}

	/** Sends an APDU only if the app was outdated when last seen. */
	async checkVersion(channel: AppChannel, family: ChainFamily): Promise<void> {
		const app = APP_OF[family];
		if (this.#state?.app !== app || !isTooOld(app, this.#state.version)) return;
		const now = this.remember(await this.#engine.appInfo(channel), null);
		if (now.app === app && isTooOld(app, now.version)) throw new DeviceError("appTooOld", { app: now.app });
	}

	async checkDescriptors(channel: AppChannel): Promise<void> {
		const app = APP_OF.evm;
		if (this.#state?.app === app && describesIn(this.#state.version)) return;
		const now = this.remember(await this.#engine.appInfo(channel), null);
		if (now.app === app && !describesIn(now.version)) throw new DeviceError("notDescribed", { app: now.app });
	}

	/** Returns `null` unless the device is still open for this account. */
	useOpen<T>(
		work: Work,
		context: RequestContext,
		account: string,
		run: (channel: AppChannel) => Promise<T>,
	): Promise<T | DeviceRefusal> | null {
		if (this.#openTransport === null || this.#openTransport.account !== account) return null;
		const { transport, stop } = this.#openTransport;
		this.#openTransport = null;
		stop();
		return this.#converse(work, transport, context, run).then((outcome) =>
			"value" in outcome ? outcome.value : outcome.refusal,
		);
	}

	async once<T>(work: Work, run: (channel: AppChannel) => Promise<T>): Promise<T> {
		const transport = await this.#opened(work);
		try {
			const value = await run(this.#channelOn(transport, work));
			this.#seenAt = this.#clock.now();
			return value;
		} finally {
			await this.#shut(transport);
		}
	}

	seen(): void {
		this.#seenAt = this.#clock.now();
	}

	async #shut(transport: Transport): Promise<void> {
		await bounded(this.#clock, transport.close(), CLOSE_MS, new AbortController().signal).catch(() => {});
	}

	#hold(transport: Transport, account: string): void {
		this.#openTransport = {
			transport,
			account,
			stop: this.#clock.after(this.#times.holdMs, () => void this.release()),
		};
	}

	/** If the caller has given up in the meantime, the connection is closed as soon as it opens. */
	#opened(work: Work): Promise<Transport> {
		let wanted = true;
		const opening = this.#engine.open(this.#id);
		opening.then((transport) => (wanted ? undefined : this.#shut(transport))).catch(() => {});
		return bounded(this.#clock, opening, this.#times.exchangeMs, work.signal).catch((error: unknown) => {
			wanted = false;
			throw deviceErrorOf(error);
		});
	}

	async #open(work: Work): Promise<Transport> {
		await this.release();
		for (;;) {
			try {
				const transport = await this.#opened(work);
				this.#seenAt = this.#clock.now();
				return transport;
			} catch (error) {
				const soon = this.#seenAt !== null && this.#clock.now() - this.#seenAt < this.#times.graceMs;
				if (!isAway(error) || !soon) throw error;
				await sleep(this.#clock, this.#times.pollMs, work.signal);
			}
		}
	}

	#channelOn(transport: Transport, work: Work): AppChannel {
		return new TransportChannel(transport, {
			clock: this.#clock,
			signal: work.signal,
			exchangeMs: this.#times.exchangeMs,
			onQuestion: () => work.stage("asking"),
		});
	}

	/** Reads the settings again, because the user may have turned off blind signing since. */
	async #refreshState(channel: AppChannel, app: DeviceApp): Promise<void> {
		if (this.#state === null || this.#state.app !== app) return;
		try {
			const { app: name, version } = this.#state;
			this.remember({ name, version }, await this.#engine.settings(channel, app));
		} catch {}
	}

	async #explained(error: unknown, context: RequestContext, channel: AppChannel): Promise<DeviceError> {
		const { setting } = deviceErrorOf(error);
		if (setting !== null && context.family !== null && this.#state?.blindSigning === true)
			await this.#refreshState(channel, APP_OF[context.family]);
		const meant = meaningOf(deviceErrorOf(error), context.operation, context.family, this.#state);
		if (context.family === null || context.operation === "openApp" || !wantsApp(meant.fault)) return meant;
		try {
			return corrected(meant, context.family, this.remember(await this.#engine.appInfo(channel), null));
		} catch {
			return meant;
		}
	}

	async #converse<T>(
		work: Work,
		transport: Transport,
		context: RequestContext,
		run: (channel: AppChannel, keep: () => void) => Promise<T>,
	): Promise<ConversationOutcome<T>> {
		const channel = this.#channelOn(transport, work);
		let kept = false;
		try {
			const value = await run(channel, () => {
				kept = true;
			});
			this.#seenAt = this.#clock.now();
			return { value };
		} catch (thrown) {
			kept = false;
			const { isPrompting } = channel;
			const error = await this.#explained(thrown, context, channel);
			return { error, refusal: refusalOf(error, isPrompting) };
		} finally {
			if (!kept) await this.#shut(transport);
		}
	}
}
