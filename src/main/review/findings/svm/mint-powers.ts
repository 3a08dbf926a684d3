import { mintFor, mintOf, mintUnit, type SvmSubject } from "../../svm-subject.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { block, caution, info, type SvmEvidence, type SvmRule } from "./finding.ts";

/** Token-2022 extensions that take something from whoever holds the token, by the chain's own data. */

const POWERS: readonly (readonly [extension: string, words: string])[] = [
	["PermanentDelegate", "its permanent delegate may take it from every account at any time"],
	["TransferHook", "a program of its maker runs at each transfer (transfer hook) and can stop it"],
	["TransferFeeConfig", "it keeps a fee of each transfer, so that less arrives than is sent"],
	["DefaultAccountState", "new accounts of it can be frozen from the start"],
	["PausableConfig", "its maker can stop all transfers"],
];

interface Used {
	readonly mint: string;
	readonly moves: boolean;
}

/** Mints that come in by either simulation: what comes in may be worth nothing to the person. */
function incoming({ subject, opinion }: SvmEvidence): string[] {
	const own = opinion.own.state === "done" ? opinion.own.simulation.balanceChanges : [];
	const told = subject.simulation?.balanceChanges ?? [];
	return [...told, ...own].filter(({ direction }) => direction === "in").map(({ asset }) => asset);
}

function mintsOf(evidence: SvmEvidence): Used[] {
	const { subject } = evidence;
	const used = subject.steps.flatMap(({ meaning }): Used[] => {
		switch (meaning.kind) {
			case "token_transfer":
			case "token_approve": {
				const mint = mintFor(subject, meaning.source, meaning.mint);
				return mint === null ? [] : [{ mint, moves: meaning.kind === "token_transfer" }];
			}
			case "token_open":
			case "token_mint":
				return [{ mint: meaning.mint, moves: false }];
			default:
				return [];
		}
	});
	return [...used, ...incoming(evidence).map((mint) => ({ mint, moves: false }))];
}

function findingFor(subject: SvmSubject, { mint, moves }: Used): Finding | null {
	const extensions = mintOf(subject.facts, mint)?.extensions ?? [];
	const { symbol } = mintUnit(subject.facts, mint);
	if (moves && extensions.includes("NonTransferable"))
		return block("non-transferable", `${symbol}: this token can't be sent on, so the transfer would fail.`);
	const found = POWERS.filter(([extension]) => extensions.includes(extension)).map(([, words]) => words);
	if (found.length === 0) return null;
	// Whoever sends it on holds it already, and learns nothing that they could avoid.
	return (moves ? info : caution)(
		"mint-powers",
		`${symbol} is a token with powers of its own: ${found.join("; ")}.`,
	);
}

export const mintPowers: SvmRule = (evidence) => {
	const all = mintsOf(evidence).map((used) => findingFor(evidence.subject, used));
	const found = all.filter((finding) => finding !== null);
	return gravestFirst(found)[0] ?? null;
};
