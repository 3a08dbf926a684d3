import { message, sentences, type Text } from "../../core/localized-text.ts";
import type { TopUpView } from "../../ipc/billing.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { type CreditPosition, MAX_TOP_UP, MIN_TOP_UP, topUp } from "../../service-api/account.ts";
import { asOutcome, done, refused } from "../handlers.ts";
import type { Clock } from "../ports.ts";
import type { AccountService } from "../service/account.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import type { Intents, StoredIntent } from "../storage/intents.ts";
import { creditAmount } from "./account-view.ts";

const KIND = "top_up";
/**
 * It is unknown how long the service stores a key. After a day, a new top-up may replace one with an unclear
 * outcome.
 */
const KEY_LIFE_MS = 86_400_000;

const SAME_KEY = message("account.top-up.same-key");
const WORDS = {
	sending: message("account.top-up.sending"),
	unclear: sentences(message("account.top-up.unclear"), SAME_KEY),
	closed: sentences(message("account.top-up.closed"), SAME_KEY),
	old: message("account.top-up.old"),
	clash: sentences(message("account.top-up.clash"), SAME_KEY),
	done: message("account.top-up.done"),
	doneUnread: message("account.top-up.done-unread"),
	limits: message("account.top-up.limits"),
	busy: message("account.top-up.busy"),
	open: message("account.top-up.open"),
	none: message("account.top-up.none"),
	patience: message("account.top-up.patience"),
	notOffered: message("account.top-up.not-offered"),
	unsent: message("account.top-up.unsent"),
} as const;

interface PendingTopUp {
	readonly intent: StoredIntent;
	readonly micro: bigint;
	readonly state: TopUpView["state"];
	readonly text: Text;
	readonly unclear: boolean;
}

/** Errors that don't show whether an earlier attempt with the key succeeded. */
const SAYS_NOTHING: ReadonlySet<ServiceError["kind"]> = new Set([
	"unauthorized",
	"forbidden",
	"rateLimited",
	"notFound",
	"notOffered",
	"conflict",
	"refused",
]);

const LOST: ReadonlySet<ServiceError["kind"]> = new Set([
	"offline",
	"insecure",
	"timeout",
	"server",
	"unreadable",
]);

function refusalText(error: ServiceError): Text {
	if (error.unsent) return WORDS.unsent;
	if (error.kind === "rateLimited") return WORDS.patience;
	if (error.kind === "notFound" || error.kind === "notOffered") return WORDS.notOffered;
	return error.text;
}

const withSupport = (text: Text, { support }: ServiceError) =>
	support === null ? text : sentences(text, support);

function afterFailure(
	error: ServiceError,
	unclear: boolean,
): Pick<PendingTopUp, "state" | "text" | "unclear"> {
	if (error.kind === "paymentRequired")
		return { state: "payment_needed", text: supportedText(error), unclear: false };
	const lost = LOST.has(error.kind) && !error.unsent;
	if (lost || (unclear && (error.unsent || SAYS_NOTHING.has(error.kind)))) {
		const text = error.kind === "conflict" ? WORDS.clash : WORDS.unclear;
		return { state: "unclear", text: withSupport(text, error), unclear: true };
	}
	return { state: "refused", text: withSupport(refusalText(error), error), unclear: false };
}

/**
 * Buys credit. Each top-up has one stored idempotency key. If the outcome is unclear, the user decides
 * whether to retry.
 */
export class TopUps {
	readonly #service: Pick<AccountService, "topUpCredits">;
	readonly #clock: Clock;
	readonly #intents: Intents;
	readonly #scope: string;
	readonly #log: (line: string) => void;
	readonly #on: { position(position: CreditPosition | null): void; change(): void };
	readonly #abort = new AbortController();
	#pending: PendingTopUp | null;
	#notBefore = 0;

	constructor(
		service: Pick<AccountService, "topUpCredits">,
		clock: Clock,
		intents: Intents,
		scope: string,
		log: (line: string) => void,
		on: { position(position: CreditPosition | null): void; change(): void },
	) {
		this.#service = service;
		this.#clock = clock;
		this.#intents = intents;
		this.#scope = scope;
		this.#log = log;
		this.#on = on;
		this.#pending = this.#recovered();
	}

