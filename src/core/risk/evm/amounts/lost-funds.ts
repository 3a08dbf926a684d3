import { leavesOf } from "../../../decode/evm/leaves.ts";
import type { ActWhat } from "../../../decode/evm/meaning.ts";
import { payeesOf } from "../../../effects/evm/call-parties.ts";
import { callsOf, type MadeCall } from "../../../effects/evm/calls.ts";
import type { Amount } from "../../../format/amount.ts";
import { amountParam, message } from "../../../message.ts";
import { nameParam, nativeAmount, type Subject, tokenAmount } from "../../../subject/subject.ts";
import { type AssetAmount, isNextToNothing } from "../../../subject/worth.ts";
import type { Finding, FindingRule } from "../../finding.ts";

const amountOf = ({ chainRef, facts }: Subject, { asset, raw }: AssetAmount): Amount =>
	asset === "native" ? nativeAmount(chainRef, raw) : tokenAmount(facts, asset, raw);

const ZERO = `0x${"0".repeat(40)}`;

/** Where these name nobody, they take something back, or name no one in particular. */
const NAMES_NOBODY: ReadonlySet<ActWhat> = new Set<ActWhat>([
	"record",
	"register",
	"setting",
	"right",
	"order",
]);

/** Sent to nobody. What is only supposed of an unknown contract is told by other rules. */
function burns(call: MadeCall): boolean {
	const { meaning } = call.decoded;
	if (meaning.kind === "unknown" || (meaning.kind === "act" && NAMES_NOBODY.has(meaning.what))) return false;
	return payeesOf(call).some((to) => to === ZERO);
}

/** The token's own contract, as who gets it; null for all other calls. */
function keptByToken({ decoded: { meaning, target } }: MadeCall): string | null {
	const isMove = meaning.kind === "transfer" || meaning.kind === "transferFrom" || meaning.kind === "items";
	return isMove && meaning.to === target ? target : null;
}

/** A position or share that is opened for the contract itself: nobody there can take it out again. */
const keptByOpener = ({ decoded: { meaning, target } }: MadeCall): string | null =>
	meaning.kind === "act" &&
	meaning.what === "add-liquidity" &&
	meaning.gets.some(({ party }) => party === "here" || party === target)
		? target
		: null;

/** More than next to nothing of what a pool owes the caller, and that a call may leave to it. */
function givenUp(subject: Subject): AssetAmount | null {
	const parts = leavesOf(subject.decoded, subject.signer).flatMap(
		({ decoded: { meaning } }): AssetAmount[] => {
			if (meaning.kind !== "act" || meaning.what !== "forfeit") return [];
			return meaning.gives.flatMap(({ asset, amount }) =>
				asset === null || amount === null ? [] : [{ asset, raw: amount }],
			);
		},
	);
	return parts.find((part) => !isNextToNothing(subject.chainRef, [part])) ?? null;
}

const lost = (text: Finding["text"]): Finding => ({
	id: "lost-funds",
	severity: "danger",
	text,
	needsWord: true,
});

/** Sent to nobody, or to the token's own contract, or kept by the contract that is called, at any depth: as good as burnt; or given up by name. */
export const lostFunds: FindingRule = ({ subject }) => {
	const { user } = subject;
	const calls = callsOf(subject);
	const forfeit = givenUp(subject);
	if (forfeit !== null)
		return lost(message("finding.lost-funds.given-up", { amount: amountParam(amountOf(subject, forfeit)) }));
	if (calls.some(burns))
		return { ...lost(message("finding.lost-funds.zero")), short: message("reason.zero-address") };
	const kept = calls.flatMap((call) => keptByToken(call) ?? [])[0];
	if (kept !== undefined)
		return lost(message("finding.lost-funds.token", { contract: nameParam(user, kept) }));
	const opener = calls.flatMap((call) => keptByOpener(call) ?? [])[0];
	return opener === undefined
		? null
		: lost(message("finding.lost-funds.opener", { contract: nameParam(user, opener) }));
};
