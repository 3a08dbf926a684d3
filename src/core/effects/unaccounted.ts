import type { ApprovalChange, PipelineSimulation } from "../../service-api/simulation.ts";
import { factValue } from "../chain/chain-error.ts";
import type { SvmStep } from "../decode/svm/decode-svm.ts";
import {
	type DecodedEvmTransaction,
	isUnlimited,
	tokenOf,
} from "../decoded-transaction/decoded-transaction.ts";
import { type ItemOpinion, passedOf } from "../decoded-transaction/opinion.ts";
import { type DecodedSvmTransaction, mintFor } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { givenTo } from "../decoded-transaction/svm/user-accounts.ts";
import { readUint } from "../format/numeral.ts";
import { type Net, netsOf } from "./compare/balances.ts";
import {
	type EffectAsset,
	fungible,
	type Movement,
	NATIVE,
	type Right,
	type Unaccounted,
} from "./effects.ts";
import { explainedByCalls } from "./evm/explained.ts";
import type { ExplainedOutflow, ExplainedRight, Explanation } from "./explanation.ts";
import { type FamilyOperations, familyOperationsOf, itemOf } from "./family.ts";

interface StepReader {
	readonly subject: DecodedSvmTransaction;
	readonly family: FamilyOperations;
}

function outflow(
	{ family }: StepReader,
	account: string,
	asset: string | null,
	most: bigint | null,
): ExplainedOutflow {
	const named = asset === null ? null : family.asset(asset);
	return {
		account: family.account(account),
		covers: (other) => (named === null ? other !== "native" : other === named),
		isNamed: named !== null,
		most,
		to: null,
		givenUpTo: null,
	};
}

function outflowsBy(reader: StepReader, { meaning }: SvmStep): ExplainedOutflow[] {
	const { subject } = reader;
	const sol = (account: string, most: bigint | null) => outflow(reader, account, "native", most);
	switch (meaning.kind) {
		case "lamports":
			return [sol(meaning.from, meaning.lamports)];
		case "create":
			return [sol(meaning.payer, meaning.lamports)];
		case "token_transfer":
		case "token_burn": {
			const mint = mintFor(subject, meaning.source, meaning.mint);
			return [outflow(reader, meaning.source, mint, meaning.amount)];
		}
		case "token_close":
			return [sol(meaning.account, null)];
		case "token_unwrap":
			return [sol(meaning.account, meaning.lamports)];
		case "withdraw":
			return [sol(meaning.authority, meaning.lamports)];
		case "nonce":
			return meaning.what === "withdraw" ? [sol(subject.signer, meaning.lamports)] : [];
		case "token_open":
			return meaning.payer === null ? [] : [sol(meaning.payer, null)];
		case "token_authority":
			return meaning.role === "owner"
				? [outflow(reader, meaning.account, mintFor(subject, meaning.account, null), null)]
				: [];
		case "other":
			return meaning.rent === true ? [sol(subject.signer, null)] : [];
		case "control":
		case "unknown":
		case "app":
		case "budget":
		case "memo":
		case "assign":
		case "token_approve":
		case "token_revoke":
		case "token_mint":
		case "token_freeze":
		case "lockup":
		case "rule":
			return [];
	}
}

function rightsBy({ subject, family }: StepReader, { meaning }: SvmStep): ExplainedRight[] {
	if (meaning.kind !== "token_approve") return [];
	const token = mintFor(subject, meaning.source, meaning.mint);
	return [
		{ account: family.account(meaning.source), token, spender: meaning.delegate, most: meaning.amount },
	];
}

function explainedByInstructions(subject: DecodedSvmTransaction, family: FamilyOperations): Explanation {
	const reader = { subject, family };
	const { steps } = subject;
	// app-calls.ts compares a known app's instructions with the simulation.
	const isUnread = steps.some(
		(step) =>
			step.meaning.kind === "app" || (step.meaning.kind === "unknown" && givenTo(subject, step) !== null),
	);
	return {
		mayMoveUnread: () => isUnread,
		outflows: steps.flatMap((step) => outflowsBy(reader, step)),
		rights: steps.flatMap((step) => rightsBy(reader, step)),
	};
}

interface StepEvidence {
	readonly subject: DecodedEvmTransaction | DecodedSvmTransaction;
	readonly opinion: ItemOpinion;
	readonly step: number;
}

/** Base units by which share-based tokens can exceed the requested amount. */
const ROUNDING = 10n;

const isEnough = (most: bigint, { raw, item }: Net): boolean =>
	most + (most === 0n || item !== null ? 0n : ROUNDING) >= -raw;

const ZERO = /^0x0+$/;

const total = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, each) => sum + each, 0n);

/**
 * Returns whether the asset is burned, or returned to its issuer or a named party. Contracts might not emit
 * events for internal accounting.
 */
function isGivenUp({ asset, sides, unnamed }: Net, to: readonly string[]): boolean {
	const isSeen = to.includes(asset) || (unnamed === 0n && sides.size > 0);
	return isSeen && [...sides.keys()].every((side) => ZERO.test(side) || side === asset || to.includes(side));
}

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

/** Each amount of an unknown asset explains at most one loss. */
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
	const raw = readUint(amount ?? "");
	return rights.some(
		(right) =>
			right.account === family.account(account) &&
			(right.token === null || right.token === family.token(asset)) &&
			right.spender === family.account(spender) &&
			(right.most === null || kind !== "allowance" || (raw !== null && raw <= right.most)),
	);
}

