import type { SvmStep } from "../../../decode/svm/decode-svm.ts";
import type { AppMeaning, AppPart } from "../../../decode/svm/meaning.ts";
import { describeStep } from "../../../explain/svm/describe.ts";
import { holderOfPart } from "../../../explain/svm/describe-app.ts";
import { readUint } from "../../../format/numeral.ts";
import { type Message, message, sentences } from "../../../message.ts";
import { isOwn, isUsedBefore, isUsers } from "../../../subject/svm/held.ts";
import { isSol, svmFlows } from "../../../subject/svm/outflow.ts";
import { rentOf } from "../../../subject/svm/rent.ts";
import { mintFor, type SvmSubject, svmNameParam, tokenAccountOf } from "../../../subject/svm/svm-subject.ts";
import { type AssetAmount, isDust, isListed } from "../../../subject/worth.ts";
import { type Finding, gravestFirst } from "../../finding.ts";
import { caution, danger, info, type SvmEvidence, type SvmRule } from "../finding.ts";

/**
 * A call of an app whose published interface is bundled. An app is known by its address alone, and whoever may upgrade
 * it can change what it does: what its interface says is only what is asked. So it takes a word like any program, but
 * where the whole transaction was simulated by the user's own RPC and everything that was seen is what was asked.
 */

type AppStep = SvmStep & { readonly meaning: AppMeaning };

const isApp = (step: SvmStep): step is AppStep => step.meaning.kind === "app";

/** Accounts and positions cost rent, which no interface states; in lamports. */
const MAX_RENT = 50_000_000n;
const WRAPPED_SOL = "So11111111111111111111111111111111111111112";
/** Wrapped or not, SOL is one. */
const assetKey = (asset: string): string => (isSol(asset) || asset === WRAPPED_SOL ? "native" : asset);

/** null where nobody says what it is. */
function keyOf(subject: SvmSubject, { account, mint }: AppPart): string | null {
	const asset = mint === "native" ? mint : mintFor(subject, account, mint);
	return asset === null ? null : assetKey(asset);
}

/** Only what is sent is for somebody else by its very purpose; a swap or a stake for a friend is none of the user's. */
const isFor = (subject: SvmSubject, act: AppMeaning["act"], key: string | null): boolean =>
	key !== null && (act === "transfer" ? isUsedBefore(subject, key, "paid") : isOwn(subject, key));

/** Whoever gets something or a right, and is not known to be the user or, if it is sent, somebody the user knows. */
function strangerIn(subject: SvmSubject, { act, gets, rulers }: AppMeaning): string | null {
	for (const part of gets) {
		const holder = holderOfPart(subject, part);
		if (!isFor(subject, act, holder)) return holder ?? part.account;
		// Whoever may close an account of wrapped SOL takes all that is in it.
		const closer = tokenAccountOf(subject.facts, part.account)?.closeAuthority ?? null;
		if (closer !== null && keyOf(subject, part) === "native" && !isOwn(subject, closer)) return closer;
	}
	return rulers.find((key) => !isFor(subject, act, key)) ?? null;
}

/** An account of the user's, or one of which nobody says whose it is, that the interface gives no reason to hand over. */
function unexplained(subject: SvmSubject, { meaning, accounts }: AppStep): string | null {
	const moved = [...meaning.gives, ...meaning.gets].map(({ account }) => account);
	const explained = new Set([...moved, ...meaning.keeps]);
	const roles = new Set(accounts.flatMap(({ pubkey, role }) => (role === null ? [] : [pubkey])));
	const odd = accounts.find(({ pubkey, writable, signer }) => {
		if (explained.has(pubkey)) return false;
		// A wallet signs and pays where the interface has a place for it.
		if (isOwn(subject, pubkey)) return (writable || signer) && !roles.has(pubkey);
		return writable && isUsers(subject, pubkey) !== false;
	});
	return odd?.pubkey ?? null;
}

type Sums = Map<string, bigint>;
const add = (sums: Sums, asset: string, raw: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + raw);

/** What the user's accounts gain and lose by the simulation, SOL and wrapped SOL as one. null: it says no amount. */
function seen({ subject, opinion: { own } }: SvmEvidence): Sums | null {
	const sums: Sums = new Map();
	if (own.state !== "done") return null;
	for (const { account, asset, amount, direction } of own.simulation.balanceChanges) {
		if (!isOwn(subject, account ?? null)) continue;
		const raw = readUint(amount.replace(/^-/, ""));
		if (raw === null) return null;
		add(sums, assetKey(asset), direction === "in" ? raw : -raw);
	}
	return sums;
}

