import { isReadProgram, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { LegOpinion } from "../../subject/opinion.ts";
import { isOwn } from "../../subject/svm/held.ts";
import type { SvmSubject } from "../../subject/svm/svm-subject.ts";
import type { Basis, CalledContract, Gap, Movement, Right, StepEffects } from "../effects.ts";
import { codeHistoriesOf } from "../evm/holder-codes.ts";
import { namesIn } from "../imitations.ts";
import { svmTokens } from "../tokens.ts";
import { unaccountedIn } from "../unaccounted.ts";
import { appCallsIn } from "./app-calls.ts";
import { svmCosts } from "./costs.ts";
import { earlierPowers } from "./earlier-powers.ts";
import { holdingsOf } from "./holdings.ts";
import { keptPowers } from "./issuer-powers.ts";
import { svmMentions } from "./mentions.ts";
import { controlledBy, lenderOf, movementsBy, movementsProposed, positionsBy } from "./movements.ts";
import { paidAnew } from "./new-accounts.ts";
import { observedMovements } from "./observed.ts";
import { proposalsIn } from "./proposals.ts";
import { type MovementDraft, readerOf, type SvmReader } from "./reader.ts";
import { observedRights, type RightDraft, rightsBy } from "./rights.ts";
import { shownBy } from "./shown-by.ts";
import { unexplainedWrites } from "./unexplained.ts";
import { unreadInstructions } from "./unread.ts";

/** Effects of one Solana transaction: by its bytes, by our own simulation, and permitted for later. */

/** Whether an app's call runs a decision that was made elsewhere, so that its bytes do not state its effect. */
function isLeftOpen({ subject }: SvmReader): boolean {
	return subject.steps.some(({ meaning }) => {
		if (meaning.kind === "unknown") return true;
		if (meaning.kind !== "app") return false;
		const { act, proposed, open } = meaning;
		return (
			act === "approve" || act === "execute" || (act === "propose" && proposed.length === 0 && open !== null)
		);
	});
}

function gapsOf(reader: SvmReader): readonly Gap[] {
	const { own } = reader;
	const isDone = own.state === "done" && own.simulation.status === "passed";
	const hasUnread = own.state === "done" && (own.unread ?? []).length > 0;
	return [
		...(isDone ? [] : (["not-simulated"] as const)),
		...(isLeftOpen(reader) || hasUnread ? (["unread"] as const) : []),
	];
}

/** Accounts and assets of which it matters how much there was. */
function holders(movements: readonly Movement[], rights: readonly Right[]) {
	return [
		...movements.flatMap(({ from, to, asset }) =>
			[from, to].flatMap((account) => (account === null ? [] : [{ account, asset }])),
		),
		...rights.flatMap(({ account, scope }) =>
			scope.kind === "asset" ? [{ account, asset: scope.asset }] : [],
		),
	];
}

/** Returns the programs of all instructions, each once; one that can't be read of any counts as unread. */
function calledIn(steps: readonly SvmStep[], step: number): readonly CalledContract[] {
	const unread = new Set(
		steps.filter(({ meaning }) => meaning.kind === "unknown").map(({ programId }) => programId),
	);
	const isFee = ({ meaning }: SvmStep) => meaning.kind === "budget";
	const ordered = [...steps.filter((each) => !isFee(each)), ...steps.filter(isFee)];
	return [...new Set(ordered.map(({ programId }) => programId))].map((address) => ({
		address,
		step,
		of: "program",
		isOuter: true,
		isRead: !unread.has(address),
		isPayment: false,
		isPlain: isReadProgram(address),
	}));
}

/** @param step position in the request, counted from 0 */
export function svmStepEffects(original: SvmSubject, opinion: LegOpinion, step: number): StepEffects {
	const reader = readerOf(original, opinion);
	const { subject } = reader;
	const { steps } = subject;
	const moved =
		(basis: Basis) =>
		(draft: MovementDraft): Movement => ({ ...draft, step, basis, until: null });
	const given =
		(basis: Basis) =>
		(draft: RightDraft): Right => ({ ...draft, step, basis });
	const named = [...new Set(steps.flatMap((each) => controlledBy(reader, each)))];
	const observed = observedMovements(reader, named);
	const lenders = new Set(steps.map((each) => lenderOf(reader, each)));
	const controlled = [...new Set([...named, ...observed.controlled])];
	const movements = [
		...steps.flatMap((each) => movementsBy(reader, each)).map(moved("decoded")),
		...steps.flatMap((each) => movementsProposed(reader, each)).map(moved("permitted")),
		...observed.movements.map(moved("observed")),
		...(reader.writes.length > 0
			? steps.flatMap((each) => positionsBy(reader, each)).map(moved("observed"))
			: []),
	];
	const rights = [
		...steps.flatMap((each) => rightsBy(reader, each, controlled)).map(given("decoded")),
		...observedRights(reader, controlled).map(given("observed")),
	];
	const isTheirs = (account: string) => isOwn(subject, account) || controlled.includes(account);
	return {
		movements,
		rights,
		unexplained: unexplainedWrites(reader, step),
		unaccounted: unaccountedIn({ subject: original, opinion, step }),
		unreadInstructions: unreadInstructions(reader, opinion, step),
		unreadCalls: [],
		tails: [],
		takers: [],
		keptPowers: keptPowers(reader),
		proposals: proposalsIn(reader),
		appCalls: appCallsIn({ subject: original, opinion }, step),
		holdings: holdingsOf(
			reader,
			holders(movements, rights).filter(({ account }) => isTheirs(account)),
		),
		controlled,
		lenders: controlled.filter((each) => lenders.has(each)),
		called: calledIn(steps, step),
		costs: svmCosts(subject, step),
		gaps: gapsOf(reader),
		shownBy: shownBy(reader),
		holderCodes: new Map(),
		codeHistories: codeHistoriesOf(opinion),
		mentions: svmMentions(original),
		declaredNames: namesIn(original.simulation),
		tokens: svmTokens(original, opinion),
		earlierPowers: earlierPowers(reader),
		newAccounts: [...paidAnew(original).keys()],
		unheard: [],
		disowned: [],
	};
}
