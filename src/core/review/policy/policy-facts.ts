import type { GrantedApproval } from "../../explain/evm/approvals.ts";
import { type Scaling, scaled } from "../../format/scale.ts";
import type { Spend } from "../../journal/records.ts";
import type { TypedKind } from "../../match/typed-data/kinds.ts";
import type { TypedDataContent } from "../../messages/content.ts";
import { addressKey } from "../../rules/rule-address.ts";
import type { LegFacts, RuleGrant } from "../../rules/rule-facts.ts";
import { evmScaling, isNative, isUnlimited } from "../../subject/subject.ts";
import { isSol, MAX_UNITS } from "../../subject/svm/outflow.ts";
import { mintOf } from "../../subject/svm/svm-subject.ts";
import type { Insight } from "../insight.ts";
import { addPermissions, type OwnRead, type PolicyFlow, readOwn, readService } from "./policy-flows.ts";
import {
	type DecodedFacts,
	evmDecoded,
	evmTarget,
	svmDecoded,
	svmMine,
	svmPrograms,
} from "./policy-reading.ts";

/**
 * Facts that the user's rules count, for each signed item. An amount is the largest that our own decoding, our own
 * simulation or the service's names; it is unknown if neither our decoding nor our simulation knows it.
 */

type TransactionContent = Extract<Insight["content"], { kind: "evm_transaction" | "svm_transaction" }>;

interface RequestPosition {
	/** Counted from 0. */
	readonly index: number;
	readonly count: number;
}

const assetKey = (asset: string) => (isNative(asset) || isSol(asset) ? "native" : addressKey(asset));

function allowedAmount({ amount, unlimited, kind }: GrantedApproval): bigint | null {
	return kind !== "allowance" || unlimited ? null : (amount?.raw ?? null);
}

/** A permission's amount as the token shows it. */
function peoplesAmount(allow: GrantedApproval): bigint | null {
	const raw = allowedAmount(allow);
	const scale = allow.amount?.scale;
	return raw === null || scale === undefined ? raw : scaled(raw, scale, "up");
}

function scalingIn(content: TransactionContent, asset: string): Scaling | null {
	if (asset === "native") return null;
	return content.kind === "evm_transaction"
		? evmScaling(content.subject.facts, asset)
		: (mintOf(content.subject.facts, asset)?.scaling ?? null);
}

/** Limits are set in what a token shows: amounts are scaled, rounded up, and unknown without a factor. */
function asPeopleCount(
	amounts: ReadonlyMap<string, bigint | null>,
	scalingAt: (asset: string) => Scaling | null,
): Map<string, bigint | null> {
	return new Map(
		[...amounts].map(([asset, amount]) => {
			const scaling = scalingAt(asset);
			if (scaling === null || amount === null || amount === 0n) return [asset, amount];
			return [asset, scaling.now === null ? null : scaled(amount, scaling.now, "up")];
		}),
	);
}

/** Largest by asset; null, for no limit, is larger than any. */
function largest(sides: readonly (readonly PolicyFlow[])[]): Map<string, bigint | null> {
	const most = new Map<string, bigint | null>();
	for (const flows of sides) {
		const sums = new Map<string, bigint | null>();
		for (const { asset, amount } of flows) {
			const before = sums.has(asset) ? (sums.get(asset) ?? null) : 0n;
			sums.set(asset, before === null || amount === null ? null : before + amount);
		}
		for (const [asset, sum] of sums) {
			const before = most.has(asset) ? (most.get(asset) ?? null) : 0n;
			most.set(asset, before === null || sum === null ? null : sum > before ? sum : before);
		}
	}
	return most;
}

function toSpends(amounts: ReadonlyMap<string, bigint | null>): Spend[] {
	return [...amounts]
		.filter(([, amount]) => amount !== 0n)
		.map(([asset, amount]) => ({ asset, amount: amount?.toString() ?? null }));
}

function simulatedOf(
	insight: Insight,
	stated: boolean,
	own: OwnRead | null,
	read: DecodedFacts,
): LegFacts["simulated"] {
	if (own === null || own.partial) return "not";
	// Unread bytes may do what no simulation looks at, however well two simulations agree on the rest.
	if (!read.complete && !read.understood) return "not";
	// The service declares nothing of the user's own request: running is all that can be seen.
	if (!stated) return "agrees";
	const verdict = insight.comparison?.verdict;
	// The service declares nothing, so that there is nothing to agree with.
	if (insight.comparison === null || verdict === "unproven") return "not";
	if (verdict === "unseen") return read.complete ? "agrees" : "not";
	return verdict === "agrees" || verdict === "drifts" ? "agrees" : "differs";
}

