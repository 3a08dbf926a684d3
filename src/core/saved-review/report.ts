import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { chainName } from "../chain/names.ts";
import type { Decoded, DecodedCall } from "../decode/evm/meaning.ts";
import { RUNNING } from "../decoded-transaction/opinion.ts";
import { signedItemsOf } from "../decoded-transaction/signed-item.ts";
import { describeStep } from "../describe/svm/describe.ts";
import { plain } from "../format/plain.ts";
import { NO_HISTORY, NO_USES } from "../identities/counterparties.ts";
import type { Labels } from "../identities/labels.ts";
import { type Message, message, type Param, type Text } from "../localized-text.ts";
import type { Check } from "../match/check.ts";
import { signingHashEvm } from "../match/evm/bytes.ts";
import { fingerprintOf } from "../match/fingerprint.ts";
import { expiryOf, type Frozen, intentsOf } from "../match/frozen.ts";
import { matchFrozen } from "../match/match.ts";
import { personalHash, svmMessageBytes } from "../match/message/bytes.ts";
import { typedDataHashes } from "../match/message/checks.ts";
import { readSvmTransaction } from "../match/svm/transaction.ts";
import type { Published } from "../published-descriptors/published-claims.ts";
import { analyzeItems, type ItemAnalysis } from "../review/item-analysis.ts";
import { wholeHeadline } from "../review/reviewed.ts";
import type { DescribedClaim } from "../signed-messages/claim-rows.ts";
import type { TypedNode } from "../signed-messages/content.ts";
import { answerOfSaved, type SavedFacts } from "./facts.ts";
import { addressFactsOfClaims, type ClaimFacts } from "./published.ts";

interface NamedHash {
	readonly label: Message;
	readonly value: string;
}

type HashedIntent = ReturnType<typeof intentsOf>[number];

const sha256Of = (bytes: Uint8Array) => base58.encode(sha256(bytes));

function typedHashes(typed: unknown): NamedHash[] {
	const found = typedDataHashes(typed);
	if (!found.ok) return [];
	return [
		{ label: message("hash.domain"), value: found.domainHash },
		{ label: message("hash.message"), value: found.messageHash },
		{ label: message("hash.typed-data"), value: found.digest },
	];
}

function messageHash(text: string): NamedHash[] {
	const bytes = svmMessageBytes(text);
	return bytes === null ? [] : [{ label: message("hash.svm-message"), value: sha256Of(bytes) }];
}

/** @throws PayloadError or SvmBytesError if the payload can't be encoded */
function hashesOf(intent: HashedIntent): readonly NamedHash[] {
	switch (intent.kind) {
		case "evm_transaction":
			return [{ label: message("hash.evm-transaction"), value: signingHashEvm(intent) }];
		case "svm_transaction": {
			const { messageBytes } = readSvmTransaction(intent.transaction_base64);
			return [{ label: message("hash.svm-transaction"), value: sha256Of(messageBytes) }];
		}
		case "evm_personal":
			return [{ label: message("hash.personal"), value: personalHash(intent.message) }];
		case "evm_typed_data":
			return typedHashes(intent.typed_data);
		case "svm_message":
			return messageHash(intent.message_base64);
		case "user_operation":
			return intent.requests.map(({ raw_payload: value }, at) => ({
				label: message("hash.raw-payload", { place: String(at + 1) }),
				value,
			}));
	}
}

/** `null` is an empty line. */
export type ReportLine = {
	readonly level: number;
	readonly told: Message;
} | null;

export interface Reported {
	readonly frozen: Frozen;
	readonly facts: readonly SavedFacts[];
	readonly published: readonly (ClaimFacts | null)[];
	readonly labels: Labels;
	readonly accounts: readonly string[];
}

/** Shortens longer data to its beginning and end. The hash covers all of it. */
const MAX = 2_000;

const shown = (text: string): string | Message =>
	text.length <= MAX
		? plain(text, MAX)
		: message("saved-review.clipped", {
				beginning: plain(`${text.slice(0, MAX)}…`, MAX + 1),
				length: String(text.length),
			});

/** Doesn't change messages, because they have already been sanitized. */
const shownText = (text: Text): Param => (typeof text === "string" ? shown(text) : text);

const line = (level: number, text: Message): ReportLine => ({ level, told: text });

const inFours = (hex: string) => (hex.match(/.{1,4}/g) ?? []).join(" ");

