import { chainName } from "../../chains/names.ts";
import type { Check } from "../../match/check.ts";
import { fingerprintOf } from "../../match/fingerprint.ts";
import { expiryOf, type Frozen, intentsOf } from "../../match/frozen.ts";
import { matchFrozen } from "../../match/match.ts";
import { NO_DEALINGS } from "../../policy/dealings.ts";
import type { Labels } from "../../policy/labels.ts";
import type { Decoded, DecodedArg } from "../decode-evm.ts";
import { type Insight, insightsOf } from "../insight.ts";
import { legsOf } from "../leg.ts";
import type { TypedNode } from "../messages/content.ts";
import { plain } from "../plain.ts";
import { wholeHeadline } from "../reviewed.ts";
import { tellStep } from "../svm/tell.ts";
import { answerOfTold, type ToldFacts } from "./facts.ts";
import { hashesOf } from "./hashes.ts";

/**
 * A review told as plain lines, from the frozen object alone: what the app writes beside a saved review, and what the
 * checking tool makes again on another machine. It asks no chain, no service and no clock.
 */

export interface Reported {
	readonly frozen: Frozen;
	/** In the order of signing. */
	readonly facts: readonly ToldFacts[];
	readonly labels: Labels;
	/** The person's own, so that they are called so. */
	readonly accounts: readonly string[];
}

/** Long data is told by its beginning and end; the hash covers all of it. */
const MOST = 2_000;

const clipped = (text: string) =>
	text.length <= MOST ? text : `${text.slice(0, MOST)}… (${text.length} characters in all)`;

/** Text of others, harmless; long data is cut, and says so. */
const shown = (text: string) => plain(clipped(text), MOST + 40);

const inFours = (hex: string) => (hex.match(/.{1,4}/g) ?? []).join(" ");

function subjectLines(frozen: Frozen): string[] {
	if ("commit_id" in frozen)
		return [
			`Commit: ${shown(frozen.commit_id)}, review revision ${frozen.review_revision}`,
			`Review digest: ${shown(frozen.review_digest)}`,
			`Who submits: ${frozen.broadcaster}`,
			...(frozen.route === "browser_send"
				? ["Route: claimed from the service, sent by this wallet, then reported (browser_send)"]
				: []),
		];
	if ("action_id" in frozen)
		return [`Action: ${shown(frozen.action_id)}, revision ${frozen.action_revision} (it describes itself)`];
	return "replaces" in frozen
		? [`Replacement (${frozen.purpose}) of ${shown(frozen.replaces.transaction_id)}`]
		: ["A wish of your own"];
}

function placeLines(frozen: Frozen): string[] {
	const end = expiryOf(frozen);
	return [
		`Environment: ${shown(frozen.environment)}`,
		`Identity: ${shown(frozen.identity)}`,
		`Session: ${shown(frozen.session_id)}`,
		`Chain: ${frozen.chain_ref === null ? "none is named" : `${chainName(frozen.chain_ref)} (${shown(frozen.chain_ref)})`}`,
		`Signer: ${shown(frozen.signer)}`,
		`Expires: ${end === null ? "not stated" : new Date(end).toISOString()}`,
	];
}

const MARKS: Readonly<Record<Check["status"], string>> = {
	passed: "equal  ",
	failed: "DIFFERS",
	unknown: "UNKNOWN",
	noted: "noted  ",
};

function checkLine({ status, field, words, reviewed, payload }: Check): string {
	const values =
		reviewed === null && payload === null
			? ""
			: ` [reviewed: ${shown(reviewed ?? "-")}; payload: ${shown(payload ?? "-")}]`;
	return `  ${MARKS[status]} ${field}: ${words}${values}`;
}

/** The function and its arguments, and every call inside of it, with whole addresses. */
function callLines({ call, meaning }: Decoded, depth: number): string[] {
	if (call === null) return [];
	const indent = "  ".repeat(depth);
	const argLine = ({ name, type, value }: DecodedArg) =>
		`${indent}  ${shown(name)} (${shown(type)}): ${shown(value)}`;
	const own = [
		`${indent}Function: ${call.signature ?? `unknown (${call.selector ?? "no selector"})`}`,
		...call.args.map(argLine),
	];
	if (meaning.kind !== "calls") return own;
	const inner = meaning.calls.flatMap(({ decoded, how, by, optional }, at) => [
		`${indent}Inside, ${at + 1}: ${how} of ${decoded.target} with ${decoded.value} wei${by === "caller" ? "" : `, by ${by}`}${optional ? ", may fail alone" : ""}`,
		...callLines(decoded, depth + 1),
	]);
	const rest = meaning.left === 0 ? [] : [`${indent}and ${meaning.left} more that can't be told`];
	return [...own, ...inner, ...rest];
}

