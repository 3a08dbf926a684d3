import { factValue } from "../chain/chain-error.ts";
import { chainName } from "../chain/names.ts";
import { isUserAccount, shortAddress } from "../decoded-transaction/decoded-transaction.ts";
import { codeOf, isAccount } from "../decoded-transaction/opinion.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import { LABEL, NO_CHAIN, timeText } from "../format/labels.ts";
import { readAddress } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { sameAddress } from "../identities/labels.ts";
import { type Message, message } from "../localized-text.ts";
import { type CarriedCall, carriedCallOf } from "../match/typed-data/carried-call.ts";
import { kindOf } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedNode } from "../match/typed-data/reading.ts";
import { claimOfMessage, claimText, type PublishedClaim } from "../published-descriptors/published-claims.ts";
import { doubt, type Finding, newFinding } from "../risk/finding.ts";
import { imitationIn } from "../risk/special/imitation.ts";
import { unsignedTerms } from "../risk/special/terms-elsewhere.ts";
import { signingPermitIn } from "../signed/hosted-signing.ts";
import { readSigned } from "../signed/read.ts";
import { namedHolder } from "./application-rights.ts";
import { explainCall } from "./carried-call.ts";
import { type DescribedClaim, describeClaim } from "./claim-rows.ts";
import { analysisWith, type MessageAnalysis } from "./content.ts";
import {
	addressText,
	danger,
	type MessageContext,
	type MessageExplanation,
	nowSeconds,
	row,
} from "./explanation.ts";
import { signingPermitFinding, signingPermitHeadline, signingPermitRows } from "./hosted-signing.ts";
import { type KnownKind, knownKind, questionsOf } from "./known.ts";
import { namesPower } from "./plain-text.ts";
import { keysFinding, unknownFinding } from "./texts.ts";

/**
 * Recognizes typed data that moves and permits nothing, e.g. following a space on Snapshot. No contract reads
 * it, its only account is the signer's, and it contains no amount, no bytes, and no word about money, rights
 * or keys.
 */

const SETTINGS = new Set(
	`action admin alias api bind close code credential deactivate delete device disable enable export invite issue leverage
	link liquidate login margin member module pair password pin position reclaim redeem register registration remove
	renew reset session settings stark subscribe trust unstake update whitelist zk`.split(/\s+/),
);

const wordsOf = (text: string): readonly string[] =>
	text
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.toLowerCase()
		.split(/[^a-z]+/);

const isHarmless = (text: string): boolean => {
	const words = wordsOf(text);
	return !namesPower(words.join(" ")) && !words.some((word) => SETTINGS.has(word));
};

const TIMES: ReadonlySet<string> = new Set([
	"timestamp",
	"issuedAt",
	"createdAt",
	"expiresAt",
	"time",
	"nonce",
]);

/**
 * Parts of names like "gitcoindao.eth". A bare number could be an amount or a code, and a long part could be
 * a key.
 */
const NAME =
	/^(?![0-9]+(?:[ ._-]|$))[A-Za-z0-9]{1,24}(?:[ ._-](?![0-9]+(?:[ ._-]|$))[A-Za-z0-9]{1,24}){0,4}$/;
const ADDRESS = /^0x/i;
const ENS = /\.eth$/;

const isHarmlessName = (text: string): boolean =>
	NAME.test(text) && !ADDRESS.test(text) && isHarmless(text.replace(ENS, ""));

function isHarmlessMember({ name, type, value }: TypedNode, signer: string): boolean {
	if (value === null || !isHarmless(name)) return false;
	if (type === "address") return sameAddress(value, signer);
	if (type === "string") return value === "" || isHarmlessName(value);
	return /^uint(?:64|256)$/.test(type) && TIMES.has(name);
}

function isStatement(data: TypedData, signer: string): boolean {
	const { domain, domainTree, primaryType, tree } = data;
	if (domain.chainId !== null || domain.verifyingContract !== null || !isHarmless(primaryType)) return false;
	const texts = [...domainTree, ...tree].flatMap(({ type, value }) =>
		type === "string" && value !== null ? [value] : [],
	);
	return (
		domainTree.every(
			({ name, type, value }) =>
				type === "string" && (name === "version" || (name === "name" && isHarmless(value ?? ""))),
		) &&
		keysFinding([primaryType, ...texts].join(" ")) === null &&
		tree.length > 0 &&
		tree.every((each) => isHarmlessMember(each, signer))
	);
}