function subjectLines(frozen: Frozen): Message[] {
	if (frozen.kind === "commit")
		return [
			message("saved-review.commit", {
				commit: shown(frozen.commit_id),
				revision: String(frozen.review_revision),
			}),
			message("saved-review.review-digest", { digest: shown(frozen.review_digest) }),
			...(frozen.batch === null || frozen.batch.review_digest === frozen.review_digest
				? []
				: [message("saved-review.batch-digest", { digest: shown(frozen.batch.review_digest) })]),
			message("saved-review.broadcaster", { broadcaster: frozen.broadcaster }),
			...(frozen.route === "browser_send" ? [message("saved-review.browser-send")] : []),
		];
	if (frozen.kind === "proposal")
		return [message("saved-review.proposal", { proposal: shown(frozen.proposal_id) })];
	if (frozen.kind === "action")
		return [
			message("saved-review.action", {
				action: shown(frozen.action_id),
				revision: String(frozen.action_revision),
			}),
		];
	return frozen.kind === "replacement"
		? [
				message("saved-review.replacement", {
					purpose: frozen.purpose,
					transaction: shown(frozen.replaces.transaction_id),
				}),
			]
		: [message("saved-review.own-wish")];
}

function positionLines(frozen: Frozen): Message[] {
	const end = expiryOf(frozen);
	return [
		message("saved-review.environment", { environment: shown(frozen.environment) }),
		message("saved-review.identity", { identity: shown(frozen.identity) }),
		message("saved-review.session", { session: shown(frozen.session_id) }),
		frozen.chain_ref === null
			? message("saved-review.chain.none")
			: message("saved-review.chain", {
					name: chainName(frozen.chain_ref),
					chain: shown(frozen.chain_ref),
				}),
		message("saved-review.signer", { signer: shown(frozen.signer) }),
		end === null
			? message("saved-review.expires.never")
			: message("saved-review.expires", { time: new Date(end).toISOString() }),
	];
}

function checkLine({ status, field, text, reviewed, payload }: Check): ReportLine {
	return line(
		1,
		reviewed === null && payload === null
			? message("saved-review.field", { status, field, words: text })
			: message("saved-review.field.values", {
					status,
					field,
					words: text,
					reviewed: shown(reviewed ?? "-"),
					payload: shown(payload ?? "-"),
				}),
	);
}

function functionLine({ signature, selector }: DecodedCall): Message {
	if (signature !== null) return message("saved-review.function", { signature });
	return selector === null
		? message("saved-review.function.no-selector")
		: message("saved-review.function.unknown", { selector });
}

function callLines({ call, meaning }: Decoded, level: number): ReportLine[] {
	if (call === null) return [];
	const own = [
		line(level, functionLine(call)),
		...call.args.map(({ name, type, value }) =>
			line(
				level + 1,
				message("saved-review.argument", { name: shown(name), type: shown(type), value: shownText(value) }),
			),
		),
	];
	if (meaning.kind !== "calls") return own;
	const inside = meaning.calls.flatMap(({ decoded, how, by, optional }, at) => {
		const place = String(at + 1);
		const { target } = decoded;
		const wei = decoded.value.toString();
		return [
			line(
				level,
				by === "caller"
					? message("saved-review.inside", { place, how, target, wei, optional })
					: message("saved-review.inside.by", { place, how, target, wei, by, optional }),
			),
			...callLines(decoded, level + 1),
		];
	});
	const rest =
		meaning.left === 0
			? []
			: [line(level, message("saved-review.inside.left", { count: String(meaning.left) }))];
	return [...own, ...inside, ...rest];
}

function treeLines(nodes: readonly TypedNode[], level: number): ReportLine[] {
	return nodes.flatMap((node) => {
		const [name, type] = [shown(node.name), shown(node.type)];
		return [
			line(
				level,
				node.value === null
					? message("saved-review.member.group", { name, type })
					: message("saved-review.member", { name, type, value: shown(node.value) }),
			),
			...treeLines(node.children, level + 1),
		];
	});
}

type SvmStep = Extract<ItemAnalysis["content"], { kind: "svm_transaction" }>["subject"]["steps"][number];

function accountLine({ pubkey: address, role, signer, writable }: SvmStep["accounts"][number]): ReportLine {
	return line(
		2,
		role === null
			? message("saved-review.account", { address, signer, writable })
			: message("saved-review.account.role", { address, role, signer, writable }),
	);
}