interface SlippageBounds {
	/** The least that the user's accounts may have more of each; negative: the most that may leave. Without rent. */
	readonly net: Sums;
	/** In lamports, the most. */
	readonly rent: bigint;
	/** Without a stated amount, something must come. */
	readonly some: readonly string[];
	/** What the apps take. */
	readonly gives: ReadonlySet<string>;
	/** The most that leaves of each by any instruction, whatever comes. */
	readonly leaves: Sums;
}

/** What all instructions together ask for; null where an amount or a token is not stated. */
function asked(subject: SvmSubject, steps: readonly AppStep[]): SlippageBounds | null {
	const [net, leaves]: [Sums, Sums] = [new Map(), new Map()];
	const some: string[] = [];
	const gives = new Set<string>();
	const leave = (asset: string, amount: bigint) => {
		add(net, asset, -amount);
		add(leaves, asset, amount);
	};
	for (const { meaning } of steps) {
		for (const part of meaning.gives) {
			const key = keyOf(subject, part);
			if (key === null || part.amount === null) return null;
			leave(key, part.amount);
			if (part.amount > 0n) gives.add(key);
		}
		for (const part of meaning.gets) {
			const key = keyOf(subject, part);
			if (key === null) return null;
			if (meaning.act === "transfer" && !isOwn(subject, holderOfPart(subject, part))) continue;
			if (part.amount === null || part.bound === "most") some.push(key);
			else add(net, key, part.amount);
		}
	}
	for (const { asset, amount } of svmFlows(subject)) {
		if (asset === null) return null;
		leave(assetKey(asset), amount);
	}
	const opens = steps.some(
		({ meaning }) => meaning.act === "open" || meaning.act === "order" || meaning.act === "propose",
	);
	return { net, rent: (rentOf(subject) ?? 0n) + (opens ? MAX_RENT : 0n), some, gives, leaves };
}

/** Why what is given is no exchange for what comes; null where it may be one. */
function poor({ subject }: SvmEvidence, steps: readonly AppStep[], sums: Sums): Message | null {
	const parts = (sign: 1n | -1n): AssetAmount[] =>
		[...sums].flatMap(([asset, raw]) => (raw * sign > 0n ? [{ asset, raw: raw * sign }] : []));
	const given = parts(-1n).filter(({ asset }) => asset !== "native" || steps.some(givesSol));
	if (given.length === 0 || steps.every(({ meaning }) => hasItsPlace(subject, meaning))) return null;
	const got = parts(1n);
	if (got.length === 0) return message("finding.app-call.nothing-back");
	if (got.some(({ asset }) => !isListed(subject.chainRef, asset)))
		return message("finding.app-call.unlisted");
	return isDust(subject.chainRef, given, got) ? message("finding.app-call.dust") : null;
}

/** What is given needs no return: it is booked for the user, sent on purpose, or put into a position of theirs. */
const hasItsPlace = (subject: SvmSubject, { act, booked, gives, position }: AppMeaning): boolean =>
	booked || gives.length === 0 || act === "transfer" || isOwnPosition(subject, position);

/** The chain says that the account which owns the position is the user's, and holds it. */
function isOwnPosition(subject: SvmSubject, position: string | null): boolean {
	const held = position === null ? null : tokenAccountOf(subject.facts, position);
	return held !== null && held.amount > 0n && isOwn(subject, held.owner);
}

const givesSol = ({ meaning }: AppStep): boolean =>
	meaning.gives.some(({ mint }) => mint === "native" || mint === null || mint === WRAPPED_SOL);

/**
 * A swap must not accept far less, or take far more, than what is seen now: whoever sees it first could take the
 * difference. All instructions count, as what one brings too little of the next one takes of what the user held before.
 */
function isLoose(steps: readonly AppStep[], { net, leaves }: SlippageBounds, sums: Sums): boolean {
	const swaps = steps.filter(({ meaning }) => meaning.act === "swap");
	if (swaps.length === 0) return false;
	if (swaps.some(({ meaning }) => meaning.gets.some(({ amount }) => amount === null || amount === 0n)))
		return true;
	return [...net].some(([asset, worst]) => {
		const now = sums.get(asset) ?? 0n;
		const most = leaves.get(asset) ?? 0n;
		const scale = now > most ? now : most;
		return (now - worst) * 2n > scale;
	});
}

