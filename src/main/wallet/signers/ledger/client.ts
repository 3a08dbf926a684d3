import type { z } from "zod";
import {
	type DeviceApp,
	type DeviceFault,
	type DevicePayload,
	type DeviceRefusal,
	type DeviceStage,
	type DeviceTransport,
	deviceRefusal,
	type LedgerGrant,
	type LedgerRequest,
	type LedgerRequestKind,
	type LedgerResult,
	ledgerGrants,
	ledgerReply,
	ledgerRequest,
} from "../../../../ledger-process/protocol.ts";
import type { ChainFamily } from "../../../../service-api/action.ts";
import type { Clock, ProcessChannel } from "../../../ports.ts";
import { ProcessLink } from "../process-link.ts";
import { Restarts } from "../restarts.ts";
import type { DeviceCall, LedgerAccount, LedgerClient } from "./ledger-types.ts";

const HELLO_MS = 30_000;
const IDLE_MS = 60_000;
/** Pause after repeated failures. */
const GIVEN_UP_MS = 10 * 60_000;
const STOP_WAIT_MS = 2_000;

interface LedgerProcessOptions {
	readonly fork: () => ProcessChannel;
	readonly transport: DeviceTransport;
	readonly clock: Clock;
	readonly random: (length: number) => Uint8Array;
	readonly log: (line: string) => void;
}

/** Starts the device process on demand, restarts it after a crash, and ends it when it is idle. */
class LedgerProcess {
	readonly #options: LedgerProcessOptions;
	readonly #restarts: Restarts;
	#link: ProcessLink | null = null;
	#opening: Promise<ProcessLink | null> | null = null;
	/** Pending while a restart after a crash is delayed. */
	#pause: PromiseWithResolvers<void> | null = null;
	#isGivenUp = false;
	#forgive = () => {};
	#isEnded = false;
	#uses = 0;
	#cancelIdle = () => {};

	constructor(options: LedgerProcessOptions) {
		this.#options = options;
		this.#restarts = new Restarts(options.clock);
	}

	/** Returns `null` if no process can be started. Never rejects. */
	open(): Promise<ProcessLink | null> {
		this.#opening ??= this.#begin();
		return this.#opening;
	}

	use(): () => void {
		this.#uses += 1;
		this.#cancelIdle();
		let isUsed = true;
		return () => {
			if (!isUsed) return;
			isUsed = false;
			this.#uses -= 1;
			if (this.#uses === 0 && !this.#isEnded)
				this.#cancelIdle = this.#options.clock.after(IDLE_MS, () => this.#letGo());
		};
	}

	isStopped(): boolean {
		return this.#isEnded;
	}

	async stop(): Promise<void> {
		this.#isEnded = true;
		this.#cancelIdle();
		this.#forgive();
		this.#restarts.reset();
		this.#resume();
		const open = this.#link;
		if (open === null) return;
		const late = Promise.withResolvers<void>();
		const cancel = this.#options.clock.after(STOP_WAIT_MS, late.resolve);
		open.kill();
		open.end();
		await Promise.race([open.exited, late.promise]);
		cancel();
	}

	async #begin(): Promise<ProcessLink | null> {
		const { log, transport } = this.#options;
		await this.#pause?.promise;
		if (this.#isEnded || this.#isGivenUp) {
			this.#opening = null;
			return null;
		}
		let made: ProcessLink;
		try {
			made = this.#attach();
		} catch (error) {
			this.#onFailure(
				`its process could not be started (${error instanceof Error ? error.name : "unknown"})`,
			);
			return null;
		}
		this.#link = made;
		const request = { kind: "hello", transport };
		const greeted = await made.post({ request, ms: HELLO_MS, unanswered: () => null }).answer;
		if (ledgerGrants.hello.safeParse(greeted).success) return made;
		log("ledger: its process did not answer hello");
		made.kill();
		return null;
	}

	#attach(): ProcessLink {
		const { clock, fork, log, random } = this.#options;
		const made: ProcessLink = new ProcessLink({
			name: "ledger",
			channel: fork(),
			clock,
			random,
			log,
			read: (message) => {
				const reply = ledgerReply.safeParse(message).data;
				if (reply === undefined) return null;
				const accept = () => {
					if (reply.kind === "answer") made.settle(reply.id, reply.answer);
					else made.hear(reply.id, reply.stage);
				};
				return { token: reply.token, accept };
			},
			onEnd: () => {
				if (this.#link !== made) return;
				this.#link = null;
				if (!this.#isEnded) this.#onFailure("its process ended");
			},
		});
		return made;
	}

	#letGo(): void {
		const unused = this.#link;
		this.#link = null;
		this.#opening = null;
		unused?.kill();
		unused?.end();
	}

	#onFailure(line: string): void {
		const { clock, log } = this.#options;
		log(`ledger: ${line}`);
		this.#opening = null;
		this.#pause ??= Promise.withResolvers<void>();
		if (this.#restarts.schedule(() => this.#resume())) return;
		log("ledger: its process ended again and again and is not started for a while");
		this.#resume();
		this.#isGivenUp = true;
		this.#forgive = clock.after(GIVEN_UP_MS, () => {
			this.#isGivenUp = false;
			this.#restarts.reset();
		});
	}

	#resume(): void {
		this.#pause?.resolve();
		this.#pause = null;
	}
}

