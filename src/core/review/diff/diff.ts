import type { AssembledEvmTransaction } from "../../../service-api/action.ts";
import type { CommitTransport } from "../../../service-api/commit.ts";
import { NOBODY, nativeAmount } from "../../decoded-transaction/decoded-transaction.ts";
import {
	type EvmItem,
	type MessageItem,
	type OperationItem,
	type SignedItem,
	type SvmItem,
	signedItemsOf,
} from "../../decoded-transaction/signed-item.ts";
import { decodedSvmTransactionOf, readOf } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { svmHeadlineOf } from "../../describe/svm/headline.ts";
import { readUint } from "../../format/numeral.ts";
import { amountParam, type Message, message, sameText, verbatim } from "../../localized-text.ts";
import { canonicalJson, fingerprintOf } from "../../match/fingerprint.ts";
import type { Frozen } from "../../match/frozen.ts";
import { SvmBytesError, withoutBlockhash } from "../../match/svm/transaction.ts";
import { orIfThrown } from "../../or-if-thrown.ts";
import {
	asDiffValue,
	type DiffField,
	type DiffValue,
	ends,
	type FieldRole,
	labelledValue,
	NOTHING,
	orNone,
	simulationFields,
} from "./diff-simulation.ts";

function timeless(base64: string): string {
	return orIfThrown(base64, () => withoutBlockhash(base64), SvmBytesError);
}

const TRUE_VALUE = labelledValue(message("difference.true"), "true");
const FALSE_VALUE = labelledValue(message("difference.false"), "false");
const tables = (count: number) => message("difference.tables", { count: String(count) });
const instructions = (count: number) => message("difference.instructions", { count: String(count) });

function svmFields(item: SvmItem): readonly DiffField[] {
	const { payload, transaction } = item;
	const subject = decodedSvmTransactionOf(item, null, NOBODY);
	const read = readOf(item);
	const does = subject === null ? message("difference.undecoded") : svmHeadlineOf(subject).text;
	const own: readonly DiffField[] = [
		[message("difference.field.does"), labelledValue(does, timeless(payload.transaction_base64))],
		[message("difference.field.fee-payer"), orNone(read?.staticKeys[0])],
		[
			message("difference.field.lookup-tables"),
			labelledValue(tables(item.lookups.length), canonicalJson(item.lookups)),
		],
	];
	if (transaction === null) return own;
	const budget = transaction.instructions.map((each) => each.assembly ?? null);
	return [
		...own,
		[message("difference.field.service-calls-it"), transaction.description],
		[
			message("difference.field.compute-budget"),
			labelledValue(instructions(budget.length), canonicalJson(budget)),
		],
		[
			message("difference.field.keeps-blockhash"),
			transaction.preserve_blockhash === true ? TRUE_VALUE : FALSE_VALUE,
		],
	];
}

function messageFields({ intent, request }: MessageItem): readonly DiffField[] {
	const text =
		intent.kind === "evm_personal"
			? intent.message
			: intent.kind === "svm_message"
				? intent.message_base64
				: canonicalJson(intent.typed_data);
	return [
		[message("difference.field.signed"), labelledValue(text, canonicalJson(intent))],
		[message("difference.field.service-calls-it"), request.description],
	];
}

function operationFields({ payload }: OperationItem): readonly DiffField[] {
	const text = payload.requests.map((request) => request.raw_payload).join(", ");
	return [[message("difference.field.signed"), labelledValue(text, canonicalJson(payload))]];
}

function payloadPart({ payload }: EvmItem, part: string): string | null {
	const all: Readonly<Record<string, unknown>> = { ...payload, ...payload.transaction };
	const value = all[part] ?? null;
	return value === null ? null : String(value);
}

/** The payload's field already has a row, so the review's field only appears if it differs. */
function differingField(item: EvmItem, part: keyof AssembledEvmTransaction & string): DiffValue {
	const stated = item.transaction?.[part] ?? null;
	const value = stated === null ? null : String(stated);
	const shown = asDiffValue(orNone(value));
	return value === payloadPart(item, part) ? { ...shown, whole: "as the payload" } : shown;
}

