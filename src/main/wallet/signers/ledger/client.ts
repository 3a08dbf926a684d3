import type { z } from "zod";
import {
	type DeviceFault,
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
import type { ProcessLink } from "../process-link.ts";
import { createLedgerProcess } from "./process.ts";
import type { DeviceCall, LedgerAccount, LedgerClient, LedgerClientParts } from "./types.ts";

/** How long an answer may take, in ms; then the process hangs, and is ended. A signature takes as long as the user. */
const SHORT_MS = 30_000;
const USER_MS = 2 * 60_000;
const TIMEOUT_MS: Readonly<Partial<Record<LedgerRequestKind, number | null>>> = {
	openApp: USER_MS,
	showAddress: USER_MS,
	sign: null,
};
/** So long after it was told to give a question up, the process must have answered it. */
const GIVE_UP_MS = 5_000;

/** Questions that the user answers at a device: while one is open, another device's silence must not end it. */
const OF_USER: ReadonlySet<LedgerRequestKind> = new Set(["openApp", "showAddress", "sign"]);

/** `asked`: the user may have been asked, so that nobody knows what became of it. */
function refuse(fault: DeviceFault, asked = false): DeviceRefusal {
	return { ok: false, fault, status: null, app: null, prompt: asked ? "unknown" : "notAsked" };
}

type Grants<Kind extends LedgerRequestKind> = z.ZodType<LedgerGrant<Kind>>;

/** What the process said, or that it can't be read. */
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

/** The addresses must be of the paths that were asked for, in their order. */
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
	/** Whose questions wait for each other; null for none. */
	readonly deviceId: string | null;
	readonly onStage?: (stage: DeviceStage) => void;
}

/** The device process as main holds it; see LedgerClient. */
export function createLedgerClient(parts: LedgerClientParts): LedgerClient {
	const { clock, log } = parts;
	const running = createLedgerProcess(parts);
	/** The last question of each device: the next one waits for it. */
	const tails = new Map<string, Promise<void>>();
	/** Questions that a user is answering, by a mark of their own. */
	const atUser = new Set<symbol>();
	/** Hangs at one device while a user answers at another: ended once they have. */
	let hanging: ProcessLink | null = null;

	async function inTurn(deviceId: string): Promise<() => void> {
		const before = tails.get(deviceId);
		const own = Promise.withResolvers<void>();
		tails.set(deviceId, own.promise);
		await before;
		return () => {
			own.resolve();
			if (tails.get(deviceId) === own.promise) tails.delete(deviceId);
		};
	}

	function endHanging(): void {
		if (hanging === null || atUser.size > 0) return;
		hanging.kill();
		hanging = null;
	}

	function ask<Kind extends LedgerRequestKind>(how: LedgerAsk<Kind>): DeviceCall<LedgerResult<Kind>> {
		const { request, schema, onStage } = how;
		const mark = Symbol(request.kind);
		const early = Promise.withResolvers<DeviceRefusal>();
		let asked = false;
		let cancelled = false;
		let giveUp: (() => void) | null = null;
		let calm = () => {};

		function hear(note: unknown): void {
			const stage = readStage.safeParse(note);
			if (!stage.success) return;
			if (stage.data === "asking") asked = true;
			onStage?.(stage.data);
		}

		/** The process is told, and ended where it does not obey. */
		function giveUpOn(link: ProcessLink, requestId: number): void {
			log(`ledger: ${request.kind} is given up`);
			calm = clock.after(GIVE_UP_MS, () => {
				log(`ledger: ${request.kind} could not be given up; the process is ended`);
				link.settle(requestId, refuse("cancelled", asked));
				link.kill();
			});
			const word: LedgerRequest = { kind: "cancel", requestId };
			link.post({ request: word, ms: GIVE_UP_MS, unanswered: () => null, onLate: () => {} });
		}

		async function posted(link: ProcessLink): Promise<unknown> {
			const { [request.kind]: ms = SHORT_MS } = TIMEOUT_MS;
			let sent = false;
			const { id, answer } = link.post({
				request,
				ms,
				unanswered(why) {
					if (why === "stopped" && asked && !running.stopped()) return refuse("unplugged", asked);
					// The word that it asks may be lost with it: of a signature, nobody can say that none was made.
					return refuse(why, asked || (sent && request.kind === "sign"));
				},
				hear,
				onLate() {
					atUser.delete(mark);
					hanging = link;
					endHanging();
				},
			});
			sent = true;
			giveUp = () => giveUpOn(link, id);
			return await answer;
		}

		async function run(): Promise<LedgerResult<Kind>> {
			const free = how.deviceId === null ? () => {} : await inTurn(how.deviceId);
			const unused = running.use();
			try {
				if (cancelled) return refuse("cancelled");
				const link = await running.open();
				if (cancelled) return refuse("cancelled");
				if (link === null) return refuse("stopped");
				if (OF_USER.has(request.kind)) atUser.add(mark);
				return readAnswer<Kind>(schema, await posted(link), asked);
			} finally {
				giveUp = null;
				calm();
				atUser.delete(mark);
				endHanging();
				unused();
				free();
			}
		}

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

	const { devices, look, openApp, addresses, showAddress, prepare, sign } = ledgerGrants;
	const of = ({ family, path, address }: LedgerAccount) => ({ family, path, address });
	return {
		devices: () => ask({ schema: devices, request: { kind: "devices" }, deviceId: null }).answer,
		look: (deviceId) => ask({ schema: look, request: { kind: "look", deviceId }, deviceId }).answer,
		openApp: (deviceId, app) =>
			ask({ schema: openApp, request: { kind: "openApp", deviceId, app }, deviceId }),
		addresses(deviceId, family, paths) {
			const request = { kind: "addresses" as const, deviceId, family, paths: [...paths] };
			const call = ask({ schema: addresses, request, deviceId });
			return { ...call, answer: call.answer.then((result) => ofThesePaths(result, paths)) };
		},
		showAddress: (deviceId, family, path) =>
			ask({ schema: showAddress, request: { kind: "showAddress", deviceId, family, path }, deviceId }),
		prepare: (deviceId, account) =>
			ask({ schema: prepare, request: { kind: "prepare", deviceId, ...of(account) }, deviceId }).answer,
		sign: (deviceId, account, payload, onStage) =>
			ask({ schema: sign, request: { kind: "sign", deviceId, ...of(account), payload }, deviceId, onStage }),
		stop: () => running.stop(),
	};
}
