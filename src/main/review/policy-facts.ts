import { addressKey } from "../policy/rule-address.ts";
import type { Grant, LegFacts } from "../policy/rule-facts.ts";
import type { Spend } from "../policy/spends.ts";
import type { Allow } from "./allows.ts";
import type { Insight } from "./insight.ts";
import type { TypedDataContent } from "./messages/content.ts";
import { addPermissions, type Flow, type OwnRead, readOwn, readService } from "./policy-flows.ts";
import { evmDecoded, evmTarget, svmDecoded, svmMine, svmPrograms } from "./policy-reading.ts";
import { isNative, isUnlimited } from "./subject.ts";
import { isSol, MOST_UNITS } from "./svm/outflow.ts";

/**
 * What the person's rules look at, of each thing that is signed. Of an amount the largest that our own decoding, our
 * own simulation or the service's names; what neither our decoding nor our simulation knows is not known.
 */

type Transaction = Extract<Insight["content"], { kind: "evm_transaction" | "svm_transaction" }>;

interface Place {
	/** Counted from 0. */
	readonly index: number;
	readonly count: number;
}

const assetKey = (asset: string) => (isNative(asset) || isSol(asset) ? "native" : addressKey(asset));

function allowedAmount({ amount, unlimited, kind }: Allow): bigint | null {
	return kind !== "allowance" || unlimited ? null : (amount?.raw ?? null);
}

/** Largest by asset; null, for no limit, is larger than any. */
function largest(sides: readonly (readonly Flow[])[]): Map<string, bigint | null> {
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

function simulatedOf(insight: Insight, told: boolean, own: OwnRead | null): LegFacts["simulated"] {
	if (own === null || own.partial) return "not";
	// Of a wish of the person's own the service declares nothing: that it runs is all there is to see.
	if (!told) return "agrees";
	const verdict = insight.comparison?.verdict;
	return verdict === "agrees" || verdict === "drifts" ? "agrees" : "differs";
}

function transactionFacts(insight: Insight, content: Transaction, place: Place): LegFacts {
	const { subject } = content;
	const { signer, person } = subject;
	const isMine =
		content.kind === "svm_transaction"
			? svmMine(content.subject)
			: (account: string) =>
					[signer, ...person.accounts].some((each) => addressKey(each) === addressKey(account));
	const decoded =
		content.kind === "evm_transaction" ? evmDecoded(content.subject, isMine) : svmDecoded(content.subject);
	const own = readOwn(insight.opinion.own, isMine, assetKey);
	const service = readService(subject.simulation?.balanceChanges ?? [], signer, isMine, assetKey, place);
	const given = insight.allows.filter(({ grants }) => grants);
	const taken = insight.allows.filter(({ grants }) => !grants);
	const permissions = addPermissions(
		given.map((allow) => ({
			spender: addressKey(allow.spender),
			token: addressKey(allow.token),
			amount: allowedAmount(allow),
			unlimited: allow.unlimited,
		})),
		// What stays of a permission that is lowered is no new one.
		(own?.permissions ?? []).filter(
			({ spender, token }) =>
				!taken.some((allow) => addressKey(allow.spender) === spender && addressKey(allow.token) === token),
		),
		(amount) => isUnlimited(amount) || (content.kind === "svm_transaction" && amount >= MOST_UNITS),
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
	const all = (decoded.complete || own?.partial === false) && own?.controls !== true;
	// What neither the bytes nor our own simulation gives to somebody may go to anybody.
	const unknown = decoded.recipients === null || (!decoded.complete && own?.toNobodyKnown === true);
	const gainers = (own?.gainers ?? []).filter(({ account, asset }) => leaving.has(asset) && !isMine(account));
	return {
		spends: { certain: all, amounts: toSpends(amounts) },
		known: all,
		recipients: unknown
			? null
			: [...new Set([...(decoded.recipients ?? []), ...gainers.map(({ account }) => account)])],
		contracts:
			content.kind === "evm_transaction" ? evmTarget(content.subject, insight) : svmPrograms(content.subject),
		grants: permissions.map(({ spender, token, unlimited }) => ({ spender, token, unlimited })),
		simulated: simulatedOf(insight, subject.transaction !== null || subject.simulation !== null, own),
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
const PERMISSIONS: ReadonlySet<string> = new Set([
	"Permit (EIP-2612)",
	"Permit (DAI)",
	"Permit2 allowance",
	"Permit2 allowances",
	"Permit2 transfer",
	"Permit2 transfers",
	"Receive with authorization (EIP-3009)",
]);

/** Of these the one who may take it is the one who gets it, or who says who does. */
const TRANSFERS: ReadonlySet<string> = new Set([
	"Permit2 transfer",
	"Permit2 transfers",
	"Receive with authorization (EIP-3009)",
]);

function readerOf({ domain }: TypedDataContent): string | null {
	const node = domain.find((each) => each.name === "verifyingContract");
	return node?.value ?? null;
}

/** A signature that gives a permission counts as the permission; other typed data could do anything. */
function typedDataFacts(insight: Insight, content: TypedDataContent): LegFacts {
	if (content.known === null || !PERMISSIONS.has(content.known) || insight.allows.length === 0)
		return NOTHING_KNOWN;
	const given = insight.allows.filter(({ grants }) => grants);
	const grants: Grant[] = given.map(({ spender, token, unlimited }) => ({ spender, token, unlimited }));
	const amounts = largest([
		given.map((allow) => ({ asset: assetKey(allow.token), amount: allowedAmount(allow) })),
	]);
	const reader = readerOf(content);
	return {
		spends: { certain: true, amounts: toSpends(amounts) },
		known: true,
		recipients: TRANSFERS.has(content.known)
			? [...new Set(given.map(({ spender }) => addressKey(spender)))]
			: [],
		contracts: reader === null ? null : [reader],
		grants,
		simulated: "not",
	};
}

/** Bytes and bare hashes can stand for anything. */
const OPAQUE: ReadonlySet<string> = new Set(["blind", "message-bytes"]);

function factsOf(insight: Insight, place: Place): LegFacts {
	const { content } = insight;
	switch (content.kind) {
		case "evm_transaction":
		case "svm_transaction":
			return transactionFacts(insight, content, place);
		case "typed_data":
			return typedDataFacts(insight, content);
		case "message":
			return content.text === null || insight.findings.some(({ id }) => OPAQUE.has(id))
				? NOTHING_KNOWN
				: NOTHING_DONE;
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