function valueInCoin(item: EvmItem): string | DiffValue {
	const value = payloadPart(item, "value");
	const raw = value === null ? null : readUint(value);
	if (value === null || raw === null) return orNone(value);
	return labelledValue(
		message("message.amount", { amount: amountParam(nativeAmount(item.chainRef, raw)) }),
		value,
	);
}

function evmFields(item: EvmItem): readonly DiffField[] {
	const { transaction } = item;
	const own: readonly DiffField[] = [
		[message("difference.field.target"), orNone(payloadPart(item, "to"))],
		[message("difference.field.value"), valueInCoin(item)],
		[message("difference.field.data"), orNone(payloadPart(item, "data"))],
		[message("difference.field.nonce"), orNone(payloadPart(item, "nonce")), "nonce"],
		[message("difference.field.gas-limit"), orNone(payloadPart(item, "gas_limit"))],
		[message("difference.field.most-per-gas"), orNone(payloadPart(item, "max_fee_per_gas"))],
		[message("difference.field.priority-fee"), orNone(payloadPart(item, "max_priority_fee_per_gas"))],
	];
	if (transaction === null) return own;
	const fee = transaction.fee_outcome;
	return [
		...own,
		[message("difference.field.target.review"), differingField(item, "to")],
		[message("difference.field.value.review"), differingField(item, "value")],
		[message("difference.field.data.review"), differingField(item, "data")],
		[message("difference.field.service-calls-it"), transaction.label],
		[message("difference.field.service-fee"), orNone(fee ? canonicalJson(fee) : null)],
	];
}

export interface Difference {
	readonly role: "higher-nonce" | "counter" | null;
	readonly field: Message;
	readonly before: Message;
	readonly after: Message;
}

type Fields = ReadonlyMap<string, DiffField>;

const expiryText = ({ expires_at: expires }: Frozen): string | DiffValue =>
	orNone(expires === null ? null : new Date(expires * 1000).toISOString());

const ROUTES: Readonly<Record<CommitTransport, Message>> = {
	sign_and_broadcast: message("difference.route.signed-first"),
	browser_send: message("difference.route.claimed-first"),
};

const SIGNED = message("difference.field.signed");
const UNREADABLE: DiffValue = labelledValue(message("difference.unreadable"), "can't be read");

function positionFields(frozen: Frozen): DiffField[] {
	return [
		[message("difference.field.chain"), orNone(frozen.chain_ref)],
		[message("difference.field.signer"), frozen.signer],
		...(frozen.kind === "commit"
			? ([[message("difference.field.broadcaster"), frozen.broadcaster]] as const)
			: []),
		...(frozen.kind === "commit"
			? ([[message("difference.field.route"), labelledValue(ROUTES[frozen.route], frozen.route)]] as const)
			: []),
		[message("difference.field.expires"), expiryText(frozen)],
	];
}

function itemFields(item: SignedItem): readonly DiffField[] {
	switch (item.kind) {
		case "evm":
			return [...evmFields(item), ...simulationFields(item)];
		case "svm":
			return [...svmFields(item), ...simulationFields(item)];
		case "message":
			return messageFields(item);
		case "operation":
			return operationFields(item);
		case "unreadable":
			return [[SIGNED, UNREADABLE]];
	}
}