/** A debt of which far less than what is owed for it has come, or left again. */
function isDearDebt(
	subject: SvmSubject,
	steps: readonly AppStep[],
	{ leaves }: SlippageBounds,
	sums: Sums,
): boolean {
	return steps.some(
		({ meaning }) =>
			meaning.act === "borrow" &&
			meaning.gets.some((part) => {
				const key = keyOf(subject, part) ?? "";
				return ((sums.get(key) ?? 0n) + (leaves.get(key) ?? 0n)) * 2n < (part.amount ?? 0n);
			}),
	);
}

/** Why an app's call takes a word; null where everything that was seen is what was asked. */
function doubt(evidence: SvmEvidence, steps: readonly AppStep[]): Message | null {
	const { subject, opinion } = evidence;
	const { own } = opinion;
	if (own.state !== "done" || own.simulation.status !== "passed" || own.revert !== null)
		return message("finding.app-call.not-shown");
	const sums = seen(evidence);
	const request = asked(subject, steps);
	if (sums === null || request === null) return message("finding.app-call.not-stated");
	if (own.simulation.approvals.some(({ approved, amount }) => approved !== false && amount !== "0"))
		return message("finding.app-call.allows");
	if (own.controls.some(({ mine }) => mine)) return message("finding.app-call.changes-hands");
	const assets = new Set([...sums.keys(), ...request.net.keys()]);
	const least = (asset: string) => (request.net.get(asset) ?? 0n) - (asset === "native" ? request.rent : 0n);
	if ([...assets].some((asset) => (sums.get(asset) ?? 0n) < least(asset)))
		return message("finding.app-call.not-as-asked");
	if (request.some.some((asset) => (sums.get(asset) ?? 0n) <= 0n && !request.gives.has(asset)))
		return message("finding.app-call.no-return");
	if ([...request.gives].some((asset) => (sums.get(asset) ?? 0n) === 0n && !request.some.includes(asset)))
		return message("finding.app-call.not-seen");
	if (isLoose(steps, request, sums)) return message("finding.app-call.loose");
	if (isDearDebt(subject, steps, request, sums)) return message("finding.app-call.dear-debt");
	return poor(evidence, steps, sums);
}

const DEBT = message("finding.app-call.debt");
const UPGRADES = message("finding.app-call.upgrades");

function findingOf(evidence: SvmEvidence, step: AppStep, why: Message | null): Finding {
	const { subject } = evidence;
	const { meaning, programId, at } = step;
	const isDebt = meaning.act === "borrow";
	const call = message("finding.app-call", {
		place: String(at),
		app: meaning.app,
		program: svmNameParam(subject.user, programId),
		what: describeStep(subject, step).text,
	});
	const what = isDebt ? sentences(call, DEBT) : call;
	const stranger = strangerIn(subject, meaning);
	if (stranger !== null)
		return danger(
			"app-recipient",
			sentences(what, message("finding.app-recipient", { who: svmNameParam(subject.user, stranger) })),
			stranger,
		);
	const odd = unexplained(subject, step);
	if (odd !== null)
		return danger(
			"app-call",
			sentences(what, message("finding.app-call.also-given", { account: svmNameParam(subject.user, odd) })),
			programId,
		);
	const open = meaning.open ?? why;
	if (open !== null) return danger("app-call", sentences(what, open, UPGRADES), programId);
	const inPosition = isOwnPosition(subject, meaning.position);
	const finding = isDebt || inPosition ? caution : info;
	const seenSame = message(
		meaning.proposed.length > 0 ? "finding.app-call.proposed" : "finding.app-call.same",
	);
	const confirmations = inPosition ? [seenSame, message("finding.app-call.position")] : [seenSame];
	return finding("app-call", sentences(what, ...confirmations, UPGRADES));
}

export const appCall: SvmRule = (evidence) => {
	const steps = evidence.subject.steps.filter(isApp);
	if (steps.length === 0) return null;
	const why = doubt(evidence, steps);
	const found = steps.map((step) => findingOf(evidence, step, why));
	return found.find(({ id }) => id === "app-recipient") ?? gravestFirst(found)[0] ?? null;
};