function treeLines(nodes: readonly TypedNode[], depth: number): string[] {
	const indent = "  ".repeat(depth);
	return nodes.flatMap((node) => [
		`${indent}${shown(node.name)} (${shown(node.type)})${node.value === null ? "" : `: ${shown(node.value)}`}`,
		...treeLines(node.children, depth + 1),
	]);
}

function contentLines({ content, rows }: Insight): string[] {
	switch (content.kind) {
		case "evm_transaction": {
			const { payload, decoded } = content.subject;
			const { transaction: tx } = payload;
			return [
				`  To: ${tx.to}`,
				`  Value: ${tx.value} wei`,
				`  Nonce: ${payload.nonce}; gas limit: ${tx.gas_limit}; at most ${tx.max_fee_per_gas} wei per gas, ${tx.max_priority_fee_per_gas} of it as a tip`,
				`  Data: ${clipped(tx.data)}`,
				...callLines(decoded, 1),
			];
		}
		case "svm_transaction":
			return content.subject.steps.flatMap((step) => [
				`  ${step.at}. ${step.program ?? step.programId}: ${tellStep(content.subject, step).text}.`,
				...step.accounts.map(
					({ pubkey, role, signer, writable }) =>
						`    ${pubkey}${role === null ? "" : ` (${role})`}${signer ? " signer" : ""}${writable ? " writable" : ""}`,
				),
			]);
		case "message":
			return [
				`  ${content.standard}, ${content.length} bytes`,
				...(content.text === null
					? [`  Bytes: ${clipped(content.bytesHex)}`]
					: content.text.split("\n").map((line) => `  | ${shown(line)}`)),
			];
		case "typed_data":
			return [
				`  Type: ${shown(content.primaryType)}${content.known === null ? "" : ` – ${content.known}`}`,
				...rows.map(({ label, value }) => `  ${label}: ${shown(value)}`),
				"  Domain",
				...treeLines(content.domain, 2),
				"  Message",
				...treeLines(content.tree, 2),
			];
		case "user_operation":
			return content.calls.map(({ text }) => `  The service says: ${text}`);
	}
}

function legLines(insight: Insight, frozen: Frozen, at: number): string[] {
	const intent = intentsOf(frozen)[at];
	const hashes = intent === undefined ? [] : hashesOf(intent);
	return [
		"",
		`${at + 1}. ${insight.headline.text}.`,
		...(insight.says === null ? [] : [`  The service says: ${plain(insight.says, 500)}`]),
		...hashes.map(({ label, value }) => `  ${label}: ${value}`),
		...contentLines(insight),
	];
}

const VERDICTS = {
	matched: "MATCHED: the payload is the reviewed one, field by field",
	refused: "REFUSED: the payload is not the reviewed one",
	unproven: "NOT PROVEN: not everything could be compared",
} as const;

/** Throws CanonicalError, PayloadError or SvmBytesError for a frozen object that can't be written down at all. */
export function reportOf({ frozen, facts, labels, accounts }: Reported): readonly string[] {
	const person = { accounts, labels, signerState: "missing", dealings: NO_DEALINGS, device: null } as const;
	const insights = insightsOf(legsOf(frozen), facts.map(answerOfTold), {
		person,
		shown: { title: "", app: null },
		now: 0,
		heldBy: null,
		opinions: [],
	});
	const match = matchFrozen(frozen);
	const headline = wholeHeadline(insights.map((insight) => insight.headline));
	return [
		insights.length === 0 ? "What would be signed can't be decoded." : `${headline.text}.`,
		...(insights.length === 0 || headline.known ? [] : ["(not everything in it could be decoded)"]),
		"",
		...subjectLines(frozen),
		...placeLines(frozen),
		`Fingerprint: ${inFours(fingerprintOf(frozen))}`,
		"",
		VERDICTS[match.verdict],
		...match.checks.map(checkLine),
		...insights.flatMap((insight, at) => legLines(insight, frozen, at)),
	];
}
