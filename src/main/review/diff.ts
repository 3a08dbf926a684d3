import type { CommitTransport } from "../../contract/commit.ts";
import { canonicalJson, fingerprintOf } from "../match/fingerprint.ts";
import type { Frozen } from "../match/frozen.ts";
import { evmFields } from "./diff-evm.ts";
import { messageFields, operationFields, svmFields } from "./diff-others.ts";
import { simulationFields } from "./diff-simulation.ts";
import { clipped, ends, type Told } from "./diff-text.ts";
import { type Leg, legsOf } from "./leg.ts";

/** The review that was open before, beside the one that is open now. */

export interface Difference {
	readonly field: string;
	readonly before: string;
	readonly after: string;
}

/** By the field's name, in the order of telling. */
type Fields = ReadonlyMap<string, string | Told>;

type Field = readonly [field: string, value: string | Told];

function expiryText(frozen: Frozen): string {
	return frozen.expires_at === null ? "none" : new Date(frozen.expires_at * 1000).toISOString();
}

const ROUTES: Readonly<Record<CommitTransport, string>> = {
	sign_and_broadcast: "signed first, handed to the service, then submitted",
	browser_send: "claimed from the service, sent from here, then reported",
};

function placeFields(frozen: Frozen): Field[] {
	return [
		["Chain", frozen.chain_ref ?? "none"],
		["Signer", frozen.signer],
		...("broadcaster" in frozen ? ([["Who submits", frozen.broadcaster]] as const) : []),
		...("route" in frozen ? ([["Route", ROUTES[frozen.route]]] as const) : []),
		["Expires", expiryText(frozen)],
	];
}

function legFields(leg: Leg): readonly Field[] {
	switch (leg.kind) {
		case "evm":
			return [...evmFields(leg), ...simulationFields(leg)];
		case "svm":
			return [...svmFields(leg), ...simulationFields(leg)];
		case "message":
			return messageFields(leg);
		case "operation":
			return operationFields(leg);
		case "unreadable":
			return [["What is signed", "can't be read"]];
	}
}

function identityFields(frozen: Frozen): Field[] {
	const whose: Field[] = [
		["Session", frozen.session_id],
		["Environment", frozen.environment],
		["Identity", frozen.identity],
	];
	if ("replaces" in frozen)
		return [
			["Purpose", frozen.purpose],
			["Replaces", frozen.replaces.transaction_id],
			["Fee of the replaced one", { text: "changed", whole: canonicalJson(frozen.replaces.payload) }],
			...whose,
		];
	if ("revokes" in frozen)
		return [
			["What is taken back", canonicalJson(frozen.revokes)],
			["Revocation", frozen.revocation_id],
			...whose,
		];
	if ("intents" in frozen)
		return [
			["Revision", String(frozen.action_revision)],
			["How many are signed", String(frozen.intents.length)],
			["Action", frozen.action_id],
			...whose,
		];
	return [
		["Place in the batch", canonicalJson(frozen.batch)],
		["Review revision", String(frozen.review_revision)],
		["Review digest", { text: ends(frozen.review_digest), whole: frozen.review_digest }],
		["Commit", frozen.commit_id],
		...whose,
	];
}

function fieldsOf(frozen: Frozen): Fields {
	const legs = legsOf(frozen);
	const steps = legs.flatMap((leg, index) =>
		legFields(leg).map(
			([field, value]): Field => [legs.length === 1 ? field : `Step ${index + 1}: ${field}`, value],
		),
	);
	return new Map([...steps, ...placeFields(frozen), ...identityFields(frozen)]);
}

const asTold = (value: string | Told | undefined): Told =>
	value === undefined
		? { text: "none", whole: "" }
		: typeof value === "string"
			? { text: value, whole: value }
			: value;

function rowOf(field: string, before: Fields, after: Fields): Difference[] {
	const [left, right] = [asTold(before.get(field)), asTold(after.get(field))];
	if (left.whole === right.whole) return [];
	const same = left.text === right.text;
	return [
		{ field, before: clipped(left.text), after: same ? "changed in its details" : clipped(right.text) },
	];
}

/** Never empty where the fingerprints differ: what no field tells is told as such. */
export function differencesOf(before: Frozen, after: Frozen): readonly Difference[] {
	const [old, now] = [fingerprintOf(before), fingerprintOf(after)];
	if (old === now) return [];
	const [left, right] = [fieldsOf(before), fieldsOf(after)];
	const names = new Set([...left.keys(), ...right.keys()]);
	const rows = [...names].flatMap((field) => rowOf(field, left, right));
	return rows.length > 0 ? rows : [{ field: "Other details of the review", before: old, after: now }];
}
