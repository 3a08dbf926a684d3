import type { z } from "zod";
import {
	type DeviceApp,
	type DeviceFault,
	type DevicePayload,
	type DeviceRefusal,
	type DeviceStage,
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
import type { ProcessLink } from "../process-link.ts";
import type { DeviceCall, LedgerAccount, LedgerClient } from "./ledger-types.ts";
import { LedgerProcess, type LedgerProcessOptions } from "./process.ts";

/** Timeouts after which the process counts as hanging. A signature has none, since the user decides. */
const SHORT_MS = 30_000;
const USER_MS = 2 * 60_000;
const TIMEOUT_MS: Readonly<Partial<Record<LedgerRequestKind, number | null>>> = {
	openApp: USER_MS,
	showAddress: USER_MS,
	sign: null,
};
/** Time for a cancelled request to end. */
const GIVE_UP_MS = 5_000;

/** While the user answers one of these, another device's silence must not end the process. */
const OF_USER: ReadonlySet<LedgerRequestKind> = new Set(["openApp", "showAddress", "sign"]);

/** @param asked true if the user may have been prompted, so the outcome is unknown */
function refuse(fault: DeviceFault, asked = false): DeviceRefusal {
	return { ok: false, fault, status: null, app: null, prompt: asked ? "unknown" : "notAsked" };
}

type Grants<Kind extends LedgerRequestKind> = z.ZodType<LedgerGrant<Kind>>;

/** Rejects a malformed answer as `badAnswer`. */
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

/** The answer must list exactly the requested paths, in order. */
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
	/** Requests to one device run one after the other; `null` if the request needs none. */
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
	/** A process that hangs at one device while the user answers at another. It is ended after the answer. */
	#hanging: ProcessLink | null = null;

	constructor(options: LedgerProcessOptions) {
		this.#clock = options.clock;
		this.#log = options.log;
		this.#process = new LedgerProcess(options);
	}

	devices(): Promise<LedgerResult<"devices">> {
		return this.#ask({ schema: ledgerGrants.devices, request: { kind: "devices" }, deviceId: null }).answer;
	}

	inspect(deviceId: string): Promise<LedgerResult<"look">> {
		return this.#ask({ schema: ledgerGrants.look, request: { kind: "look", deviceId }, deviceId }).answer;
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
					// A signature may exist even if the device's report of its prompt was lost.
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