/**
 * The match rejects a chain that differs from the request's. This check covers domains that the match can't
 * compare.
 */
function chainFinding(context: MessageContext, data: TypedData, kind: KnownKind | null): Finding | null {
	if (kind?.offChain === true) return null;
	if (data.domain.chainId === null)
		return doubt(danger("domain-chain", message("finding.domain-chain.none")));
	if (context.chainRef !== null) return null;
	const where = chainName(String(data.domain.chainId));
	return doubt(danger("domain-chain", message("finding.domain-chain", { chain: where })));
}

function noCodeText(context: MessageContext, contract: string): Message | null {
	const who = nameParam(context.user, contract);
	const code = codeOf(context, contract);
	const bare = context.facts?.rightChain === true && factValue(context.facts.codeAtTo) === false;
	if (bare || code?.size === 0) return message("finding.domain-no-code", { who });
	return code !== null && isAccount(code) && code.delegatedTo !== null
		? message("finding.domain-no-code.lending", { who, code: shortAddress(code.delegatedTo) })
		: null;
}

/**
 * `isSelfContained` means that the signature permits nothing beyond what is displayed, no matter which
 * contract reads it. Without a contract, the signature is useless.
 */
function contractFinding(
	context: MessageContext,
	data: TypedData,
	kind: KnownKind | null,
	isSelfContained: boolean,
): Finding | null {
	const contract = data.domain.verifyingContract;
	if (kind?.offChain === true) return null;
	if (contract === null)
		return kind === null ? null : doubt(danger("domain-contract", message("finding.domain-contract.none")));
	const { user } = context;
	const who = nameParam(user, contract);
	if (isUserAccount(user, contract))
		return danger("domain-own-account", message("finding.domain-own-account", { who }));
	const bare = noCodeText(context, contract);
	if (bare !== null)
		return doubt(
			isSelfContained ? newFinding("domain-no-code", "caution", bare) : danger("domain-no-code", bare),
		);
	return kind !== null && kind.contracts.length > 0 && !kind.contracts.includes(contract)
		? doubt(danger("domain-contract", message("finding.domain-contract", { who, kind: kind.name })))
		: null;
}

type KnownTypedData = NonNullable<ReturnType<typeof knownKind>>;

function claimOf(context: MessageContext, data: TypedData): PublishedClaim | null {
	const signer = readAddress(context.signer);
	return signer === null ? null : claimOfMessage(data, signer, context.addressFacts);
}

function describedClaimOf(context: MessageContext, data: TypedData, claim: PublishedClaim): DescribedClaim {
	const chainId = data.domain.chainId ?? 0n;
	// On another chain, the same address is a different token.
	const facts = context.facts !== null && BigInt(context.facts.chainId) === chainId ? context.facts : null;
	const { signer, user } = context;
	return describeClaim({ signer, user, facts, chainRef: String(chainId) }, claim, null, 0n);
}

function allCarriedCalls(
	context: MessageContext,
	data: TypedData,
	claim: PublishedClaim | null,
): CarriedCall[] {
	const own = carriedCallOf(data);
	const described = (claim?.description.fields ?? []).flatMap(({ value }): CarriedCall[] => {
		const from = value.kind === "call" ? (value.from ?? readAddress(context.signer)) : null;
		return value.kind !== "call" || from === null
			? []
			: [{ from, to: value.callee, value: value.value ?? 0n, data: value.data }];
	});
	return [...(own === null ? [] : [own]), ...described];
}

function unknownText(
	context: MessageContext,
	name: string,
	claim: PublishedClaim | null,
	holder: string | null,
): Message {
	const claimed = claim === null ? null : claimText(claim);
	if (claimed !== null) return message("message.unknown-kind.claimed", { claim: claimed, name });
	return holder === null
		? message("message.unknown-kind", { name })
		: message("message.unknown-kind.holder", { name, who: nameParam(context.user, holder) });
}

