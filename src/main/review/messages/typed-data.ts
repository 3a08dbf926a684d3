import { known } from "../../chains/chain-error.ts";
import { chainName } from "../../chains/names.ts";
import type { TypedData, TypedNode } from "../../match/typed-data.ts";
import { deadlineOf, memberAt } from "../../match/typed-data-kinds.ts";
import type { Finding } from "../findings/finding.ts";
import { imitationIn } from "../findings/imitation.ts";
import { lookAlikeWords } from "../findings/people.ts";
import { plain } from "../plain.ts";
import { nameOf, tokenOf, unitOf } from "../subject.ts";
import type { MessageInsight } from "./content.ts";
import { chainFinding, contractFinding } from "./domain.ts";
import { knownKind, questionsOf } from "./known.ts";
import { payeeFindings, spenderFindings } from "./people.ts";
import {
	addressWords,
	danger,
	type Explanation,
	finding,
	isEndless,
	isFar,
	type MessageTelling,
	nowSeconds,
	row,
	timeWords,
} from "./telling.ts";
import { insightWith } from "./weigh.ts";

/** EIP-712 typed data for a person: a known kind in our own words, any other as the whole tree and a typed word. */

type Known = NonNullable<ReturnType<typeof knownKind>>;

function unknownKind(data: TypedData): Explanation {
	const name = plain(data.primaryType, 64);
	const words = `Countersign does not know this kind of typed data (“${name}”). What it lets others do can't be told: read every member.`;
	return {
		headline: { text: `Signs typed data of an unknown kind, “${name}”`, known: false, amount: null },
		rows: [],
		allows: [],
		findings: [danger("unknown-typed-data", words)],
	};
}

/**
 * The signature alone may be used until then. `gives`: it gives a permission that has no end of its own, so that a
 * signature without end is a permission that may turn up at any later time.
 */
function deadlineFinding(telling: MessageTelling, deadline: bigint | null, gives: boolean): Finding | null {
	if (deadline === null || isEndless(deadline)) {
		if (gives)
			return danger(
				"deadline-far",
				"The signature can be used without end: whoever holds it can turn it into a permission at any later time.",
			);
		return deadline === null
			? null
			: finding("deadline-far", "caution", "The signature can be used without end.");
	}
	if (deadline <= nowSeconds(telling))
		return finding(
			"deadline-past",
			"block",
			`This ended at ${timeWords(deadline)}, so it is not signed. Nothing was signed; ask the agent for it again.`,
		);
	return isFar(telling, deadline)
		? finding(
				"deadline-far",
				"caution",
				`The signature can be used until ${timeWords(deadline)}, which is more than 30 days.`,
			)
		: null;
}

function unlimitedFinding(telling: MessageTelling, explained: Explanation): Finding | null {
	const found = explained.allows.find((allow) => {
		const supply = known(tokenOf(telling.facts, allow.token)?.totalSupply);
		const aboveAll = supply !== null && supply > 0n && allow.amount !== null && allow.amount.raw > supply;
		return allow.grants && (allow.unlimited || aboveAll);
	});
	if (found === undefined) return null;
	const who = nameOf(telling.person, found.spender);
	const { symbol } = unitOf(telling.facts, found.token);
	return danger(
		"unlimited-permission",
		`This lets ${who} take all ${symbol} of your account without asking again.`,
	);
}

function lookAlikeFinding(telling: MessageTelling, data: TypedData, kind: Known | null): Finding | null {
	const named = (kind?.parties ?? []).map((path) => memberAt(data.message, path));
	const parties = [...named, data.domain.verifyingContract].filter((each) => typeof each === "string");
	for (const address of parties) {
		const others = parties.filter((each) => each !== address);
		const words = lookAlikeWords(telling.person, address, others);
		if (words !== null) return danger("look-alike", words);
	}
	return null;
}

/** Whom it pays by itself: of EIP-3009, whoever the transfer is for. */
function payeesIn(data: TypedData): readonly string[] {
	if (data.primaryType !== "TransferWithAuthorization") return [];
	const to = memberAt(data.message, "to");
	return typeof to === "string" ? [to] : [];
}

/** Permit2 keeps an end of its own for each permission; the others last until they are spent. */
function lastsByItself(data: TypedData, explained: Explanation): boolean {
	const hasEnd = data.primaryType === "PermitSingle" || data.primaryType === "PermitBatch";
	return !hasEnd && explained.allows.some(({ grants }) => grants);
}

/** Nothing is sent by signing, which is why people sign too lightly. */
function heldFinding(kind: Known | null): Finding | null {
	return kind === null
		? null
		: finding(
				"held-signature",
				"info",
				"Whoever holds this signature can use it, without another word from you.",
			);
}

/** All texts among the values: any of them may speak as the app. */
function textsIn(nodes: readonly TypedNode[]): string[] {
	return nodes.flatMap((node) =>
		node.value === null ? textsIn(node.children) : node.type === "string" ? [node.value] : [],
	);
}

function domainRows(telling: MessageTelling, data: TypedData) {
	const { name, version, chainId, verifyingContract } = data.domain;
	return [
		...(name === null
			? []
			: [row("Application, by its own words", plain(version === null ? name : `${name} ${version}`, 64))]),
		row(
			"Chain",
			chainId === null ? "none named" : chainName(String(chainId)),
			chainId === null ? "danger" : "plain",
		),
		...(verifyingContract === null ? [] : [row("Read by", addressWords(telling.person, verifyingContract))]),
	];
}

/** What typed data means, as far as it can be told. */
export function typedDataInsight(telling: MessageTelling, data: TypedData): MessageInsight {
	const kind = knownKind(data);
	const explained = kind === null ? unknownKind(data) : kind.explain(telling, data);
	const deadline = deadlineOf(data);
	const spenders = explained.allows.filter(({ grants }) => grants).map(({ spender }) => spender);
	const rows = [...explained.rows, ...domainRows(telling, data)];
	const texts = [...textsIn(data.domainTree), ...textsIn(data.tree), data.primaryType, ...telling.texts];
	const found = [
		chainFinding(telling, data),
		contractFinding(telling, data, kind),
		deadlineFinding(telling, deadline, lastsByItself(data, explained)),
		unlimitedFinding(telling, explained),
		lookAlikeFinding(telling, data, kind),
		...spenderFindings(telling, spenders),
		...payeeFindings(telling, kind === null ? [] : payeesIn(data)),
		heldFinding(kind),
		imitationIn(texts),
	];
	return insightWith({
		content: {
			kind: "typed_data",
			primaryType: data.primaryType,
			known: kind?.name ?? null,
			rows,
			domain: data.domainTree,
			tree: data.tree,
			domainHash: data.domainHash,
			messageHash: data.messageHash,
			digest: data.digest,
		},
		headline: explained.headline,
		allows: explained.allows,
		rows,
		findings: [...explained.findings, ...found],
		deadline,
	});
}

export { questionsOf };
