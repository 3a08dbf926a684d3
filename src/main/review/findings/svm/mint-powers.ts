import { mintFor, mintOf, mintUnit, type SvmSubject } from "../../svm-subject.ts";
import type { Finding } from "../finding.ts";
import { block, caution, type SvmRule } from "./finding.ts";

/** Token-2022 extensions that take something from whoever holds the token, by the chain's own data. */

const POWERS: readonly (readonly [extension: string, words: string])[] = [
	["PermanentDelegate", "its maker may take it from every account at any time"],
	["TransferHook", "a program of its maker runs at each transfer and can stop it"],
	["TransferFeeConfig", "it keeps a fee of each transfer, so that less arrives than is sent"],
	["DefaultAccountState", "new accounts of it can be frozen from the start"],
	["PausableConfig", "its maker can stop all transfers"],
];

interface Used {
	readonly mint: string;
	readonly moves: boolean;
}

function mintsOf(subject: SvmSubject): Used[] {
	return subject.steps.flatMap(({ meaning }): Used[] => {
		if (meaning.kind === "token_transfer") {
			const mint = mintFor(subject, meaning.source, meaning.mint);
			return mint === null ? [] : [{ mint, moves: true }];
		}
		return meaning.kind === "token_open" ? [{ mint: meaning.mint, moves: false }] : [];
	});
}

function findingFor(subject: SvmSubject, { mint, moves }: Used): Finding | null {
	const extensions = mintOf(subject.facts, mint)?.extensions ?? [];
	const { symbol } = mintUnit(subject.facts, mint);
	if (moves && extensions.includes("NonTransferable"))
		return block("non-transferable", `${symbol}: this token can't be sent on, so the transfer would fail.`);
	const found = POWERS.filter(([extension]) => extensions.includes(extension)).map(([, words]) => words);
	return found.length === 0 ? null : caution("mint-powers", `Of ${symbol}: ${found.join("; ")}.`);
}

export const mintPowers: SvmRule = ({ subject }) => {
	const all = mintsOf(subject).map((used) => findingFor(subject, used));
	const found = all.filter((finding) => finding !== null);
	return found.find(({ severity }) => severity === "block") ?? found[0] ?? null;
};
