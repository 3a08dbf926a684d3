import { type Message, message } from "../localized-text.ts";

/** Topic of a finding: a general rule in docs/judging.md, or a fact that no effect shows. */
export type FindingKind =
	| "loss"
	| "exchange"
	| "rights"
	| "control"
	| "not-own"
	| "unread"
	| "unexplained"
	| "simulation"
	| "differs"
	| "asked"
	| "address"
	| "contract"
	| "token"
	| "cost"
	| "order"
	| "message"
	| "typed-data"
	| "device"
	| "service";

const IDS: Readonly<Record<FindingKind, string>> = {
	loss: "loss elsewhere receiving placed value-not-seen nothing app-recipient",
	exchange: "exchange exchange-own order-elsewhere little no-price",
	rights: "rights raised-approval far-end far-deadline deadline-far",
	control: "control proposal hosted-signing key-request",
	"not-own": "not-own-funds",
	unread:
		"unknown-call unknown-program unfamiliar-argument call-tail app-call carried-call terms-elsewhere call-account blind",
	unexplained: "unexplained-loss unexplained-write",
	simulation: "partial own-simulation-failed would-fail not-simulated hangs-on-block",
	differs: "opinion-differs declared-differs undeclared description-contradicted",
	asked: "asked-differs",
	address: "look-alike imitation unfamiliar-receiver recipient-new first-time",
	contract: "fresh-contract code-changed no-code no-program attestation-revoked",
	token:
		"token-name token-claims token-standard known-symbol-elsewhere known-name-elsewhere look-alike-symbol known-token-differs scaled-amount mint-powers",
	cost: "cost service-fee kept-back gas",
	order:
		"blockhash-dead blockhash-ending durable-nonce nonce-held nonce-account nonce clock-differs done-before held-signature deadline-past",
	message: "interface-login message-bytes",
	"typed-data": "unknown-typed-data typed-data-form snapshot-vote snapshot-profile ballot order-cancellation",
	device: "device-blind device-differs",
	service: "safety-mode service-check-bypassed service-overrides rule-set-aside self-described",
};

/** Topics of findings whose IDs start with the same text. */
const FAMILIES: readonly (readonly [string, FindingKind])[] = [
	["sign-in-", "message"],
	["text-", "message"],
	["domain-", "typed-data"],
];

const KINDS: ReadonlyMap<string, FindingKind> = new Map(
	Object.entries(IDS).flatMap(([kind, ids]) =>
		ids.split(" ").map((id) => [id, kind as FindingKind] as const),
	),
);

/** Returns `null` for a finding from a different version. */
export const kindOfFinding = (id: string): FindingKind | null =>
	KINDS.get(id) ?? FAMILIES.find(([start]) => id.startsWith(start))?.[1] ?? null;

export interface Reasons {
	readonly can: Message;
	readonly advice: Message;
	/** Section in docs/judging.md. */
	readonly rule: Message;
}

const LEAVES = message("why.rule.leaves");
const RIGHTS = message("why.rule.rights");
const DECLARED = message("why.rule.declared");
const CALLS = message("why.rule.calls");
const TOKENS = message("why.rule.tokens");
const TYPED = message("why.rule.typed-data");
const MESSAGES = message("why.rule.messages");

export const REASONS: Readonly<Record<FindingKind, Reasons>> = {
	loss: { can: message("why.loss.can"), advice: message("why.loss.do"), rule: LEAVES },
	exchange: { can: message("why.exchange.can"), advice: message("why.exchange.do"), rule: LEAVES },
	rights: { can: message("why.rights.can"), advice: message("why.rights.do"), rule: RIGHTS },
	control: { can: message("why.control.can"), advice: message("why.control.do"), rule: RIGHTS },
	"not-own": { can: message("why.not-own.can"), advice: message("why.not-own.do"), rule: LEAVES },
	unread: { can: message("why.unread.can"), advice: message("why.unread.do"), rule: CALLS },
	unexplained: { can: message("why.unexplained.can"), advice: message("why.unexplained.do"), rule: DECLARED },
	simulation: { can: message("why.simulation.can"), advice: message("why.simulation.do"), rule: DECLARED },
	differs: { can: message("why.differs.can"), advice: message("why.differs.do"), rule: DECLARED },
	asked: { can: message("why.asked.can"), advice: message("why.asked.do"), rule: message("why.rule.words") },
	address: { can: message("why.address.can"), advice: message("why.address.do"), rule: TOKENS },
	contract: { can: message("why.contract.can"), advice: message("why.contract.do"), rule: TOKENS },
	token: { can: message("why.token.can"), advice: message("why.token.do"), rule: TOKENS },
	cost: {
		can: message("why.cost.can"),
		advice: message("why.cost.do"),
		rule: message("why.rule.severities"),
	},
	order: {
		can: message("why.order.can"),
		advice: message("why.order.do"),
		rule: message("why.rule.severities"),
	},
	message: { can: message("why.message.can"), advice: message("why.message.do"), rule: MESSAGES },
	"typed-data": { can: message("why.typed-data.can"), advice: message("why.typed-data.do"), rule: TYPED },
	device: {
		can: message("why.device.can"),
		advice: message("why.device.do"),
		rule: message("why.rule.device"),
	},
	service: { can: message("why.service.can"), advice: message("why.service.do"), rule: DECLARED },
};
