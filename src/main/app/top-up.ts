import type { TopUpView } from "../../bridge/account-views.ts";
import type { Outcome } from "../../bridge/procedure.ts";
import { type CreditPosition, TOP_UP_LEAST, TOP_UP_MOST, topUp } from "../../contract/account.ts";
import type { Clock } from "../ports.ts";
import type { AccountService } from "../service/account.ts";
import { ServiceError, toldWords } from "../service/errors.ts";
import type { Intent, Intents } from "../storage/intents.ts";
import { creditAmount } from "../views/account-view.ts";
import { asOutcome, done, refused } from "./outcome.ts";

/** Paying for credit: one durable key a top-up; what is unclear waits for the person, and is never sent by itself. */

export interface TopUpParts {
	readonly service: Pick<AccountService, "topUpCredits">;
	readonly clock: Clock;
	readonly intents: Intents;
	readonly scope: string;
	/** The service took a top-up; null where the position in its answer can't be read. */
	readonly onPosition: (position: CreditPosition | null) => void;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

export interface TopUps {
	view(): TopUpView | null;
	/** @param micro whole micro-USD */
	start(micro: bigint): Promise<Outcome>;
	/** The same once more, with the same key. */
	retry(): Promise<Outcome>;
	/** Forgets one that is over, so that its end is not taken for that of the next. */
	clear(): void;
	stop(): void;
}

const KIND = "top_up";
/** How long a service keeps a key is not known; after a day, a new top-up may take the place of an unclear one, in ms. */
const KEY_LIFE_MS = 86_400_000;

const SAME_KEY =
	"It is not sent again by itself. Try again: the same key is used, so that it is not paid twice.";
const WORDS = {
	sending: "The top-up is on its way to the service.",
	unclear: `The answer to this top-up did not come, or can't be read: whether the service took it is not known. ${SAME_KEY}`,
	closed: `Countersign was closed before the answer to this top-up came: whether the service took it is not known. ${SAME_KEY}`,
	old: "It is more than a day old: the service may have forgotten its key. Look at your credit first.",
	clash: `The service says that something is in the way of this top-up, perhaps its own first try. Whether it was taken is not known. ${SAME_KEY}`,
	done: "The service took the top-up.",
	doneUnread: "The service took the top-up. The position in its answer can't be read, and is not shown.",
	limits:
		"A top-up is 0.01 USD to 1,000 USD (1 to 100,000 credits). Nothing was paid; choose an amount in between.",
	busy: "A top-up is on its way already. Nothing was paid twice; wait for its answer.",
	open: "Whether an earlier top-up was taken is not known. Nothing was paid now; try that one again first, with its own key.",
	none: "There is no top-up to be tried again. Nothing was paid.",
	patience: "The service asks for patience. Nothing was paid by this try; try again later.",
	notOffered: "This service does not offer top-ups. Nothing was paid.",
	unsent: "The service could not be reached. Nothing was sent or paid; try again later.",
} as const;

interface Held {
	readonly intent: Intent;
	readonly micro: bigint;
	readonly state: TopUpView["state"];
	readonly words: string;
	/** An earlier try may have reached the service. */
	readonly unclear: boolean;
}

/** Refusals that say nothing of what an earlier try with the same key has done. */
const SAYS_NOTHING: ReadonlySet<ServiceError["kind"]> = new Set([
	"unauthorized",
	"forbidden",
	"rateLimited",
	"notFound",
	"notOffered",
	"conflict",
	"refused",
]);

/** Failures after which the service may have taken it all the same. */
const LOST: ReadonlySet<ServiceError["kind"]> = new Set([
	"offline",
	"insecure",
	"timeout",
	"server",
	"unreadable",
]);

function refusalWords(error: ServiceError): string {
	if (error.unsent) return WORDS.unsent;
	if (error.kind === "rateLimited") return WORDS.patience;
	if (error.kind === "notFound" || error.kind === "notOffered") return WORDS.notOffered;
	return error.words;
}

const withSupport = (words: string, { support }: ServiceError) =>
	support === null ? words : `${words} ${support}`;

/** What a failed try makes of a top-up. */
function afterFailure(error: ServiceError, unclear: boolean): Pick<Held, "state" | "words" | "unclear"> {
	if (error.kind === "paymentRequired")
		return { state: "payment_needed", words: toldWords(error), unclear: false };
	const lost = LOST.has(error.kind) && !error.unsent;
	if (lost || (unclear && (error.unsent || SAYS_NOTHING.has(error.kind)))) {
		const words = error.kind === "conflict" ? WORDS.clash : WORDS.unclear;
		return { state: "unclear", words: withSupport(words, error), unclear: true };
	}
	return { state: "refused", words: withSupport(refusalWords(error), error), unclear: false };
}

export function createTopUps(parts: TopUpParts): TopUps {
	const { service, clock, intents, scope, onChange, log } = parts;
	const abort = new AbortController();
	let held: Held | null = recovered();
	/** The service asked to be left alone until then, Unix ms. */
	let notBefore = 0;

	function patience(): Outcome | null {
		const left = notBefore - clock.now();
		return left <= 0
			? null
			: refused(`${WORDS.patience} It asked to wait; ${Math.ceil(left / 1000)} s are left.`);
	}

	/** What a crash or quit left unanswered: shown, and not sent. The newest, where there should be only one. */
	function recovered(): Held | null {
		let last: Held | null = null;
		for (const intent of intents.pending(scope)) {
			if (intent.kind !== KIND) continue;
			const body = topUp.safeParse(intent.body);
			if (body.success)
				last = {
					intent,
					micro: BigInt(body.data.amount_microusd),
					state: "unclear",
					words: WORDS.closed,
					unclear: true,
				};
			else log("top-up: one that was kept can't be read, and is forgotten");
			if (!body.success) intents.settle(intent.id);
		}
		return last;
	}

	const isOld = ({ intent }: Held) => clock.now() - intent.createdAt > KEY_LIFE_MS;

	function become(next: Held): void {
		held = next;
		onChange();
	}

	/** The key has done its work. Where that can't be written down, it is shown as unclear after a restart, at worst. */
	function settle({ intent }: Held): void {
		try {
			intents.settle(intent.id);
		} catch (cause) {
			log(`top-up: ${cause instanceof Error ? cause.message : String(cause)}`);
		}
	}

	async function send(first: Held): Promise<Outcome> {
		const trying: Held = { ...first, state: "sending", words: WORDS.sending };
		become(trying);
		try {
			const position = await service.topUpCredits(trying.micro, trying.intent.key, abort.signal);
			settle(trying);
			held = { ...trying, state: "done", words: position === null ? WORDS.doneUnread : WORDS.done };
			parts.onPosition(position);
			onChange();
			return done;
		} catch (cause) {
			if (abort.signal.aborted) return refused(WORDS.closed);
			if (cause instanceof ServiceError && cause.retryAfterMs !== null)
				notBefore = clock.now() + cause.retryAfterMs;
			log(`top-up: ${cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)}`);
			const after =
				cause instanceof ServiceError
					? afterFailure(cause, first.unclear)
					: ({ state: "unclear", words: WORDS.unclear, unclear: true } as const);
			const next = { ...trying, ...after };
			if (next.state === "refused") settle(next);
			become(next);
			return refused(next.words);
		}
	}

	return {
		view() {
			if (held === null) return null;
			const old = held.state === "unclear" && isOld(held);
			return {
				amount: creditAmount(held.micro),
				state: held.state,
				words: old ? `${held.words} ${WORDS.old}` : held.words,
			};
		},
		async start(micro) {
			if (abort.signal.aborted) return refused(WORDS.none);
			if (micro < TOP_UP_LEAST || micro > TOP_UP_MOST) return refused(WORDS.limits);
			if (held?.state === "sending") return refused(WORDS.busy);
			if (held?.state === "unclear" && !isOld(held)) return refused(WORDS.open);
			const wait = patience();
			if (wait !== null) return wait;
			// A payment that was made elsewhere belongs to this key.
			if (held?.state === "payment_needed" && held.micro === micro) return await send(held);
			try {
				const intent = intents.remember(KIND, scope, { amount_microusd: Number(micro) });
				if (held !== null) settle(held);
				return await send({ intent, micro, state: "sending", words: WORDS.sending, unclear: false });
			} catch (cause) {
				return asOutcome(cause, log);
			}
		},
		async retry() {
			if (held?.state === "sending") return refused(WORDS.busy);
			if (held?.state !== "unclear" && held?.state !== "payment_needed") return refused(WORDS.none);
			return patience() ?? (await send(held));
		},
		clear() {
			if (held?.state === "done" || held?.state === "refused") held = null;
		},
		stop() {
			abort.abort(new Error("stopped"));
		},
	};
}