	view(): TopUpView | null {
		const held = this.#pending;
		if (held === null) return null;
		const old = held.state === "unclear" && this.#isOld(held);
		return {
			amount: creditAmount(held.micro),
			state: held.state,
			text: old ? sentences(held.text, WORDS.old) : held.text,
		};
	}

	async start(micro: bigint): Promise<CommandOutcome> {
		const held = this.#pending;
		if (this.#abort.signal.aborted) return refused(WORDS.none);
		if (micro < MIN_TOP_UP || micro > MAX_TOP_UP) return refused(WORDS.limits);
		if (held?.state === "sending") return refused(WORDS.busy);
		if (held?.state === "unclear" && !this.#isOld(held)) return refused(WORDS.open);
		const wait = this.#patience();
		if (wait !== null) return wait;
		// If the user has paid outside the app in the meantime, this key may complete the top-up.
		if (held?.state === "payment_needed" && held.micro === micro) return await this.#send(held);
		try {
			const intent = this.#intents.remember(KIND, this.#scope, { amount_microusd: Number(micro) });
			if (held !== null) this.#settle(held);
			return await this.#send({ intent, micro, state: "sending", text: WORDS.sending, unclear: false });
		} catch (cause) {
			return asOutcome(cause, this.#log);
		}
	}

	async retry(): Promise<CommandOutcome> {
		const held = this.#pending;
		if (held?.state === "sending") return refused(WORDS.busy);
		if (held?.state !== "unclear" && held?.state !== "payment_needed") return refused(WORDS.none);
		return this.#patience() ?? (await this.#send(held));
	}

	/** A finished top-up must not be mistaken for the next one. */
	clear(): void {
		if (this.#pending?.state === "done" || this.#pending?.state === "refused") this.#pending = null;
	}

	stop(): void {
		this.#abort.abort(new Error("stopped"));
	}

	#patience(): CommandOutcome | null {
		const left = this.#notBefore - this.#clock.now();
		if (left <= 0) return null;
		const wait = message("account.top-up.wait", { seconds: Math.ceil(left / 1000) });
		return refused(sentences(WORDS.patience, wait));
	}

	/** A top-up that a crash or quit interrupted is displayed but not sent again. */
	#recovered(): PendingTopUp | null {
		let last: PendingTopUp | null = null;
		for (const intent of this.#intents.pending(this.#scope)) {
			if (intent.kind !== KIND) continue;
			const body = topUp.safeParse(intent.body);
			if (body.success)
				last = {
					intent,
					micro: BigInt(body.data.amount_microusd),
					state: "unclear",
					text: WORDS.closed,
					unclear: true,
				};
			else {
				this.#log("top-up: one that was kept can't be read, and is forgotten");
				this.#intents.settle(intent.id);
			}
		}
		return last;
	}

	#isOld({ intent }: PendingTopUp): boolean {
		return this.#clock.now() - intent.createdAt > KEY_LIFE_MS;
	}

	#become(next: PendingTopUp): void {
		this.#pending = next;
		this.#on.change();
	}

	/** If the key can't be marked as settled, the top-up is displayed as unclear after a restart. */
	#settle({ intent }: PendingTopUp): void {
		try {
			this.#intents.settle(intent.id);
		} catch (cause) {
			this.#log(`top-up: ${cause instanceof Error ? cause.message : String(cause)}`);
		}
	}

	async #send(first: PendingTopUp): Promise<CommandOutcome> {
		const trying: PendingTopUp = { ...first, state: "sending", text: WORDS.sending };
		this.#become(trying);
		try {
			const { micro, intent } = trying;
			const position = await this.#service.topUpCredits(micro, intent.key, this.#abort.signal);
			this.#settle(trying);
			this.#pending = { ...trying, state: "done", text: position === null ? WORDS.doneUnread : WORDS.done };
			this.#on.position(position);
			this.#on.change();
			return done;
		} catch (cause) {
			if (this.#abort.signal.aborted) return refused(WORDS.closed);
			if (cause instanceof ServiceError && cause.retryAfterMs !== null)
				this.#notBefore = this.#clock.now() + cause.retryAfterMs;
			this.#log(`top-up: ${cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)}`);
			const after =
				cause instanceof ServiceError
					? afterFailure(cause, first.unclear)
					: ({ state: "unclear", text: WORDS.unclear, unclear: true } as const);
			const next = { ...trying, ...after };
			if (next.state === "refused") this.#settle(next);
			this.#become(next);
			return refused(next.text);
		}
	}
}
