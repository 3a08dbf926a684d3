import { message, sentences, type Text } from "../../core/message.ts";
import type { TopUpView } from "../../ipc/billing.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { type CreditPosition, MAX_TOP_UP, MIN_TOP_UP, topUp } from "../../service-api/account.ts";
import { asOutcome, done, refused } from "../outcome.ts";
import type { Clock } from "../ports.ts";
import type { AccountService } from "../service/account.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import type { Intents, StoredIntent } from "../storage/intents.ts";
import { creditAmount } from "./account-view.ts";

/** Paying for credit: one durable key a top-up; what is unclear waits for the user, and is never sent by itself. */

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
	start(micro: bigint): Promise<CommandOutcome>;
	/** The same once more, with the same key. */
	retry(): Promise<CommandOutcome>;
	/** Forgets one that is over, so that its end is not taken for that of the next. */
	clear(): void;
	stop(): void;
}

const KIND = "top_up";
/** How long a service keeps a key is not known; after a day, a new top-up may take the place of an unclear one, in ms. */
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

interface HeldTopUp {
	readonly intent: StoredIntent;
	readonly micro: bigint;
	readonly state: TopUpView["state"];
	readonly text: Text;
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

function refusalText(error: ServiceError): Text {
	if (error.unsent) return WORDS.unsent;
	if (error.kind === "rateLimited") return WORDS.patience;
	if (error.kind === "notFound" || error.kind === "notOffered") return WORDS.notOffered;
	return error.text;
}

const withSupport = (text: Text, { support }: ServiceError) =>
	support === null ? text : sentences(text, support);

/** What a failed try makes of a top-up. */
function afterFailure(error: ServiceError, unclear: boolean): Pick<HeldTopUp, "state" | "text" | "unclear"> {
	if (error.kind === "paymentRequired")
		return { state: "payment_needed", text: supportedText(error), unclear: false };
	const lost = LOST.has(error.kind) && !error.unsent;
	if (lost || (unclear && (error.unsent || SAYS_NOTHING.has(error.kind)))) {
		const text = error.kind === "conflict" ? WORDS.clash : WORDS.unclear;
		return { state: "unclear", text: withSupport(text, error), unclear: true };
	}
	return { state: "refused", text: withSupport(refusalText(error), error), unclear: false };
}

export function createTopUps(parts: TopUpParts): TopUps {
	const { service, clock, intents, scope, onChange, log } = parts;
	const abort = new AbortController();
	let held: HeldTopUp | null = recovered();
	/** The service asked to be left alone until then, Unix ms. */
	let notBefore = 0;

	function patience(): CommandOutcome | null {
		const left = notBefore - clock.now();
		return left <= 0
			? null
			: refused(
					sentences(WORDS.patience, message("account.top-up.wait", { seconds: Math.ceil(left / 1000) })),
				);
	}

	/** What a crash or quit left unanswered: shown, and not sent. The newest, where there should be only one. */
	function recovered(): HeldTopUp | null {
		let last: HeldTopUp | null = null;
		for (const intent of intents.pending(scope)) {
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
			else log("top-up: one that was kept can't be read, and is forgotten");
			if (!body.success) intents.settle(intent.id);
		}
		return last;
	}

	const isOld = ({ intent }: HeldTopUp) => clock.now() - intent.createdAt > KEY_LIFE_MS;

	function become(next: HeldTopUp): void {
		held = next;
		onChange();
	}

	/** The key has done its work. Where that can't be written down, it is shown as unclear after a restart, at worst. */
	function settle({ intent }: HeldTopUp): void {
		try {
			intents.settle(intent.id);
		} catch (cause) {
			log(`top-up: ${cause instanceof Error ? cause.message : String(cause)}`);
		}
	}

	async function send(first: HeldTopUp): Promise<CommandOutcome> {
		const trying: HeldTopUp = { ...first, state: "sending", text: WORDS.sending };
		become(trying);
		try {
			const position = await service.topUpCredits(trying.micro, trying.intent.key, abort.signal);
			settle(trying);
			held = { ...trying, state: "done", text: position === null ? WORDS.doneUnread : WORDS.done };
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
					: ({ state: "unclear", text: WORDS.unclear, unclear: true } as const);
			const next = { ...trying, ...after };
			if (next.state === "refused") settle(next);
			become(next);
			return refused(next.text);
		}
	}

	return {
		view() {
			if (held === null) return null;
			const old = held.state === "unclear" && isOld(held);
			return {
				amount: creditAmount(held.micro),
				state: held.state,
				text: old ? sentences(held.text, WORDS.old) : held.text,
			};
		},
		async start(micro) {
			if (abort.signal.aborted) return refused(WORDS.none);
			if (micro < MIN_TOP_UP || micro > MAX_TOP_UP) return refused(WORDS.limits);
			if (held?.state === "sending") return refused(WORDS.busy);
			if (held?.state === "unclear" && !isOld(held)) return refused(WORDS.open);
			const wait = patience();
			if (wait !== null) return wait;
			// A payment that was made elsewhere belongs to this key.
			if (held?.state === "payment_needed" && held.micro === micro) return await send(held);
			try {
				const intent = intents.remember(KIND, scope, { amount_microusd: Number(micro) });
				if (held !== null) settle(held);
				return await send({ intent, micro, state: "sending", text: WORDS.sending, unclear: false });
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
