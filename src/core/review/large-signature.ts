import { known } from "../chain/chain-error.ts";
import type { EvmFacts } from "../chain/evm.ts";
import { amountParam, message, sentences } from "../message.ts";
import { roleOf } from "../people/counterparties.ts";
import { sameAddress } from "../people/labels.ts";
import { isUsedBefore } from "../risk/evm/calls.ts";
import { shareOf, unfamiliarText } from "../risk/evm/permissions/large-approval.ts";
import type { Finding } from "../risk/finding.ts";
import { isReactor } from "../signed/reactors.ts";
import { nameParam, tokenAmount, tokenOf, type User } from "../subject/subject.ts";
import type { Insight } from "./insight.ts";

/** Weighs the allowances of all signatures of a request together; large-approval.ts weighs what is sent. */

interface SignatureRow {
	readonly spender: string;
	readonly token: string;
	/** Base units. */
	readonly raw: bigint;
	readonly facts: EvmFacts | null;
}

interface Sum extends SignatureRow {
	/** null: nobody knows. */
	readonly held: bigint | null;
}

const isSame = (left: SignatureRow, right: SignatureRow) =>
	sameAddress(left.spender, right.spender) && sameAddress(left.token, right.token);

/** Returns allowances of strangers. A known contract that takes only against an order's price is left out. */
function rowsOf(insights: readonly Insight[], user: User): readonly SignatureRow[] {
	return insights
		.filter(({ content }) => content.kind === "typed_data")
		.flatMap(({ approvals, facts }) =>
			approvals.flatMap(({ grants, kind, amount, spender, token }): SignatureRow[] =>
				grants && kind === "allowance" && amount !== null ? [{ spender, token, raw: amount.raw, facts }] : [],
			),
		)
		.filter(
			({ spender, facts }) =>
				!isReactor(spender) &&
				!isUsedBefore(user, spender, roleOf("allowed", facts === null ? "" : String(facts.chainId))),
		);
}

function sumsOf(rows: readonly SignatureRow[]): readonly Sum[] {
	return rows
		.filter((row, at) => rows.findIndex((each) => isSame(each, row)) === at)
		.map((row) => ({
			...row,
			raw: rows.filter((each) => isSame(each, row)).reduce((sum, { raw }) => sum + raw, 0n),
			held: known(tokenOf(row.facts, row.token)?.balance),
		}));
}

const isHalf = ({ raw, held }: Sum): boolean => held === null || (held > 0n && raw * 2n >= held);

/** Returns the share of the holding, in thousandths. */
const thousandthsOf = ({ raw, held }: Sum): bigint =>
	held === null || held === 0n ? 0n : (raw * 1_000n) / held;

/** One spender gets parts of several holdings that are together as much as one of them. */
function manyParts(sums: readonly Sum[], user: User): Finding | null {
	for (const { spender } of sums) {
		const its = sums.filter((each) => sameAddress(each.spender, spender));
		if (its.length < 2 || its.reduce((sum, each) => sum + thousandthsOf(each), 0n) < 1_000n) continue;
		return {
			id: "large-approval",
			severity: "caution",
			text: message("finding.large-approval.parts", { who: nameParam(user, spender), count: its.length }),
			needsWord: false,
		};
	}
	return null;
}

/** Half of a holding or more, or a part of one that nobody knows, for a spender that was never allowed anything. */
export function largeSignature(insights: readonly Insight[], user: User): Finding | null {
	const sums = sumsOf(rowsOf(insights, user));
	const large = sums.filter(isHalf);
	const [worst] = large;
	if (worst === undefined) return manyParts(sums, user);
	const { spender, token, raw, held, facts } = worst;
	const others = large.length - 1;
	const text = sentences(
		message("finding.large-approval.signature", {
			who: nameParam(user, spender),
			amount: amountParam(tokenAmount(facts, token, raw)),
			share: shareOf(raw, held),
		}),
		...unfamiliarText(others),
	);
	return {
		id: "large-approval",
		severity: "danger",
		text,
		needsWord: true,
		stake: { kind: "address", address: spender },
	};
}
