import { z } from "zod";
import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/localized-text.ts";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import { RpcBusy, type RpcBusyOptions, RpcPace } from "./rpc-pace.ts";
import { notJson, postJson, type RpcAnswer, type RpcFamily, type RpcPorts } from "./rpc-post.ts";

/**
 * Batches small concurrent reads, lets identical ones share a response, and waits while the RPC is busy. A
 * broadcast is sent alone and only once.
 */

interface RpcFault {
	readonly code: number;
	readonly text: string;
	readonly data: unknown;
}

type RpcReply =
	| { readonly ok: true; readonly result: unknown }
	| { readonly ok: false; readonly fault: RpcFault };

export interface RpcLink {
	request(method: string, params: readonly unknown[]): Promise<RpcReply>;
}

export interface RpcDialect {
	readonly family: RpcFamily;
	readonly parse: (text: string) => unknown;
	/** Only cheap reads are batched, because a slow one would delay the whole batch. */
	readonly batched: ReadonlySet<string>;
	readonly isSent: (method: string) => boolean;
	/**
	 * Returns whether a method is slow. A slow query that times out says nothing about the RPC's other
	 * responses.
	 */
	readonly isSlow?: (method: string) => boolean;
}

const MAX_BATCH = 20;
const MAX_ALONE = 8;
/** Time after which batches are retried, because a different node may respond at the same address. */
const REFUSED_MS = 600_000;

const code = z.union([z.number(), z.bigint()]).transform(Number);
const fault = z.looseObject({ code, message: z.string(), data: z.unknown().optional() });
const envelope = z.union([z.looseObject({ error: fault }), z.looseObject({ result: z.unknown() })]);
const identified = z.looseObject({ id: code });

/** Codes from EIP-1474, HTTP and vendors for a busy RPC. -32005 also means that a Solana node is behind. */
const BUSY_CODES: ReadonlySet<number> = new Set([-32_005, -32_007, -32_029, -32_429, 429]);
/**
 * Messages for a log query whose range or number of results is too large. RPCs use the busy codes for these
 * too.
 */
const TOO_WIDE =
	/block range|range (?:is )?too (?:large|wide)|more than [\d,]+ (?:results|logs)|too many (?:results|logs)/i;
const BUSY_TEXT = /rate.?limit|too many requests|requests? (?:per|\/) ?second|request limit|throttl/i;
/** The contract chooses its revert text, so the text must not count as a sign of a busy RPC. */
const REVERTED = { code: 3, text: /revert/i };
const TOO_MANY = 429;
const UNAVAILABLE = 503;

const isRevert = ({ code: number, text }: RpcFault) => number === REVERTED.code || REVERTED.text.test(text);

const isBusy = (of: RpcFault, status: number) =>
	!isRevert(of) &&
	!TOO_WIDE.test(of.text) &&
	(BUSY_CODES.has(of.code) || status === TOO_MANY || BUSY_TEXT.test(of.text));

const isBusyPage = ({ status, pauseMs }: RpcAnswer) =>
	status === TOO_MANY || (status === UNAVAILABLE && pauseMs !== null);

interface Question {
	readonly method: string;
	readonly params: readonly unknown[];
}

interface Queued extends Question {
	readonly answer: (reply: Promise<RpcReply>) => void;
}

class Slots {
	readonly #waiting: (() => void)[] = [];
	#free: number;

	constructor(count: number) {
		this.#free = count;
	}

	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.#free === 0) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
		else this.#free -= 1;
		try {
			return await work();
		} finally {
			const next = this.#waiting.shift();
			if (next === undefined) this.#free += 1;
			else next();
		}
	}
}

class Link implements RpcLink {
	readonly #ports: RpcPorts;
	readonly #dialect: RpcDialect;
	readonly #pace: RpcPace;
	readonly #alone = new Slots(MAX_ALONE);
	readonly #underWay = new Map<string, Promise<RpcReply>>();
	#queue: Queued[] = [];
	#id = 0;
	#refusedBatchAt = Number.NEGATIVE_INFINITY;

	constructor(ports: RpcPorts, dialect: RpcDialect) {
		this.#ports = ports;
		this.#dialect = dialect;
		this.#pace = new RpcPace(ports.clock, dialect.family, ports.onBusy);
	}

