import type { ApprovalChange, PipelineSimulation } from "../../service-api/simulation.ts";
import { known } from "../chain/chain-error.ts";
import { approvalEffects } from "../effects/compare/approvals.ts";
import { balanceEffects, type Net, netsOf } from "../effects/compare/balances.ts";
import { isUndeclared } from "../effects/compare/compare.ts";
import { controlText } from "../effects/compare/text.ts";
import { explainedByCalls } from "../effects/evm/explained.ts";
import type { ExplainedOutflow, ExplainedRight, Explanation } from "../effects/explanation.ts";
import { type FamilyOperations, familyOperationsOf } from "../effects/family.ts";
import { explainedByInstructions } from "../effects/svm/explained.ts";
import { readUint } from "../format/numeral.ts";
import { type Message, message, sentences } from "../message.ts";
import { type Comparison, type LegOpinion, passedOf } from "../subject/opinion.ts";
import { type Subject, tokenOf } from "../subject/subject.ts";
import type { SvmSubject } from "../subject/svm/svm-subject.ts";
import { type About, aboutEffect, type Finding } from "./finding.ts";

/**
 * A loss that our own simulation shows and the payload's bytes do not account for is a danger, whatever its size, its
 * declaration or the name of the call. What the bytes account for is weighed by other rules; so is what a call that can't
 * be read exchanges. A loss that the service does not declare is refused already.
 */

interface LossEvidence {
	readonly subject: Subject | SvmSubject;
	readonly opinion: LegOpinion;
	readonly comparison: Comparison;
	/** EVM steps of the same request that come before it. */
	readonly earlier?: readonly Subject[];
}

/** Base units that tokens which count in shares move beyond what they are asked for. */
const ROUNDING = 10n;

const isEnough = (most: bigint, { raw, item }: Net): boolean =>
	most + (most === 0n || item !== null ? 0n : ROUNDING) >= -raw;

/** Number of losses that the finding names. */
const MAX_LISTED = 3;

const ZERO = /^0x0+$/;

const total = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, each) => sum + each, 0n);

/** Burned, or back with whoever issued it or is named. What a contract keeps in its own books need not be logged. */
function isGivenUp({ asset, sides, unnamed }: Net, to: readonly string[]): boolean {
	const isSeen = to.includes(asset) || (unnamed === 0n && sides.size > 0);
	return isSeen && [...sides.keys()].every((side) => ZERO.test(side) || side === asset || to.includes(side));
}

/** Those whom the bytes name get no less of it than all others together. */
function reaches({ sides }: Net, recipients: readonly string[]): boolean {
	const named = total([...sides].filter(([to]) => recipients.includes(to)).map(([, amount]) => amount));
	return sides.size === 0 || named * 2n >= total(sides.values());
}

const bears = (loss: Net, { account, covers, givenUpTo }: ExplainedOutflow): boolean =>
	account === loss.account &&
	covers(loss.asset, loss.item) &&
	(givenUpTo === null || isGivenUp(loss, givenUpTo));

function isNamed(loss: Net, outflows: readonly ExplainedOutflow[]): boolean {
	const found = outflows.filter((each) => each.isNamed && bears(loss, each));
	const amounts = found.flatMap(({ most }) => (most === null ? [] : [most]));
	const isBound = amounts.length === found.length;
	const recipients = found.flatMap(({ to }) => (to === null ? [] : [to]));
	if (found.length === 0 || (isBound && !isEnough(total(amounts), loss))) return false;
	return recipients.length < found.length || reaches(loss, recipients);
}

/** Takes losses that amounts of open assets account for out of `losses`: each amount accounts for one. */
function withoutOpen(losses: readonly Net[], outflows: readonly ExplainedOutflow[]): readonly Net[] {
	const left = losses.toSorted((one, other) => (one.raw < other.raw ? -1 : 1));
	for (const open of outflows) {
		if (open.isNamed) continue;
		const at = left.findIndex(
			(loss) => bears(loss, open) && (open.most === null || isEnough(open.most, loss)),
		);
		if (at !== -1) left.splice(at, 1);
	}
	return left;
}

function isRightExplained(
	family: FamilyOperations,
	{ account, asset, spender, amount, kind }: ApprovalChange,
	rights: readonly ExplainedRight[],
): boolean {
	// Without an amount it has no limit.
	const raw = readUint(amount ?? "");
	return rights.some(
		(right) =>
			right.account === family.account(account) &&
			(right.token === null || right.token === family.token(asset)) &&
			right.spender === family.account(spender) &&
			(right.most === null || kind !== "allowance" || (raw !== null && raw <= right.most)),
	);
}

/** Somebody else may take something of the user's from now on. */
const isGrant = (family: FamilyOperations, { account, spender, approved, amount }: ApprovalChange): boolean =>
	family.mine(family.account(account)) &&
	!family.mine(family.account(spender)) &&
	approved !== false &&
	amount !== "0";

