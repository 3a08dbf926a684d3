import type { AssembledEvmTransaction } from "../../contract/action.ts";
import type { PipelineSimulation } from "../../contract/simulation.ts";
import { canonicalJson, fingerprintOf } from "../match/fingerprint.ts";
import type { FrozenReview } from "../match/frozen.ts";
import { memberOf, simulationOf } from "../match/member.ts";

/** The review that was open before, beside the one that is open now. */

export interface Difference {
	readonly field: string;
	readonly before: string;
	readonly after: string;
}

type Reader = readonly [field: string, read: (frozen: FrozenReview) => string];

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

const simulated = (part: (simulation: PipelineSimulation) => unknown) => (frozen: FrozenReview) => {
	const simulation = simulationOf(frozen);
	return simulation === null ? "none" : canonicalJson(part(simulation));
};

function expiryText(frozen: FrozenReview): string {
	return frozen.expires_at === null ? "none" : new Date(frozen.expires_at * 1000).toISOString();
}

const FIELDS: readonly Reader[] = [
	["Target", payload("to")],
	["Value in wei", payload("value")],
	["Data", payload("data")],
	["Chain", (frozen) => frozen.chain_ref],
	["Signer", (frozen) => frozen.signer],
	["Who submits", (frozen) => frozen.broadcaster],
	["Nonce", payload("nonce")],
	["Gas limit", payload("gas_limit")],
	["Most per gas, in wei", payload("max_fee_per_gas")],
	["Priority fee per gas, in wei", payload("max_priority_fee_per_gas")],
	["Expires", expiryText],
	["Target in the review", told((tx) => tx.to)],
	["Value in the review", told((tx) => tx.value)],
	["Data in the review", told((tx) => tx.data)],
	["What the service calls it", told((tx) => tx.label)],
	["Service fee", told((tx) => (tx.fee_outcome ? canonicalJson(tx.fee_outcome) : null))],
	["Simulation", simulated((simulation) => simulation.status)],
	["Balance changes", simulated((simulation) => simulation.balanceChanges)],
	["Approvals", simulated((simulation) => simulation.approvals)],
	["Fees", simulated((simulation) => simulation.fees)],
	["Warnings", simulated((simulation) => simulation.warnings)],
	["Guards", simulated((simulation) => simulation.guards)],
	["Gas estimate", simulated((simulation) => simulation.gas)],
	["Logs", simulated((simulation) => simulation.logs)],
	["Place in the batch", (frozen) => canonicalJson(frozen.batch)],
	["Review revision", (frozen) => String(frozen.review_revision)],
	["Review digest", (frozen) => frozen.review_digest],
	["Commit", (frozen) => frozen.commit_id],
	["Session", (frozen) => frozen.session_id],
	["Environment", (frozen) => frozen.environment],
	["Identity", (frozen) => frozen.identity],
];

/** Never empty where the fingerprints differ: what no field tells is told as such. */
export function differencesOf(before: FrozenReview, after: FrozenReview): readonly Difference[] {
	const [old, now] = [fingerprintOf(before), fingerprintOf(after)];
	if (old === now) return [];
	const rows = FIELDS.flatMap(([field, read]) => {
		const [left, right] = [read(before), read(after)];
		return left === right ? [] : [{ field, before: clipped(left), after: clipped(right) }];
	});
	return rows.length > 0 ? rows : [{ field: "Other details of the review", before: old, after: now }];
}
