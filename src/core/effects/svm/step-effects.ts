import { factValue } from "../../chain/chain-error.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import { SVM_SYSTEM_PROGRAM } from "../../chain/well-known.ts";
import { isReadProgram, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import {
	type AccountWrite,
	type Comparison,
	codeOf,
	type ItemOpinion,
} from "../../decoded-transaction/opinion.ts";
import {
	accountOf,
	type DecodedSvmTransaction,
	mintFor,
	mintOf,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { givenTo, isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import {
	assetKey,
	type Basis,
	type CalledContract,
	type EffectAsset,
	fungible,
	type Gap,
	type Holding,
	type IssuerPower,
	type Movement,
	type Proposal,
	type RetainedPowers,
	type Right,
	type ShownBy,
	type StepEffects,
	type UnexplainedWrite,
	type UnreadInstruction,
} from "../effects.ts";
import { codeHistoriesOf } from "../evm/holder-codes.ts";
import { namesIn } from "../imitations.ts";
import { stepSimulation } from "../step-facts.ts";
import { svmTokens } from "../tokens.ts";
import { unaccountedIn } from "../unaccounted.ts";
import { appCallsIn } from "./app-calls.ts";
import { svmCosts } from "./costs.ts";
import { earlierPowers } from "./earlier-powers.ts";
import { svmMentions } from "./mentions.ts";
import {
	controlledBy,
	lenderOf,
	movementsBy,
	movementsProposed,
	positionsBy,
	proposedSteps,
	withSteps,
} from "./movements.ts";
import { observedMovements } from "./observed.ts";
import { holderBefore, type MovementDraft, mintAsset, readerOf, type SvmReader } from "./reader.ts";
import { observedRights, type RightDraft, rightsBy } from "./rights.ts";
import { paidAnew } from "./would-fail.ts";

const isRead = (facts: AccountWrite["after"]): boolean => facts === null || facts.data.kind !== "other";

/** An account without data, e.g. a wallet. A change of its owner counts as a right. */
const isEmpty = (facts: AccountWrite["after"]): boolean =>
	facts === null || (facts.owner === SVM_SYSTEM_PROGRAM && facts.size === 0);

const names = ({ accounts }: SvmStep, address: string): boolean =>
	accounts.some(({ pubkey }) => pubkey === address);

const losesKey = ({ after, keys }: AccountWrite): boolean =>
	after !== null && keys.some(({ stands }) => stands === "before");

function byReadProgram(steps: readonly SvmStep[], { address, before, after }: AccountWrite): boolean {
	const owners = [before, after].flatMap((facts) => (facts === null ? [] : [facts.owner]));
	return (
		owners.every(isReadProgram) &&
		steps.some(
			(step) => isReadProgram(step.programId) && step.meaning.kind !== "unknown" && names(step, address),
		)
	);
}

/**
 * A decoded app keeps its own records, so the user's key may appear in them and remain there. The key may
 * disappear only if the call transfers control, or if the interface gives the account a role.
 */
function byApp(steps: readonly SvmStep[], write: AccountWrite): boolean {
	const { address, after, keys } = write;
	return steps.some((step) => {
		const { meaning } = step;
		if (meaning.kind !== "app" || !names(step, address)) return false;
		if (keys.length === 0 || meaning.act === "control") return true;
		return after === null ? meaning.keeps.includes(address) : !losesKey(write);
	});
}

function isExplained({ subject, inner }: SvmReader, write: AccountWrite): boolean {
	const { before, after } = write;
	if (isRead(before) && isRead(after)) return true;
	if (isEmpty(before) && isEmpty(after)) return true;
	return byReadProgram([...subject.steps, ...inner], write) || byApp(subject.steps, write);
}

function unexplainedWrites(reader: SvmReader, step: number): readonly UnexplainedWrite[] {
	return reader.writes
		.filter((write) => write.isDataChanged && !isExplained(reader, write))
		.map(({ address, before, after, keys }) => ({
			address,
			owner: (before ?? after)?.owner ?? null,
			namesUser: keys.length > 0,
			step,
		}));
}

function tokensOf(reader: SvmReader, account: string, asset: EffectAsset): bigint | null {
	const { subject } = reader;
	const amounts = [...(subject.facts?.accounts.keys() ?? [])].flatMap((address) => {
		const data = tokenAccountOf(subject.facts, address);
		const isCounted = data?.owner === account && assetKey(mintAsset(reader, data.mint)) === assetKey(asset);
		return isCounted ? [data.amount] : [];
	});
	return amounts.length === 0 ? null : amounts.reduce((sum, each) => sum + each, 0n);
}

function lamportsOf(subject: DecodedSvmTransaction, account: string): bigint | null {
	const facts = accountOf(subject.facts, account);
	if (facts !== undefined) return facts?.lamports ?? 0n;
	return subject.read.staticKeys[0] === account ? factValue(subject.facts?.lamports) : null;
}

function hasNone(reader: SvmReader, account: string, asset: EffectAsset): boolean {
	const { subject } = reader;
	const opened = subject.steps.flatMap(({ meaning }) =>
		meaning.kind === "token_open" ? [meaning.account] : [],
	);
	return opened.some(
		(address) =>
			holderBefore(reader, address) === account &&
			accountOf(subject.facts, address) === null &&
			assetKey(mintAsset(reader, mintFor(subject, address, null))) === assetKey(asset),
	);
}

function balanceBefore(reader: SvmReader, account: string, asset: EffectAsset): bigint | null {
	const tokens = tokensOf(reader, account, asset);
	if (asset.kind !== "native") return tokens ?? (hasNone(reader, account, asset) ? 0n : null);
	const lamports = lamportsOf(reader.subject, account);
	return lamports === null ? null : lamports + (tokens ?? 0n);
}

function holdingsOf(
	reader: SvmReader,
	asked: readonly { readonly account: string; readonly asset: EffectAsset }[],
): readonly Holding[] {
	const each = new Map(asked.map((one) => [JSON.stringify([one.account, assetKey(one.asset)]), one]));
	return [...each.values()].map(({ account, asset }) => ({
		account,
		asset,
		amount: balanceBefore(reader, account, asset),
	}));
}

const POWERS: readonly (readonly [extension: string, power: IssuerPower])[] = [
	["PermanentDelegate", "permanent-delegate"],
	["TransferHook", "transfer-hook"],
	["TransferFeeConfig", "transfer-fee"],
	["DefaultAccountState", "default-state"],
	["PausableConfig", "pausable"],
	["NonTransferable", "non-transferable"],
];

const LISTED_CLUSTER = "mainnet-beta";

type Use = Pick<RetainedPowers, "use"> & { readonly mint: string };

function usesBy({ subject }: SvmReader, meaning: SvmMeaning): readonly Use[] {
	switch (meaning.kind) {
		case "token_transfer":
		case "token_approve": {
			const mint = mintFor(subject, meaning.source, meaning.mint);
			return mint === null ? [] : [{ mint, use: meaning.kind === "token_transfer" ? "sent" : "other" }];
		}
		case "token_open":
		case "token_mint":
			return [{ mint: meaning.mint, use: "other" }];
		case "control":
		case "unknown":
		case "app":
		case "budget":
		case "memo":
		case "lamports":
		case "create":
		case "assign":
		case "nonce":
		case "token_revoke":
		case "token_authority":
		case "token_burn":
		case "token_close":
		case "token_unwrap":
		case "token_freeze":
		case "withdraw":
		case "lockup":
		case "rule":
		case "other":
			return [];
	}
}

function incoming({ subject, local }: SvmReader): readonly Use[] {
	const seen = local.state === "done" ? local.simulation.balanceChanges : [];
	return [...(subject.simulation?.balanceChanges ?? []), ...seen].flatMap(({ direction, asset }) =>
		direction === "in" ? [{ mint: asset, use: "comes" as const }] : [],
	);
}

function retainedPowers(reader: SvmReader): readonly RetainedPowers[] {
	const { steps, facts } = reader.subject;
	const uses = [...steps.flatMap(({ meaning }) => usesBy(reader, meaning)), ...incoming(reader)];
	return uses.flatMap(({ mint, use }) => {
		const extensions = mintOf(facts, mint)?.extensions ?? [];
		const powers = POWERS.flatMap(([extension, power]) => (extensions.includes(extension) ? [power] : []));
		const isListed = wellKnownAt(LISTED_CLUSTER, mint) !== null;
		return powers.length === 0 ? [] : [{ asset: fungible(mint), powers, use, isListed }];
	});
}

/**
 * Returns whether the bytes alone state what the instruction takes from the signer. Returns `false` if the
 * instruction grants any right other than an allowance.
 */
function isPlain(meaning: SvmMeaning, signer: string): boolean {
	switch (meaning.kind) {
		case "budget":
		case "memo":
		case "lamports":
		case "create":
		case "token_transfer":
		case "token_burn":
		case "token_approve":
		case "token_revoke":
		case "token_mint":
		case "token_open":
			return true;
		case "token_close":
		case "token_unwrap":
		case "withdraw":
			return meaning.to === signer;
		case "nonce":
			return meaning.what === "withdraw" && meaning.to === signer;
		case "rule":
			return meaning.withdrawer === signer && meaning.staker === signer && meaning.lockup === null;
		case "other":
			return !meaning.control && meaning.rent !== true;
		case "control":
		case "unknown":
		case "app":
		case "assign":
		case "token_authority":
		case "token_freeze":
		case "lockup":
			return false;
	}
}

/** A token amount isn't evidence unless the mint is named. */
function shownBy(reader: SvmReader): ShownBy {
	const { steps, signer } = reader.subject;
	const isNamed = steps.every((step) =>
		movementsBy(reader, step).every(({ asset }) => asset.kind !== "unknown"),
	);
	if (isNamed && steps.every(({ meaning }) => isPlain(meaning, signer))) return "bytes";
	return steps.some(({ meaning }) => meaning.kind === "unknown" || meaning.kind === "app")
		? "nothing"
		: "simulation";
}

function unreadInstructions(
	{ subject }: SvmReader,
	opinion: Parameters<typeof codeOf>[0],
	step: number,
): readonly UnreadInstruction[] {
	return subject.steps.flatMap((each, index): readonly UnreadInstruction[] => {
		const { programId, program, meaning } = each;
		const isEmpty = !isReadProgram(programId) && codeOf(opinion, programId)?.size === 0;
		const isUnread = meaning.kind === "unknown";
		if (!isUnread && !isEmpty) return [];
		return [
			{
				target: programId,
				name: program,
				step,
				at: index + 1,
				isEmpty,
				isUnread,
				gives: isUnread ? givenTo(subject, each) : null,
			},
		];
	});
}

const HARMLESS: ReadonlySet<SvmMeaning["kind"]> = new Set(["budget", "memo", "token_revoke", "token_open"]);
const PAYS: ReadonlySet<SvmMeaning["kind"]> = new Set(["lamports", "token_transfer"]);

function proposalsIn(reader: SvmReader): readonly Proposal[] {
	return reader.subject.steps.flatMap((step) => {
		const all = proposedSteps(step);
		const steps = all.filter(({ meaning }) => !HARMLESS.has(meaning.kind));
		if (steps.length === 0) return [];
		const payments = steps.filter(({ meaning }) => PAYS.has(meaning.kind));
		const moved = payments.flatMap((each) => movementsBy(withSteps(reader, all), each));
		const payees = moved.flatMap(({ to }) => (to === null ? [] : [to]));
		return [{ payees, doesMore: payments.length < steps.length || payees.length < moved.length }];
	});
}

/**
 * Returns whether an instruction doesn't state its own effect, e.g. because an app call executes an earlier
 * decision.
 */
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
	const { local } = reader;
	const isDone = local.state === "done" && local.simulation.status === "passed";
	const hasUnread = local.state === "done" && (local.unread ?? []).length > 0;
	return [
		...(isDone ? [] : (["not-simulated"] as const)),
		...(isLeftOpen(reader) || hasUnread ? (["unread"] as const) : []),
	];
}

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

export function svmStepEffects(
	original: DecodedSvmTransaction,
	opinion: ItemOpinion,
	step: number,
	verdict: Comparison["verdict"],
): StepEffects {
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
	const isTheirs = (account: string) => isUserKey(subject, account) || controlled.includes(account);
	return {
		movements,
		rights,
		signatures: [],
		unexplained: unexplainedWrites(reader, step),
		unaccounted: unaccountedIn({ subject: original, opinion, step }),
		unreadInstructions: unreadInstructions(reader, opinion, step),
		unreadCalls: [],
		tails: [],
		takers: [],
		retainedPowers: retainedPowers(reader),
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
		simulation: stepSimulation(original, opinion.local, verdict),
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