function identityFields(frozen: Frozen): DiffField[] {
	const whose: DiffField[] = [
		[message("difference.field.session"), frozen.session_id],
		[message("difference.field.environment"), frozen.environment],
		[message("difference.field.identity"), frozen.identity],
	];
	if (frozen.kind === "replacement")
		return [
			[message("difference.field.purpose"), frozen.purpose],
			[message("difference.field.replaces"), frozen.replaces.transaction_id],
			[
				message("difference.field.replaced-fee"),
				labelledValue(message("difference.changed"), canonicalJson(frozen.replaces.payload)),
			],
			...whose,
		];
	if (frozen.kind === "revocation")
		return [
			[message("difference.field.taken-back"), canonicalJson(frozen.revokes)],
			[message("difference.field.lowered"), canonicalJson(frozen.lowers_to ?? null)],
			[message("difference.field.revocation"), frozen.revocation_id],
			...whose,
		];
	if (frozen.kind === "transfer")
		return [
			[message("difference.field.sent"), canonicalJson(frozen.sends)],
			[message("difference.field.transfer"), frozen.transfer_id],
			...whose,
		];
	if (frozen.kind === "proposal")
		return [
			[message("difference.field.signed-count"), String(frozen.intents.length)],
			[message("difference.field.proposal"), frozen.proposal_id],
			[message("difference.field.lowered"), canonicalJson(frozen.lowered ?? [])],
			...whose,
		];
	if (frozen.kind === "action")
		return [
			[message("difference.field.revision"), String(frozen.action_revision), "counter"],
			[message("difference.field.signed-count"), String(frozen.intents.length)],
			[message("difference.field.action"), frozen.action_id],
			...whose,
		];
	return [
		[message("difference.field.place"), canonicalJson(frozen.batch)],
		[message("difference.field.review-revision"), String(frozen.review_revision), "counter"],
		[
			message("difference.field.review-digest"),
			labelledValue(ends(frozen.review_digest), frozen.review_digest),
			"counter",
		],
		[message("difference.field.commit"), frozen.commit_id],
		...whose,
	];
}

const IN_DETAIL = message("difference.in-detail");
const OTHERS = message("difference.field.others");

const ofStep = (step: number, field: Message): Message =>
	message("difference.of-step", { step: String(step), field });

function fieldsOf(frozen: Frozen): Fields {
	const items = signedItemsOf(frozen);
	const steps = items.flatMap((item, index) =>
		itemFields(item).map(
			([field, value, role]): DiffField => [
				items.length === 1 ? field : ofStep(index + 1, field),
				value,
				role,
			],
		),
	);
	const all = [...steps, ...positionFields(frozen), ...identityFields(frozen)];
	return new Map(all.map((field) => [canonicalJson(field[0]), field]));
}

function rises(before: DiffValue, after: DiffValue): boolean {
	const [left, right] = [readUint(before.whole), readUint(after.whole)];
	return left !== null && right !== null && right > left;
}

function roleOf(role: FieldRole | undefined, before: DiffValue, after: DiffValue): Difference["role"] {
	if (role !== "nonce") return role ?? null;
	return rises(before, after) ? "higher-nonce" : null;
}

function rowOf(field: Message, before: DiffField | undefined, after: DiffField | undefined): Difference[] {
	const [left, right] = [before, after].map((each) => (each === undefined ? NOTHING : asDiffValue(each[1])));
	if (left === undefined || right === undefined || left.whole === right.whole) return [];
	const same = sameText(left.text, right.text);
	const role = roleOf((after ?? before)?.[2], left, right);
	return [{ role, field, before: left.text, after: same ? IN_DETAIL : right.text }];
}

/** Never empty if the fingerprints differ, because changes outside the listed fields have their own row. */
export function differencesOf(before: Frozen, after: Frozen): readonly Difference[] {
	const [old, now] = [fingerprintOf(before), fingerprintOf(after)];
	if (old === now) return [];
	const [left, right] = [fieldsOf(before), fieldsOf(after)];
	const rows = [...new Map([...left, ...right])].flatMap(([name, [field]]) =>
		rowOf(field, left.get(name), right.get(name)),
	);
	return rows.length > 0
		? rows
		: [{ role: null, field: OTHERS, before: verbatim(old), after: verbatim(now) }];
}

/**
 * Returns whether only nonces and counters increased, e.g. after an approval. The new review then doesn't
 * need a note, because no one reads a note that appears every time.
 */
export const isQuiet = (differences: readonly Difference[]): boolean =>
	differences.some(({ role }) => role === "higher-nonce") && differences.every(({ role }) => role !== null);