/** Timeouts after which the process counts as hung. A signature has no timeout, because the user decides. */
const SHORT_MS = 30_000;
const USER_MS = 2 * 60_000;
const TIMEOUT_MS: Readonly<Partial<Record<LedgerRequestKind, number | null>>> = {
	openApp: USER_MS,
	showAddress: USER_MS,
	sign: null,
};
/** Maximum time for a cancelled request to end. */
const GIVE_UP_MS = 5_000;

/**
 * While the user is responding to one of these requests, an unresponsive second device must not end the
 * process.
 */
const OF_USER: ReadonlySet<LedgerRequestKind> = new Set(["openApp", "showAddress", "sign"]);

/** @param asked whether the user may have been prompted, so the outcome is unknown */
function refuse(fault: DeviceFault, asked = false): DeviceRefusal {
	return { ok: false, fault, status: null, app: null, prompt: asked ? "unknown" : "notAsked" };
}

type Grants<Kind extends LedgerRequestKind> = z.ZodType<LedgerGrant<Kind>>;

/** Rejects a malformed response as `badAnswer`. */
function readAnswer<Kind extends LedgerRequestKind>(
	schema: Grants<Kind>,
	answer: unknown,
	asked: boolean,
): LedgerResult<Kind> {
	const refusal = deviceRefusal.safeParse(answer);
	if (refusal.success) return refusal.data;
	const grant = schema.safeParse(answer);
	return grant.success ? grant.data : refuse("badAnswer", asked);
}

/** The response must list exactly the requested paths, in the same order. */
function ofThesePaths(
	result: LedgerResult<"addresses">,
	paths: readonly string[],
): LedgerResult<"addresses"> {
	if (!result.ok) return result;
	const same =
		result.addresses.length === paths.length && result.addresses.every(({ path }, at) => path === paths[at]);
	return same ? result : refuse("badAnswer");
}

const readStage = ledgerReply.options[1].shape.stage;

interface LedgerAsk<Kind extends LedgerRequestKind> {
	readonly schema: Grants<Kind>;
	readonly request: LedgerRequest & { readonly kind: Kind };
	/** Requests to the same device run one after another. `null` if the request doesn't need a device. */
	readonly deviceId: string | null;
	readonly onStage?: (stage: DeviceStage) => void;
}

const accountOf = ({ family, path, address }: LedgerAccount) => ({ family, path, address });

export class ProcessClient implements LedgerClient {
	readonly #clock: LedgerProcessOptions["clock"];
	readonly #log: LedgerProcessOptions["log"];
	readonly #process: LedgerProcess;
	readonly #tails = new Map<string, Promise<void>>();
	readonly #atUser = new Set<symbol>();
	/** Process that hangs on one device while the user answers on another. It is killed after the answer. */
	#hanging: ProcessLink | null = null;

	constructor(options: LedgerProcessOptions) {
		this.#clock = options.clock;
		this.#log = options.log;
		this.#process = new LedgerProcess(options);
	}

	devices(): Promise<LedgerResult<"devices">> {
		return this.#ask({ schema: ledgerGrants.devices, request: { kind: "devices" }, deviceId: null }).answer;
	}

	inspect(deviceId: string): Promise<LedgerResult<"inspect">> {
		return this.#ask({ schema: ledgerGrants.inspect, request: { kind: "inspect", deviceId }, deviceId })
			.answer;
	}

	openApp(deviceId: string, app: DeviceApp): DeviceCall<LedgerResult<"openApp">> {
		const request = { kind: "openApp" as const, deviceId, app };
		return this.#ask({ schema: ledgerGrants.openApp, request, deviceId });
	}

	addresses(
		deviceId: string,
		family: ChainFamily,
		paths: readonly string[],
	): DeviceCall<LedgerResult<"addresses">> {
		const request = { kind: "addresses" as const, deviceId, family, paths: [...paths] };
		const call = this.#ask({ schema: ledgerGrants.addresses, request, deviceId });
		return { ...call, answer: call.answer.then((result) => ofThesePaths(result, paths)) };
	}