function transactionFacts(insight: Insight, content: TransactionContent, place: RequestPosition): LegFacts {
	const { subject } = content;
	const { signer, user } = subject;
	const isMine =
		content.kind === "svm_transaction"
			? svmMine(content.subject)
			: (account: string) =>
					[signer, ...user.accounts].some((each) => addressKey(each) === addressKey(account));
	const decoded =
		content.kind === "evm_transaction" ? evmDecoded(content.subject, isMine) : svmDecoded(content.subject);
	const own = readOwn(insight.opinion.own, isMine, assetKey);
	const service = readService(subject.simulation?.balanceChanges ?? [], signer, isMine, assetKey, place);
	const given = insight.approvals.filter(({ grants }) => grants);
	const taken = insight.approvals.filter(({ grants }) => !grants);
	const permissions = addPermissions(
		given.map((allow) => ({
			spender: addressKey(allow.spender),
			token: addressKey(allow.token),
			amount: allowedAmount(allow),
			unlimited: allow.unlimited,
		})),
		// The rest of a lowered permission is no new permission.
		(own?.permissions ?? []).filter(
			({ spender, token }) =>
				!taken.some((allow) => addressKey(allow.spender) === spender && addressKey(allow.token) === token),
		),
		(amount) => isUnlimited(amount) || (content.kind === "svm_transaction" && amount >= MAX_UNITS),
	);
	const fee = insight.costs?.most?.raw ?? null;
	const leaving = largest([decoded.flows, own?.flows ?? [], service]);
	const amounts = largest([
		[
			...[...leaving].map(([asset, amount]) => ({ asset, amount })),
			...permissions.map(({ token, amount }) => ({ asset: assetKey(token), amount })),
			{ asset: "native", amount: fee },
			...decoded.rent,
		],
	]);
	// Amounts that the bytes leave open are known by what our own simulation shows, and never by what it doesn't.
	const seen = decoded.understood && own?.partial === false && own.observed;
	const all = (decoded.complete || seen) && own?.controls !== true;
	// An amount without a recipient in the bytes and in our own simulation may go to anybody.
	const unknown = decoded.recipients === null || (!decoded.complete && own?.toNobodyKnown === true);
	const gainers = (own?.gainers ?? []).filter(({ account, asset }) => leaving.has(asset) && !isMine(account));
	return {
		spends: { certain: all, amounts: toSpends(asPeopleCount(amounts, (asset) => scalingIn(content, asset))) },
		known: all,
		recipients: unknown
			? null
			: [...new Set([...(decoded.recipients ?? []), ...gainers.map(({ account }) => account)])],
		contracts:
			content.kind === "evm_transaction" ? evmTarget(content.subject, insight) : svmPrograms(content.subject),
		grants: permissions.map(({ spender, token, unlimited }) => ({ spender, token, unlimited })),
		simulated: simulatedOf(
			insight,
			subject.transaction !== null || subject.simulation !== null,
			own,
			decoded,
		),
	};
}

const NOTHING_KNOWN: LegFacts = {
	spends: { certain: false, amounts: [] },
	known: false,
	recipients: [],
	contracts: null,
	grants: [],
	simulated: "not",
};

const NOTHING_DONE: LegFacts = {
	spends: { certain: true, amounts: [] },
	known: true,
	recipients: [],
	contracts: [],
	grants: [],
	simulated: "nothing",
};

/** Typed data whose whole effect is the permissions that it lists. */
const PERMISSIONS: ReadonlySet<TypedKind> = new Set([
	"permit",
	"dai_permit",
	"permit2_single",
	"permit2_batch",
	"permit2_transfer",
	"permit2_batch_transfer",
	"receive_authorization",
]);

/** Kinds whose spender is the recipient, or names the recipient. */
const TRANSFERS: ReadonlySet<TypedKind> = new Set([
	"permit2_transfer",
	"permit2_batch_transfer",
	"receive_authorization",
]);

function readerOf({ domain }: TypedDataContent): string | null {
	const node = domain.find(({ name, type }) => name === "verifyingContract" && type === "address");
	return node?.value ?? null;
}

/** A signature that gives a permission counts as the permission; other typed data could do anything. */
function typedDataFacts(insight: Insight, content: TypedDataContent): LegFacts {
	if (content.typed === null || !PERMISSIONS.has(content.typed) || insight.approvals.length === 0)
		return NOTHING_KNOWN;
	const given = insight.approvals.filter(({ grants }) => grants);
	const grants: RuleGrant[] = given.map(({ spender, token, unlimited }) => ({ spender, token, unlimited }));
	const amounts = largest([
		given.map((allow) => ({ asset: assetKey(allow.token), amount: peoplesAmount(allow) })),
	]);
	const reader = readerOf(content);
	return {
		spends: { certain: true, amounts: toSpends(amounts) },
		known: true,
		recipients: TRANSFERS.has(content.typed)
			? [...new Set(given.map(({ spender }) => addressKey(spender)))]
			: [],
		contracts: reader === null ? null : [reader],
		grants,
		simulated: "not",
	};
}

/** A sign-in that is written as one and gives no rights does nothing; whatever else is signed can stand for anything. */
const isSignIn = ({ content, findings }: Insight): boolean =>
	content.kind === "message" &&
	content.signIn !== null &&
	!findings.some(({ severity }) => severity === "danger");

function factsOf(insight: Insight, place: RequestPosition): LegFacts {
	const { content } = insight;
	switch (content.kind) {
		case "evm_transaction":
		case "svm_transaction":
			return transactionFacts(insight, content, place);
		case "typed_data":
			return typedDataFacts(insight, content);
		case "message":
			return isSignIn(insight) ? NOTHING_DONE : NOTHING_KNOWN;
		case "user_operation":
			return NOTHING_KNOWN;
	}
}

/** One for each thing that is signed, in order. */
export function policyFactsOf(insights: readonly Insight[]): readonly LegFacts[] {
	return insights.map((insight, index) => factsOf(insight, { index, count: insights.length }));
}

/** Our own simulation is still under way, so that there is nothing to judge yet. */
export function stillRunning(insights: readonly Insight[]): boolean {
	return insights.some(({ opinion }) => opinion.own.state === "running");
}