const isGrant = (family: FamilyOperations, { account, spender, approved, amount }: ApprovalChange): boolean =>
	family.mine(family.account(account)) &&
	!family.mine(family.account(spender)) &&
	approved !== false &&
	amount !== "0";

/**
 * Divisor of a balance. Losses below this share through an undecoded call are left to the rules for such
 * calls.
 */
const SMALL_PART = 100n;

function holdingOf({ facts }: DecodedEvmTransaction, asset: string): bigint | null {
	return asset === "native" ? factValue(facts?.balance) : factValue(tokenOf(facts, asset)?.balance);
}

const staysAmongKnown = (family: FamilyOperations, { sides, unnamed }: Net): boolean =>
	unnamed === 0n && sides.size > 0 && [...sides.keys()].every((side) => family.knows(side));

/**
 * Returns whether other rules assess this loss through an undecoded call. They cover exchanges, items,
 * payments to contacts, small shares, and assets from earlier steps, which are assessed for the whole
 * request. On Solana, every undecoded program is already a danger.
 */
function isJudgedByOthers(
	{ subject, step }: StepEvidence,
	family: FamilyOperations,
	net: Net,
	isBack: boolean,
): boolean {
	if ("steps" in subject || step > 0 || isBack || net.item !== null || staysAmongKnown(family, net))
		return true;
	const held = holdingOf(subject, net.asset);
	return held !== null && -net.raw * SMALL_PART < held;
}

const assetOf = ({ asset, item }: Pick<Net, "asset" | "item">): EffectAsset => {
	if (item !== null) return { kind: "item", address: asset, item };
	return asset === "native" ? NATIVE : fungible(asset);
};

function receiverOf({ sides }: Net): string | null {
	const [most] = [...sides].toSorted(([, left], [, right]) => (left > right ? -1 : 1));
	return most?.[0] ?? null;
}

const keyOf = ({ account, asset, item }: Net) => JSON.stringify([account, asset, item]);

const explanationOf = ({ subject, opinion }: StepEvidence, family: FamilyOperations): Explanation =>
	"steps" in subject ? explainedByInstructions(subject, family) : explainedByCalls(subject, opinion);

function lossesOf(
	evidence: StepEvidence,
	family: FamilyOperations,
	{ mayMoveUnread, outflows }: Explanation,
	own: PipelineSimulation,
): readonly Movement[] {
	const nets = [...netsOf(family, own.balanceChanges, false).values()].filter(({ account }) =>
		family.mine(account),
	);
	const isBack = nets.some(({ raw }) => raw > 0n);
	const lost = nets.filter(
		(net) =>
			net.raw < 0n &&
			!isNamed(net, outflows) &&
			!(mayMoveUnread(net.asset) && isJudgedByOthers(evidence, family, net, isBack)),
	);
	const left = new Map(withoutOpen(lost, outflows).map((net) => [keyOf(net), net]));
	return [...left.values()].map((net) => ({
		from: net.account,
		to: receiverOf(net),
		asset: assetOf(net),
		least: -net.raw,
		most: -net.raw,
		step: evidence.step,
		basis: "observed",
		until: null,
	}));
}

function rightOf(family: FamilyOperations, record: ApprovalChange, step: number): Right {
	const { account, asset, spender, kind, amount, tokenId, unlimited } = record;
	const raw = kind === "allowance" && unlimited !== true ? readUint(amount ?? "") : null;
	const item = itemOf(tokenId);
	const token = family.token(asset);
	return {
		holder: family.account(spender),
		account: family.account(account),
		scope: {
			kind: "asset",
			asset: kind === "allowance" ? fungible(token) : { kind: "item", address: token, item },
		},
		extent: raw === null || isUnlimited(raw) ? null : raw,
		until: null,
		step,
		basis: "observed",
	};
}

function controlsOf({ opinion: { local }, step }: StepEvidence, family: FamilyOperations): readonly Right[] {
	if (local.state !== "done") return [];
	return local.controls
		.filter((control) => control.mine && !family.plainly(control))
		.map(({ account, what, after }) => ({
			holder: after ?? account,
			account,
			scope: { kind: "control", over: account, what },
			extent: after === null ? 0n : null,
			until: null,
			step,
			basis: "observed",
		}));
}

/**
 * Returns losses in our simulation that the payload's bytes don't explain. Separate rules cover exchanges made by
 * undecoded calls.
 */
export function unaccountedIn(evidence: StepEvidence): readonly Unaccounted[] {
	const { subject, opinion, step } = evidence;
	const own = passedOf(opinion.local);
	if (own === null) return [];
	const family = familyOperationsOf(subject);
	const explanation = explanationOf(evidence, family);
	const movements = lossesOf(evidence, family, explanation, own);
	const granted = own.approvals
		.filter((each) => isGrant(family, each) && !isRightExplained(family, each, explanation.rights))
		.map((each) => rightOf(family, each, step));
	const rights = [...granted, ...controlsOf(evidence, family)];
	if (movements.length === 0 && rights.length === 0) return [];
	return [{ called: "steps" in subject ? null : subject.decoded.target, movements, rights }];
}
