import { wellKnownAt } from "../../../chain/tokens/known.ts";
import { type Message, message } from "../../../message.ts";
import { mintFor, mintOf, mintUnit, type SvmSubject } from "../../../subject/svm/svm-subject.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { block, caution, danger, info, type SvmEvidence, type SvmRule } from "../finding.ts";

/** Token-2022 extensions that take something from whoever holds the token, by the chain's own data. */

const POWERS: readonly (readonly [extension: string, text: Message])[] = [
	["PermanentDelegate", message("token.power.permanent-delegate")],
	["TransferHook", message("token.power.transfer-hook")],
	["TransferFeeConfig", message("token.power.transfer-fee")],
	["DefaultAccountState", message("token.power.default-state")],
	["PausableConfig", message("token.power.pausable")],
	["NonTransferable", message("token.power.non-transferable")],
];

const together = (first: Message, ...others: readonly Message[]): Message =>
	others.reduce((text, next) => message("parts", { first: text, next }), first);

interface Used {
	readonly mint: string;
	readonly moves: boolean;
	readonly comes?: boolean;
}

/** Mints that come in by either simulation: what comes in may be worth nothing to the user. */
function incoming({ subject, opinion }: SvmEvidence): string[] {
	const own = opinion.own.state === "done" ? opinion.own.simulation.balanceChanges : [];
	const changes = subject.simulation?.balanceChanges ?? [];
	return [...changes, ...own].filter(({ direction }) => direction === "in").map(({ asset }) => asset);
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
	return [...used, ...incoming(evidence).map((mint) => ({ mint, moves: false, comes: true }))];
}

/** On no list, and its maker may take it back at any time: whoever pays for it has nothing. */
const isTrap = (mint: string, extensions: readonly string[]) =>
	extensions.includes("PermanentDelegate") && wellKnownAt("mainnet-beta", mint) === null;

function findingFor(subject: SvmSubject, { mint, moves, comes = false }: Used): Finding | null {
	const extensions = mintOf(subject.facts, mint)?.extensions ?? [];
	const { symbol } = mintUnit(subject.facts, mint);
	if (moves && extensions.includes("NonTransferable"))
		return block("non-transferable", message("finding.non-transferable", { symbol }));
	const found = POWERS.filter(([extension]) => extensions.includes(extension)).map(([, text]) => text);
	const [first, ...others] = found;
	if (first === undefined) return null;
	const powers = together(first, ...others);
	if (comes && isTrap(mint, extensions))
		return danger("mint-powers", message("finding.mint-powers.trap", { symbol, powers }), mint);
	// Whoever sends it on holds it already, and learns nothing that they could avoid.
	return (moves ? info : caution)("mint-powers", message("finding.mint-powers", { symbol, powers }));
}

export const mintPowers: SvmRule = (evidence) => {
	const all = mintsOf(evidence).map((used) => findingFor(evidence.subject, used));
	const found = all.filter((finding) => finding !== null);
	return gravestFirst(found)[0] ?? null;
};
