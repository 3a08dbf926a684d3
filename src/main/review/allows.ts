import type { ApprovalChange } from "../../contract/simulation.ts";
import { readUint } from "../match/numeral.ts";
import { sameAddress } from "../policy/labels.ts";
import { type Amount, amountWords } from "./amount.ts";
import { claimedAmount } from "./changes.ts";
import { leavesOf } from "./nested/leaves.ts";
import type { Decoded, Permitted } from "./nested/meaning.ts";
import { isGiven } from "./outflow.ts";
import { addedApprovals, NOT_FOUND, type OwnFound } from "./simulate/records.ts";
import {
	collectionName,
	isUnlimited,
	nameOf,
	type Subject,
	standardOf,
	tokenAmount,
	tokenOf,
	unitOf,
} from "./subject.ts";

/** What the person would allow others to do later: by our own decoding, then by the service's simulation. */

export interface Allow {
	readonly spender: string;
	readonly token: string;
	readonly kind: "allowance" | "token" | "operator";
	/** null for a collection, an item, no limit, or an amount that nobody states. */
	readonly amount: Amount | null;
	readonly unlimited: boolean;
	/** False where it takes a permission away. */
	readonly grants: boolean;
	readonly words: string;
	readonly source: "decoded" | "service" | "simulated";
}

const LASTS = "This stays until it is spent or taken back.";

function allowanceWords(subject: Subject, spender: string, token: string, raw: bigint): string {
	const who = nameOf(subject.person, spender);
	const { symbol } = unitOf(subject.facts, token);
	if (raw === 0n) return `Takes back what ${who} may take of ${symbol}.`;
	if (isUnlimited(raw))
		return `${who} may take all ${symbol} of this account, now and later, without asking again.`;
	return `${who} may take up to ${amountWords(tokenAmount(subject.facts, token, raw))}. ${LASTS}`;
}

function allowance(
	subject: Subject,
	token: string,
	spender: string,
	raw: bigint,
	source: Allow["source"],
): Allow {
	const unlimited = isUnlimited(raw);
	return {
		spender,
		token,
		kind: "allowance",
		amount: unlimited ? null : tokenAmount(subject.facts, token, raw),
		unlimited,
		grants: raw > 0n,
		words: allowanceWords(subject, spender, token, raw),
		source,
	};
}

function item(subject: Subject, token: string, spender: string, id: bigint): Allow {
	const grants = BigInt(spender) !== 0n;
	const collection = collectionName(subject, token);
	const words = grants
		? `${nameOf(subject.person, spender)} may take item ${id} of ${collection}. ${LASTS}`
		: `Takes back the permission on item ${id} of ${collection}.`;
	return { spender, token, kind: "token", amount: null, unlimited: false, grants, words, source: "decoded" };
}

/** The last second that a date can tell of. */
const LAST_SECOND = 8_640_000_000_000n;

/** Permit2 keeps its own book, in which a permission may end by itself. */
function permitted(
	subject: Subject,
	book: "token" | "permit2",
	{ token, spender, amount, until }: Permitted,
): Allow {
	const row = allowance(subject, token, spender, amount, "decoded");
	if (book === "token" || !row.grants) return row;
	const who = nameOf(subject.person, spender);
	const what = row.amount === null ? `all ${unitOf(subject.facts, token).symbol}` : amountWords(row.amount);
	const end =
		until === null || until > LAST_SECOND
			? "without end"
			: `until ${new Date(Number(until) * 1000).toISOString().slice(0, 10)}`;
	return { ...row, words: `Through Permit2 ${who} may take up to ${what}, ${end}, without asking again.` };
}

function operatorWords(subject: Subject, spender: string, token: string, grants: boolean): string {
	const who = nameOf(subject.person, spender);
	const collection = collectionName(subject, token);
	return grants
		? `${who} may take every item of ${collection}, now and later, without asking again.`
		: `Takes back what ${who} may take of ${collection}.`;
}