function unknownKind(
	context: MessageContext,
	data: TypedData,
	claim: PublishedClaim | null,
): MessageExplanation {
	const calls = allCarriedCalls(context, data, claim).map((call) => explainCall(context, call));
	const name = plain(data.primaryType, 64);
	const holder = namedHolder(data);
	const holders = holder === null ? [] : [row(LABEL.mayAct, addressText(context.user, holder), "danger")];
	return {
		headline: { text: unknownText(context, name, claim, holder), known: false, amount: null },
		rows: [...holders, ...calls.flatMap(({ rows }) => rows)],
		permissions: calls.flatMap(({ permissions }) => permissions),
		findings: [
			isStatement(data, context.signer)
				? doubt(newFinding("unknown-typed-data", "caution", message("finding.unknown-typed-data.statement")))
				: unknownFinding(name),
			...calls.flatMap(({ findings }) => findings),
		],
	};
}

function pastFinding(context: MessageContext, deadline: bigint | null): Finding | null {
	return deadline !== null && deadline <= nowSeconds(context)
		? newFinding("deadline-past", "block", message("finding.deadline-past", { time: timeText(deadline) }))
		: null;
}

/** Warns the user, because people sign too easily when nothing is sent. */
function signingFinding(kind: KnownTypedData | null): Finding | null {
	return kind === null ? null : newFinding("held-signature", "info", message("finding.held-signature"));
}

function textsIn(nodes: readonly TypedNode[]): string[] {
	return nodes.flatMap((node) =>
		node.value === null ? textsIn(node.children) : node.type === "string" ? [node.value] : [],
	);
}

function domainRows(context: MessageContext, data: TypedData, kind: KnownTypedData | null) {
	const { name, version, chainId, verifyingContract } = data.domain;
	return [
		...(name === null
			? []
			: [row(LABEL.applicationByItself, plain(version === null ? name : `${name} ${version}`, 64))]),
		row(
			LABEL.chain,
			chainId === null ? NO_CHAIN : chainName(String(chainId)),
			chainId === null && kind?.offChain !== true ? "danger" : "plain",
		),
		...(verifyingContract === null ? [] : [row(LABEL.readBy, addressText(context.user, verifyingContract))]),
	];
}

/**
 * Explains known kinds of typed data in our own words. Unknown kinds are displayed as a tree and require a
 * typed word.
 */
export function analyzeTypedData(context: MessageContext, data: TypedData): MessageAnalysis {
	const kind = knownKind(data);
	const reading = readSigned(data, context.signer);
	const claim = kind === null ? claimOf(context, data) : null;
	const explained =
		kind === null || reading === null
			? unknownKind(context, data, claim)
			: kind.explain(context, data, reading);
	const deadline = reading?.deadline ?? null;
	const permit = signingPermitIn(data);
	const permitRows = permit === null ? [] : signingPermitRows(context, permit);
	const rows = [...permitRows, ...explained.rows, ...domainRows(context, data, kind)];
	const texts = [...textsIn(data.domainTree), ...textsIn(data.tree), data.primaryType, ...context.texts];
	const found = [
		kind === null && isStatement(data, context.signer) ? null : chainFinding(context, data, kind),
		contractFinding(context, data, kind, explained.isSelfContained === true),
		pastFinding(context, deadline),
		unsignedTerms(reading?.open ?? null, (address) => nameParam(context.user, address)),
		signingFinding(kind),
		imitationIn(texts),
	];
	return analysisWith({
		content: {
			kind: "typed_data",
			primaryType: data.primaryType,
			typed: kindOf(data),
			known: kind?.name ?? null,
			rows,
			domain: data.domainTree,
			tree: data.tree,
			domainHash: data.domainHash,
			messageHash: data.messageHash,
			digest: data.digest,
		},
		headline: permit === null ? explained.headline : signingPermitHeadline(context, permit),
		permissions: explained.permissions,
		rows,
		claims: claim === null ? [] : [describedClaimOf(context, data, claim)],
		findings: [
			permit === null ? null : signingPermitFinding(context, permit),
			...explained.findings,
			...found,
		],
		deadline,
	});
}

export { questionsOf };