/** Part of a holding below which a loss through a call that can't be read is left to the rules on such calls. */
const SMALL_PART = 100n;

/** Base units that the signer holds; `null` if the chain did not say. */
function heldOf({ facts }: Subject, asset: string): bigint | null {
	return asset === "native" ? known(facts?.balance) : known(tokenOf(facts, asset)?.balance);
}

/** All of it goes to accounts of the user's and to contacts. */
const staysAmongKnown = (family: FamilyOperations, { sides, unnamed }: Net): boolean =>
	unnamed === 0n && sides.size > 0 && [...sides.keys()].every((side) => family.knows(side));

/**
 * Whether other rules weigh a loss that a call may cause which can't be read: an exchange, an item, a payment to
 * contacts or a small part; and what earlier steps may have brought in, which the whole request is weighed for. On
 * Solana every program that can't be read is a danger already.
 */
function isWeighedElsewhere(
	{ subject, earlier = [] }: LossEvidence,
	family: FamilyOperations,
	net: Net,
	isBack: boolean,
): boolean {
	if ("steps" in subject || earlier.length > 0 || isBack || net.item !== null || staysAmongKnown(family, net))
		return true;
	const held = heldOf(subject, net.asset);
	return held !== null && -net.raw * SMALL_PART < held;
}

/** A loss in words, and what of it does not move with figures. */
interface Loss {
	readonly text: Message;
	readonly about: About;
	/** Who gets it; `null` if nobody is named. */
	readonly other: string | null;
}

const keyOf = ({ account, asset, item }: Net) => JSON.stringify([account, asset, item]);

function lossesOf(
	evidence: LossEvidence,
	family: FamilyOperations,
	own: PipelineSimulation,
): readonly Loss[] {
	const { mayMoveUnread, outflows, rights } = explanationOf(evidence, family);
	const nets = [...netsOf(family, own.balanceChanges, false).values()].filter(({ account }) =>
		family.mine(account),
	);
	const isBack = nets.some(({ raw }) => raw > 0n);
	const lost = nets.filter(
		(net) =>
			net.raw < 0n &&
			!isNamed(net, outflows) &&
			!(mayMoveUnread(net.asset) && isWeighedElsewhere(evidence, family, net, isBack)),
	);
	const ours = new Map(withoutOpen(lost, outflows).map((net) => [keyOf(net), net]));
	const approvals = own.approvals.filter(
		(each) => isGrant(family, each) && !isRightExplained(family, each, rights),
	);
	const effects = [
		...balanceEffects(family, { theirs: new Map(), ours }, null),
		...approvalEffects(family, null, { ...own, approvals }),
	];
	return effects.map((effect) => ({ text: effect.text, about: aboutEffect(effect), other: effect.other }));
}

function controlLosses(family: FamilyOperations, { own }: LegOpinion): readonly Loss[] {
	if (own.state !== "done") return [];
	return own.controls
		.filter((control) => control.mine && !family.plainly(control))
		.map((control) => ({
			text: controlText(family, control, "not asked"),
			about: ["control", control.what, control.account, control.after],
			other: control.after,
		}));
}

const explanationOf = ({ subject, opinion }: LossEvidence, family: FamilyOperations): Explanation =>
	"steps" in subject ? explainedByInstructions(subject, family) : explainedByCalls(subject, opinion);

/** Whose last characters are typed: who gets it, else what is called. */
function stakeOf({ subject }: LossEvidence, losses: readonly Loss[]): Finding["stake"] {
	const called = "steps" in subject ? null : subject.decoded.target;
	const other = losses.map((loss) => loss.other).find((each) => each !== null && !ZERO.test(each));
	const address = other ?? called;
	return address === null ? undefined : { kind: "address", address };
}

export function unexplainedLoss(evidence: LossEvidence): Finding | null {
	const { subject, opinion, comparison } = evidence;
	const own = passedOf(opinion.own);
	if (own === null || comparison.effects.some(isUndeclared)) return null;
	const family = familyOperationsOf(subject);
	const losses = [...lossesOf(evidence, family, own), ...controlLosses(family, opinion)];
	if (losses.length === 0) return null;
	const more = losses.length - MAX_LISTED;
	const stake = stakeOf(evidence, losses);
	return {
		id: "unexplained-loss",
		severity: "danger",
		text: sentences(
			message("finding.unexplained-loss"),
			...losses.slice(0, MAX_LISTED).map(({ text }) => text),
			...(more > 0 ? [message("finding.unexplained-loss.more", { count: more })] : []),
			message("finding.unexplained-loss.reject"),
		),
		needsWord: true,
		about: losses.map(({ about }) => JSON.stringify(about)),
		...(stake === undefined ? {} : { stake }),
	};
}