function allowsBy(subject: Subject, { meaning, target }: Decoded): Allow[] {
	switch (meaning.kind) {
		case "operator":
			return [
				{
					spender: meaning.operator,
					token: target,
					kind: "operator",
					amount: null,
					unlimited: meaning.approved,
					grants: meaning.approved,
					words: operatorWords(subject, meaning.operator, target, meaning.approved),
					source: "decoded",
				},
			];
		case "approve":
			return standardOf(tokenOf(subject.facts, target)) === "erc721"
				? [item(subject, target, meaning.spender, meaning.amountOrId)]
				: [allowance(subject, target, meaning.spender, meaning.amountOrId, "decoded")];
		case "allowance": {
			const who = nameOf(subject.person, meaning.spender);
			const amount = tokenAmount(subject.facts, target, meaning.by);
			const row = allowance(subject, target, meaning.spender, meaning.by, "decoded");
			const words = meaning.up
				? `${who} may take ${amountWords(amount)} more than now. ${LASTS}`
				: `${who} may take ${amountWords(amount)} less than now.`;
			return [{ ...row, grants: meaning.up, unlimited: row.unlimited && meaning.up, words }];
		}
		case "permits":
			return meaning.rows.map((row) => permitted(subject, meaning.book, row));
		default:
			return [];
	}
}

/** By every call in it that gives what is the signer's, in the order in which they run. */
const decodedAllows = (subject: Subject): readonly Allow[] =>
	leavesOf(subject.decoded, subject.signer)
		.filter((leaf) => isGiven(leaf, subject.signer))
		.flatMap(({ decoded }) => allowsBy(subject, decoded));

/** Whose simulation tells of it, where its words need that. */
const SAYS: Readonly<Record<"service" | "simulated", string>> = {
	service: "says the service",
	simulated: "by your own simulation",
};

function statedWords(
	subject: Subject,
	approval: ApprovalChange,
	grants: boolean,
	source: keyof typeof SAYS,
): string {
	const who = nameOf(subject.person, approval.spender);
	const says = SAYS[source];
	if (approval.kind === "operator") return operatorWords(subject, approval.spender, approval.asset, grants);
	const collection = collectionName(subject, approval.asset);
	if (approval.kind === "token") return `${who} may take an item of ${collection}, ${says}.`;
	const raw = readUint(approval.amount ?? "");
	if (approval.unlimited === true || raw === null)
		return `${who} may take ${approval.unlimited === true ? "any amount" : "an amount that is not stated"} of ${unitOf(subject.facts, approval.asset).symbol}, ${says}.`;
	return allowanceWords(subject, approval.spender, approval.asset, raw);
}

function statedAllow(subject: Subject, approval: ApprovalChange, source: keyof typeof SAYS): Allow {
	const raw = readUint(approval.amount ?? "");
	const unlimited = approval.unlimited === true || (raw !== null && isUnlimited(raw));
	const grants = approval.approved !== false && !(approval.kind === "allowance" && raw === 0n && !unlimited);
	const claimed = claimedAmount(subject, { ...approval, amount: approval.amount ?? "" });
	const stated = approval.kind === "allowance" && !unlimited && claimed.kind === "amount";
	return {
		spender: approval.spender,
		token: approval.asset,
		kind: approval.kind,
		amount: stated ? claimed.amount : null,
		unlimited: unlimited || (approval.kind === "operator" && grants),
		grants,
		words: statedWords(subject, approval, grants, source),
		source,
	};
}

/** Our own decoding first; the service's where it says more; and what only our own simulation finds. */
export function allowsOf(subject: Subject, found: OwnFound = NOT_FOUND): readonly Allow[] {
	const own = decodedAllows(subject);
	const told = [
		...(subject.simulation?.approvals ?? []).map((each) => statedAllow(subject, each, "service")),
		...addedApprovals(subject, found).map((each) => statedAllow(subject, each, "simulated")),
	];
	const covered = (row: Allow) =>
		own.some(
			({ spender, token, kind }) =>
				sameAddress(row.spender, spender) && sameAddress(row.token, token) && row.kind === kind,
		);
	return [...own, ...told.filter((row) => !covered(row))];
}
