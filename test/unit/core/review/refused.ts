import { type Message, message, sentences } from "../../../../src/core/localized-text.ts";
import type { CommitState, CommitView } from "../../../../src/service-api/commit.ts";
import { saying, type Telling } from "../../../support/saying.ts";
import { commit, payload } from "../match/honest.ts";
import { facts, missing, type review, user } from "./scene.ts";

/** Commits that can't be approved. */

type Patch = Parameters<typeof review>[1];

const STATES: readonly CommitState[] = [
	"awaiting_broadcast",
	"submitted",
	"confirmed",
	"rejected",
	"failed",
	"expired",
];

/** Commit whose payload has another value than its review. */
export const LYING = commit({ action: { kind: "sign", payload: payload({ value: "1" }) } });
const old = commit({
	action: { kind: "start_wallet_send", payload: payload(), review_digest: "digest-1" },
});
const attempt = {
	attempt_id: "a",
	transport: "browser_send" as const,
	transaction_id: null,
	failure_code: null,
};
/** Refused commits, each with its first refusal and whether that can resolve itself. */
export const REFUSED: readonly (readonly [
	what: string,
	text: Message | Telling,
	canRetry: boolean,
	view: CommitView,
	patch?: Patch,
])[] = [
	...STATES.map(
		(state) =>
			[
				`the commit is ${state}`,
				saying(`against.state.${state === "awaiting_broadcast" ? "signed" : state}`),
				false,
				commit({ state, action: null }),
			] as const,
	),
	["an earlier step comes first", saying("against.state.not-yet"), true, commit({ action: null })],
	[
		"the service has no route to it",
		saying("against.not-offered"),
		true,
		commit(),
		{ confirmedByGet: false, isUnoffered: true },
	],
	["its own GET has not succeeded", saying("against.unconfirmed"), true, commit(), { confirmedByGet: false }],
	[
		"the offer has expired by the service's clock",
		saying("against.expired"),
		false,
		commit(),
		{ now: 1_790_000_000_000, clockOffset: -900_000 },
	],
	["the offer has expired", saying("against.expired"), false, commit(), { now: 1_790_000_900_000 }],
	[
		"the payload lies",
		sentences(
			message("match.value.differs"),
			message("against.match.both", {
				reviewed: message("amount.exact", { amount: "0", symbol: "ETH" }),
				payload: message("amount.exact", { amount: "0.000000000000000001", symbol: "ETH" }),
			}),
			message("nothing-signed"),
			message("against.match.reject"),
		),
		false,
		LYING,
	],
	["there is no review", saying("freeze.no-review"), false, commit({ review: null })],
	["it is the older form", saying("freeze.route.retired"), false, old],
	[
		"another wallet has begun",
		saying("freeze.attempt.awaiting-wallet"),
		false,
		commit({ action: null, wallet_attempt: { ...attempt, state: "awaiting_wallet" } }),
	],
	[
		"another wallet sent something else",
		saying("freeze.attempt.mismatched"),
		false,
		commit({ action: null, wallet_attempt: { ...attempt, state: "mismatched" } }),
	],
	[
		"the RPC is down",
		saying("verbatim", {
			text: "Your RPC could not be reached. Nothing was sent to the chain; try again.",
		}),
		true,
		commit(),
		{ facts: { fault: "Your RPC could not be reached. Nothing was sent to the chain; try again." } },
	],
	[
		"the RPC is of another chain",
		saying("match.rpc-chain.differs"),
		true,
		commit(),
		{ facts: facts({ chainId: 1, rightChain: false, pendingNonce: missing() }) },
	],
	[
		"the nonce is used",
		saying("match.pending-nonce.used"),
		true,
		commit(),
		{ facts: facts({ pendingNonce: { ok: true, value: 12 } }) },
	],
	[
		"the nonce can't be read",
		saying("match.pending-nonce.not-asked"),
		true,
		commit(),
		{ facts: facts({ pendingNonce: missing() }) },
	],
	[
		"an unsettled one holds the nonce",
		saying("finding.nonce-held", { transaction: "Sends 1 ETH" }),
		true,
		commit(),
		{ lane: { sameNonceHeadline: "Sends 1 ETH" } },
	],
	[
		"the balance is too low",
		saying("cover.too-low"),
		true,
		commit(),
		{ facts: facts({ balance: { ok: true, value: 5n } }) },
	],
	[
		"the balance can't be read",
		saying("cover.unknown"),
		true,
		commit(),
		{ facts: facts({ balance: missing() }) },
	],
	[
		"it costs far more than our estimate",
		saying("finding.cost.ratio.refused"),
		false,
		commit({ action: { kind: "sign", payload: payload({ max_fee_per_gas: "90000000000" }) } }),
	],
	[
		"the vault is locked",
		saying("against.signer.locked"),
		true,
		commit(),
		{ user: user({ signerState: "locked" }) },
	],
	[
		"the signer is nobody's",
		saying("against.signer.missing"),
		false,
		commit(),
		{ user: user({ signerState: "missing", accounts: [] }) },
	],
];