function contentLines({ content, rows }: ItemAnalysis): ReportLine[] {
	switch (content.kind) {
		case "evm_transaction": {
			const { payload, decoded } = content.subject;
			const { transaction: tx } = payload;
			return [
				line(1, message("saved-review.to", { address: tx.to })),
				line(1, message("saved-review.value", { wei: tx.value })),
				line(
					1,
					message("saved-review.gas", {
						nonce: String(payload.nonce),
						gas: String(tx.gas_limit),
						most: tx.max_fee_per_gas,
						tip: tx.max_priority_fee_per_gas,
					}),
				),
				line(1, message("saved-review.data", { data: shown(tx.data) })),
				...callLines(decoded, 1),
			];
		}
		case "svm_transaction":
			return content.subject.steps.flatMap((step) => [
				line(
					1,
					message("saved-review.step", {
						place: String(step.at),
						program: step.program ?? step.programId,
						told: describeStep(content.subject, step).text,
					}),
				),
				...step.accounts.map(accountLine),
			]);
		case "message":
			return [
				line(
					1,
					message("saved-review.message", { standard: content.standard, length: String(content.length) }),
				),
				...(content.text === null
					? [line(1, message("saved-review.message.bytes", { bytes: shown(content.bytesHex) }))]
					: content.text
							.split("\n")
							.map((text) => line(1, message("saved-review.message.line", { text: shown(text) })))),
			];
		case "typed_data":
			return [
				line(
					1,
					content.known === null
						? message("saved-review.type", { type: shown(content.primaryType) })
						: message("saved-review.type.known", {
								type: shown(content.primaryType),
								known: content.known,
							}),
				),
				...rows.map(({ label, value }) =>
					line(1, message("saved-review.row", { label, value: shownText(value) })),
				),
				line(1, message("saved-review.domain")),
				...treeLines(content.domain, 2),
				line(1, message("saved-review.body")),
				...treeLines(content.tree, 2),
			];
		case "user_operation":
			return content.calls.map(({ text }) => line(1, message("saved-review.service-says", { text })));
	}
}

function claimLines({ claimant, intent, target, proxyOf, vouched, rows }: DescribedClaim): ReportLine[] {
	const of =
		target === null ? message("saved-review.claim.message") : message("saved-review.claim.call", { target });
	return [
		line(
			1,
			message("saved-review.claim", {
				claimant: shownText(claimant),
				of: proxyOf === null ? of : message("saved-review.claim.code", { of, code: proxyOf }),
				intent:
					intent === null
						? message("saved-review.claim.no-intent")
						: message("saved-review.claim.intent", { intent: shown(intent) }),
				vouched: shownText(vouched),
			}),
		),
		...rows.map(({ kind, label, value }) =>
			line(2, message("saved-review.claim.row", { kind, label: shownText(label), value: shownText(value) })),
		),
	];
}

function itemLines(analysis: ItemAnalysis, frozen: Frozen, at: number): ReportLine[] {
	const intent = intentsOf(frozen)[at];
	const hashes = intent === undefined ? [] : hashesOf(intent);
	return [
		null,
		line(0, message("saved-review.leg", { place: String(at + 1), headline: analysis.headline.text })),
		...(analysis.serviceLabel === null
			? []
			: [line(1, message("saved-review.service-says", { text: plain(analysis.serviceLabel, 500) }))]),
		...hashes.map(({ label, value }) => line(1, message("saved-review.row", { label, value }))),
		...contentLines(analysis),
		...analysis.claims.flatMap(claimLines),
	];
}

const VERDICTS = {
	matched: message("saved-review.matched"),
	refused: message("saved-review.refused"),
	unproven: message("saved-review.unproven"),
} as const;

/**
 * Returns a review as lines of text codes and values, based only on the frozen object. The verification tool
 * reproduces these lines without a chain, service, or clock.
 * @param index bundled descriptions; `null` to omit published descriptions
 * @throws CanonicalError, PayloadError or SvmBytesError if the frozen object can't be encoded
 */
export function reportOf(
	{ frozen, facts, published, labels, accounts }: Reported,
	index: Published["index"] | null,
): readonly ReportLine[] {
	const user = {
		accounts,
		labels,
		signerState: "missing",
		counterparties: NO_HISTORY,
		uses: NO_USES,
		device: null,
	} as const;
	const analyses = analyzeItems(signedItemsOf(frozen), facts.map(answerOfSaved), {
		user,
		shown: { title: "", app: null },
		now: 0,
		sameNonceHeadline: null,
		opinions: published.map((asked) => ({
			local: RUNNING.local,
			addressFacts: addressFactsOfClaims(asked, index),
		})),
	});
	const match = matchFrozen(frozen);
	const { text: headline, known } = wholeHeadline(analyses.map((analysis) => analysis.headline));
	return [
		line(
			0,
			analyses.length === 0
				? message("saved-review.undecoded")
				: message("saved-review.headline", { headline }),
		),
		...(analyses.length === 0 || known ? [] : [line(0, message("saved-review.partly-decoded"))]),
		null,
		...[...subjectLines(frozen), ...positionLines(frozen)].map((text) => line(0, text)),
		line(0, message("saved-review.fingerprint", { fingerprint: inFours(fingerprintOf(frozen)) })),
		null,
		line(0, VERDICTS[match.verdict]),
		...match.checks.map(checkLine),
		...analyses.flatMap((analysis, at) => itemLines(analysis, frozen, at)),
	];
}