	showAddress(deviceId: string, family: ChainFamily, path: string): DeviceCall<LedgerResult<"showAddress">> {
		const request = { kind: "showAddress" as const, deviceId, family, path };
		return this.#ask({ schema: ledgerGrants.showAddress, request, deviceId });
	}

	prepare(deviceId: string, account: LedgerAccount): Promise<LedgerResult<"prepare">> {
		const request = { kind: "prepare" as const, deviceId, ...accountOf(account) };
		return this.#ask({ schema: ledgerGrants.prepare, request, deviceId }).answer;
	}

	sign(
		deviceId: string,
		account: LedgerAccount,
		payload: DevicePayload,
		onStage: (stage: DeviceStage) => void,
	): DeviceCall<LedgerResult<"sign">> {
		const request = { kind: "sign" as const, deviceId, ...accountOf(account), payload };
		return this.#ask({ schema: ledgerGrants.sign, request, deviceId, onStage });
	}

	stop(): Promise<void> {
		return this.#process.stop();
	}

	async #inTurn(deviceId: string): Promise<() => void> {
		const before = this.#tails.get(deviceId);
		const own = Promise.withResolvers<void>();
		this.#tails.set(deviceId, own.promise);
		await before;
		return () => {
			own.resolve();
			if (this.#tails.get(deviceId) === own.promise) this.#tails.delete(deviceId);
		};
	}

	#endHanging(): void {
		if (this.#hanging === null || this.#atUser.size > 0) return;
		this.#hanging.kill();
		this.#hanging = null;
	}

	#ask<Kind extends LedgerRequestKind>(how: LedgerAsk<Kind>): DeviceCall<LedgerResult<Kind>> {
		const { request, schema, onStage } = how;
		const mark = Symbol(request.kind);
		const early = Promise.withResolvers<DeviceRefusal>();
		let asked = false;
		let cancelled = false;
		let giveUp: (() => void) | null = null;
		let calm = () => {};

		const hear = (note: unknown): void => {
			const stage = readStage.safeParse(note);
			if (!stage.success) return;
			if (stage.data === "asking") asked = true;
			onStage?.(stage.data);
		};

		const giveUpOn = (link: ProcessLink, requestId: number): void => {
			this.#log(`ledger: ${request.kind} is given up`);
			calm = this.#clock.after(GIVE_UP_MS, () => {
				this.#log(`ledger: ${request.kind} could not be given up; the process is ended`);
				link.settle(requestId, refuse("cancelled", asked));
				link.kill();
			});
			const word: LedgerRequest = { kind: "cancel", requestId };
			link.post({ request: word, ms: GIVE_UP_MS, unanswered: () => null, onLate: () => {} });
		};

		const posted = async (link: ProcessLink): Promise<unknown> => {
			const { [request.kind]: ms = SHORT_MS } = TIMEOUT_MS;
			let sent = false;
			const { id, answer } = link.post({
				request,
				ms,
				unanswered: (why) => {
					if (why === "stopped" && asked && !this.#process.isStopped()) return refuse("unplugged", asked);
					// A signature may exist even if the report of the device's prompt was lost.
					return refuse(why, asked || (sent && request.kind === "sign"));
				},
				hear,
				onLate: () => {
					this.#atUser.delete(mark);
					this.#hanging = link;
					this.#endHanging();
				},
			});
			sent = true;
			giveUp = () => giveUpOn(link, id);
			return await answer;
		};

		const run = async (): Promise<LedgerResult<Kind>> => {
			const free = how.deviceId === null ? () => {} : await this.#inTurn(how.deviceId);
			const unused = this.#process.use();
			try {
				if (cancelled) return refuse("cancelled");
				const link = await this.#process.open();
				if (cancelled) return refuse("cancelled");
				if (link === null) return refuse("stopped");
				if (OF_USER.has(request.kind)) this.#atUser.add(mark);
				return readAnswer<Kind>(schema, await posted(link), asked);
			} finally {
				giveUp = null;
				calm();
				this.#atUser.delete(mark);
				this.#endHanging();
				unused();
				free();
			}
		};

		if (!ledgerRequest.safeParse(request).success)
			return { answer: Promise.resolve(refuse("badMessage")), cancel() {} };
		return {
			answer: Promise.race([run(), early.promise]),
			cancel() {
				if (cancelled) return;
				cancelled = true;
				if (giveUp === null) early.resolve(refuse("cancelled"));
				else giveUp();
			},
		};
	}
}
