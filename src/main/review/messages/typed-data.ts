import { known } from "../../chains/chain-error.ts";
import { chainName } from "../../chains/names.ts";
import type { TypedData, TypedNode } from "../../match/typed-data.ts";
import { deadlineOf, memberAt } from "../../match/typed-data-kinds.ts";
import { knownAddresses, labelOf, lookAlikeOf } from "../../policy/labels.ts";
import type { Finding } from "../findings/finding.ts";
import { plain } from "../plain.ts";
import { nameOf, tokenOf, unitOf } from "../subject.ts";
import type { MessageInsight } from "./content.ts";
import { imitationIn } from "./imitation.ts";
import { knownKind, questionsOf } from "./known.ts";
import {
	addressWords,
	danger,
	type Explanation,
	finding,
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

function chainFinding(telling: MessageTelling, data: TypedData): Finding | null {
	if (data.domain.chainId === null)
		return danger("domain-chain", "It names no chain, so the signature may count on every chain.");
	if (telling.chainRef !== null) return null;
	const where = chainName(String(data.domain.chainId));
	return danger(
		"domain-chain",
		`It is for ${where}, and the request itself names no chain to compare that with.`,
	);
}

/** Who reads the signature: a contract, and where the kind has one known place, that one. */
function contractFinding(telling: MessageTelling, data: TypedData, kind: Known | null): Finding | null {
	const contract = data.domain.verifyingContract;
	if (contract === null)
		return kind === null ? null : danger("domain-contract", "It names no contract that reads the signature.");
	const who = nameOf(telling.person, contract);
	if (telling.facts?.rightChain === true && known(telling.facts.codeAtTo) === false)
		return danger(
			"domain-no-code",
			`There is no contract at ${who} on this chain, which is to read the signature.`,
		);
	if (kind === null || kind.contracts.length === 0 || kind.contracts.includes(contract)) return null;
	return danger(
		"domain-contract",
		`${who} is not the known contract for this kind of signature (${kind.name}).`,
	);
}

function deadlineFinding(telling: MessageTelling, deadline: bigint | null): Finding | null {
	if (deadline === null) return null;
	if (deadline <= nowSeconds(telling))
		return finding(
			"deadline-past",
			"block",
			`This ended at ${timeWords(deadline)}, so it is not signed. Nothing was signed; ask the agent for it again.`,
		);
	if (!isFar(telling, deadline)) return null;
	const words = `The signature can be used ${deadline > 253_402_300_799n ? "without end" : `until ${timeWords(deadline)}`}, which is more than a year.`;
	return finding("deadline-far", "caution", words);
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
	const { accounts, labels } = telling.person;
	const own = knownAddresses(accounts, labels);
	const parties = (kind?.parties ?? []).map((path) => memberAt(data.message, path));
	for (const address of [...parties, data.domain.verifyingContract]) {
		const imitated = typeof address === "string" ? lookAlikeOf(address, own) : null;
		if (imitated === null) continue;
		const label = labelOf(labels, imitated);
		const whom = label === null ? "one of your own accounts" : `“${plain(label)}”`;
		return danger(
			"look-alike",
			`${String(address)} looks like ${whom} (${imitated}) at both ends, but it is another address.`,
		);
	}
	return null;
}

/** Nothing is sent by signing, which is why people sign too lightly. */
function heldFinding(kind: Known | null): Finding | null {
	return kind === null
		? null
		: finding(
				"held-signature",
				"caution",
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
	const rows = [...explained.rows, ...domainRows(telling, data)];
	const texts = [...textsIn(data.domainTree), ...textsIn(data.tree), data.primaryType, ...telling.texts];
	const found = [
		chainFinding(telling, data),
		contractFinding(telling, data, kind),
		deadlineFinding(telling, deadline),
		unlimitedFinding(telling, explained),
		lookAlikeFinding(telling, data, kind),
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