	request(method: string, params: readonly unknown[]): Promise<RpcReply> {
		if (this.#dialect.isSent(method)) return this.#send({ method, params });
		const key = JSON.stringify([method, params]);
		const same = this.#underWay.get(key);
		if (same !== undefined) return same;
		const reply = this.#read({ method, params }).finally(() => this.#underWay.delete(key));
		this.#underWay.set(key, reply);
		return reply;
	}

	#read(question: Question): Promise<RpcReply> {
		if (this.#refusesBatches()) return this.#alone.run(() => this.#single(question));
		if (!this.#dialect.batched.has(question.method)) return this.#single(question);
		return new Promise((answer) => {
			if (this.#queue.length === 0) queueMicrotask(() => this.#flush());
			this.#queue.push({ ...question, answer });
		});
	}

	#refusesBatches(): boolean {
		return Math.abs(this.#ports.clock.now() - this.#refusedBatchAt) <= REFUSED_MS;
	}

	#flush(): void {
		const all = this.#queue;
		this.#queue = [];
		for (let at = 0; at < all.length; at += MAX_BATCH) {
			const some = all.slice(at, at + MAX_BATCH);
			const [only] = some;
			if (some.length === 1 && only !== undefined) only.answer(this.#single(only));
			else this.#batch(some);
		}
	}

	async #send(question: Question): Promise<RpcReply> {
		await this.#pace.turn(1, this.#pace.deadline());
		const body = this.#bodyOf(question);
		return this.#replyOf(question.method, this.#parsed(await this.#post(JSON.stringify(body))));
	}

	#single(question: Question, deadline = this.#pace.deadline()): Promise<RpcReply> {
		return this.#repeated(1, deadline, async () => {
			const isSlow = this.#dialect.isSlow?.(question.method) ?? false;
			const got = await this.#post(JSON.stringify(this.#bodyOf(question)), isSlow);
			return this.#unlessBusy(this.#replyOf(question.method, this.#parsed(got)), got);
		});
	}

	async #repeated<T>(count: number, deadline: number, attempt: () => Promise<T>): Promise<T> {
		let last: RpcBusy | null = null;
		for (;;) {
			try {
				await this.#pace.turn(count, deadline);
			} catch (error) {
				if (last?.isSilence === true) this.#ports.onSilence?.();
				throw last ?? error;
			}
			try {
				return await attempt();
			} catch (error) {
				if (!(error instanceof RpcBusy)) throw error;
				this.#pace.hold(error);
				last = error;
			}
		}
	}

	#batch(questions: readonly Queued[]): void {
		const deadline = this.#pace.deadline();
		const replies = this.#batched(questions, deadline);
		questions.forEach((question, at) => {
			question.answer(
				replies.then((all) => all?.[at] ?? this.#alone.run(() => this.#single(question, deadline))),
			);
		});
	}

	#batched(
		questions: readonly Question[],
		deadline: number,
	): Promise<readonly (RpcReply | undefined)[] | null> {
		return this.#repeated(questions.length, deadline, async () => {
			const bodies = questions.map((question) => this.#bodyOf(question));
			const replies = this.#repliesOf(bodies, await this.#post(JSON.stringify(bodies)));
			if (replies === null) this.#refusedBatchAt = this.#ports.clock.now();
			return replies;
		});
	}

	#repliesOf(
		bodies: readonly { readonly id: number; readonly method: string }[],
		got: RpcAnswer,
	): readonly (RpcReply | undefined)[] | null {
		const raw = this.#parsedOrNull(got);
		if (!Array.isArray(raw)) {
			const whole = envelope.safeParse(raw);
			if (whole.success) this.#unlessBusy(this.#replyOf("", raw), got);
			else if (isBusyPage(got)) throw this.#busy(got, { isSilence: true });
			return null;
		}
		const byId = new Map<number, unknown>();
		for (const each of raw) {
			const read = identified.safeParse(each);
			if (read.success) byId.set(read.data.id, each);
		}
		let busy: RpcBusy | null = null;
		const replies = bodies.map(({ id, method }) => {
			if (!byId.has(id)) return undefined;
			try {
				return this.#unlessBusy(this.#replyOf(method, byId.get(id)), got);
			} catch (error) {
				if (!(error instanceof ChainError)) throw error;
				if (error instanceof RpcBusy) busy = error;
				return undefined;
			}
		});
		if (busy !== null) this.#pace.hold(busy);
		return replies;
	}

	#bodyOf({ method, params }: Question) {
		this.#id += 1;
		return { jsonrpc: "2.0", id: this.#id, method, params } as const;
	}

	#post(body: string, isSlow = false): Promise<RpcAnswer> {
		const { onSilence: _, ...unheard } = this.#ports;
		return postJson(isSlow ? unheard : this.#ports, this.#dialect.family, body);
	}

	#parsedOrNull(got: RpcAnswer): unknown {
		return orIfThrown(null, () => this.#dialect.parse(got.text));
	}

	#parsed(got: RpcAnswer): unknown {
		try {
			return this.#dialect.parse(got.text);
		} catch (cause) {
			if (isBusyPage(got)) throw this.#busy(got, { cause, isSilence: true });
			throw notJson(this.#ports, this.#dialect.family, got, cause);
		}
	}

	#replyOf(method: string, raw: unknown): RpcReply {
		const { family } = this.#dialect;
		const read = envelope.safeParse(raw);
		if (!read.success)
			throw new ChainError("unreadable", message(`chain.${family}.unreadable`, { method }), {
				cause: read.error,
			});
		// Some nodes send `error: null` along with the result.
		const said = fault.safeParse(read.data["error"]);
		return said.success
			? { ok: false, fault: { code: said.data.code, text: said.data.message, data: said.data.data } }
			: { ok: true, result: read.data["result"] };
	}

	#unlessBusy(reply: RpcReply, got: RpcAnswer): RpcReply {
		if (!reply.ok && isBusy(reply.fault, got.status)) throw this.#busy(got, { rpcCode: reply.fault.code });
		this.#pace.answered();
		return reply;
	}

	#busy({ pauseMs }: RpcAnswer, options: RpcBusyOptions): RpcBusy {
		return new RpcBusy(this.#dialect.family, pauseMs, options);
	}
}

export const createRpcLink = (ports: RpcPorts, dialect: RpcDialect): RpcLink => new Link(ports, dialect);
