import type { AssembledEvmTransaction } from "../../contract/action.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import { canonicalJson, fingerprintOf } from "../match/fingerprint.ts";
import type { FrozenReview } from "../match/frozen.ts";
import { memberOf, simulationOf } from "../match/member.ts";
import { readUint } from "../match/numeral.ts";
import { amountWords } from "./amount.ts";
import { plain } from "./plain.ts";
import { isNative, nativeAmount, shortAddress } from "./subject.ts";

/** The review that was open before, beside the one that is open now. */

export interface Difference {
	readonly field: string;
	readonly before: string;
	readonly after: string;
}

/** What is shown, and what decides whether it changed. */
interface Told {
	readonly text: string;
	readonly whole: string;
}

type Reader = readonly [field: string, read: (frozen: FrozenReview) => string | Told];

const LONGEST = 120;

function clipped(text: string): string {
	return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

function transactionOf(frozen: FrozenReview): AssembledEvmTransaction | null {
	const membership = memberOf(frozen);
	return membership.ok ? membership.member.transaction : null;
}

function payloadPart(frozen: FrozenReview, part: string): string {
	const payload = frozen.payload;
	if (payload.kind !== "evm_transaction") return payload.kind;
	const all: Readonly<Record<string, unknown>> = { ...payload, ...payload.transaction };
	return String(all[part] ?? "none");
}

const payload = (part: string) => (frozen: FrozenReview) => payloadPart(frozen, part);

const told = (part: (tx: AssembledEvmTransaction) => string | null | undefined) => (frozen: FrozenReview) => {
	const transaction = transactionOf(frozen);
	return transaction === null ? "unreadable" : (part(transaction) ?? "none");
};

/** What a record list says in a few words; its whole content decides whether it counts as changed. */
const simulated =
	(part: (simulation: PipelineSimulation) => unknown, words: (simulation: PipelineSimulation) => string) =>
	(frozen: FrozenReview): Told => {
		const simulation = simulationOf(frozen);
		if (simulation === null) return { text: "none", whole: "none" };
		return { text: words(simulation) || "none", whole: canonicalJson(part(simulation)) };
	};

function amountText(
	chainRef: string,
	asset: string,
	amount: string,
	symbol: string | null | undefined,
): string {
	const raw = readUint(amount);
	if (raw === null) return plain(amount, 40);
	if (isNative(asset)) return amountWords(nativeAmount(chainRef, raw));
	return `${amount} base units of ${plain(symbol ?? shortAddress(asset), 16)}`;
}

function changesText(frozen: FrozenReview): (simulation: PipelineSimulation) => string {
	return (simulation) =>
		simulation.balanceChanges
			.map(
				(row) => `${row.direction ?? "?"} ${amountText(frozen.chain_ref, row.asset, row.amount, row.symbol)}`,
			)
			.join(", ");
}

const approvalsText = (simulation: PipelineSimulation) =>
	simulation.approvals
		.map(
			(row) =>
				`${shortAddress(row.spender)}: ${row.unlimited === true ? "unlimited" : (row.amount ?? "all")}`,
		)
		.join(", ");

function feesText(frozen: FrozenReview): (simulation: PipelineSimulation) => string {
	return (simulation) =>
		simulation.fees
			.map((row) => `${row.kind ?? "fee"} ${amountText(frozen.chain_ref, row.asset, row.amount, row.symbol)}`)
			.join(", ");
}

function expiryText(frozen: FrozenReview): string {
	return frozen.expires_at === null ? "none" : new Date(frozen.expires_at * 1000).toISOString();
}

/** A field of the review is told only where it does not say the same as the payload, which has a row already. */
function beside(part: string, read: (tx: AssembledEvmTransaction) => string | null | undefined) {
	return (frozen: FrozenReview): Told => {
		const text = told(read)(frozen);
		return { text, whole: text === payloadPart(frozen, part) ? "as the payload" : text };
	};
}

function valueText(frozen: FrozenReview): string {
	const raw = readUint(payloadPart(frozen, "value"));
	return raw === null ? payloadPart(frozen, "value") : amountWords(nativeAmount(frozen.chain_ref, raw));
}

/** A digest's beginning and end: it is compared by machine, and shown whole below. */
function ends(text: string): string {
	return text.length <= 28 ? text : `${text.slice(0, 12)}…${text.slice(-8)}`;
}

const FIELDS: readonly Reader[] = [
	["Target", payload("to")],
	["Value", (frozen) => ({ text: valueText(frozen), whole: payloadPart(frozen, "value") })],
	["Data", payload("data")],
	["Chain", (frozen) => frozen.chain_ref],
	["Signer", (frozen) => frozen.signer],
	["Who submits", (frozen) => frozen.broadcaster],
	["Nonce", payload("nonce")],
	["Gas limit", payload("gas_limit")],
	["Most per gas, in wei", payload("max_fee_per_gas")],
	["Priority fee per gas, in wei", payload("max_priority_fee_per_gas")],
	["Expires", expiryText],
	["Target in the review", beside("to", (tx) => tx.to)],
	["Value in the review", beside("value", (tx) => tx.value)],
	["Data in the review", beside("data", (tx) => tx.data)],
	["What the service calls it", told((tx) => tx.label)],
	["Service fee", told((tx) => (tx.fee_outcome ? canonicalJson(tx.fee_outcome) : null))],
	["Simulation", (frozen) => simulationOf(frozen)?.status ?? "none"],
	[
		"Balance changes",
		(frozen) => simulated((simulation) => simulation.balanceChanges, changesText(frozen))(frozen),
	],
	["Approvals", simulated((simulation) => simulation.approvals, approvalsText)],
	["Fees", (frozen) => simulated((simulation) => simulation.fees, feesText(frozen))(frozen)],
	[
		"Warnings",
		simulated(
			(simulation) => simulation.warnings,
			(simulation) => simulation.warnings.join(" "),
		),
	],
	[
		"Guards",
		simulated(
			(simulation) => simulation.guards,
			(simulation) => simulation.guards.map((guard) => `${guard.name}: ${guard.status}`).join(", "),
		),
	],
	[
		"Gas estimate",
		simulated(
			(simulation) => simulation.gas,
			(simulation) => `${simulation.gas?.units ?? "no"} units`,
		),
	],
	[
		"Logs",
		simulated(
			(simulation) => simulation.logs,
			(simulation) => `${simulation.logs.length} logs`,
		),
	],
	["Place in the batch", (frozen) => canonicalJson(frozen.batch)],
	["Review revision", (frozen) => String(frozen.review_revision)],
	["Review digest", (frozen) => ({ text: ends(frozen.review_digest), whole: frozen.review_digest })],
	["Commit", (frozen) => frozen.commit_id],
	["Session", (frozen) => frozen.session_id],
	["Environment", (frozen) => frozen.environment],
	["Identity", (frozen) => frozen.identity],
];

const asTold = (value: string | Told): Told =>
	typeof value === "string" ? { text: value, whole: value } : value;

function rowOf([field, read]: Reader, before: FrozenReview, after: FrozenReview): Difference[] {
	const [left, right] = [asTold(read(before)), asTold(read(after))];
	if (left.whole === right.whole) return [];
	const same = left.text === right.text;
	return [
		{ field, before: clipped(left.text), after: same ? "changed in its details" : clipped(right.text) },
	];
}

/** Never empty where the fingerprints differ: what no field tells is told as such. */
export function differencesOf(before: FrozenReview, after: FrozenReview): readonly Difference[] {
	const [old, now] = [fingerprintOf(before), fingerprintOf(after)];
	if (old === now) return [];
	const rows = FIELDS.flatMap((field) => rowOf(field, before, after));
	return rows.length > 0 ? rows : [{ field: "Other details of the review", before: old, after: now }];
}
