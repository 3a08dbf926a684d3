import { wellKnownAt } from "../../../chain/tokens/known.ts";
import { readUint } from "../../../format/numeral.ts";
import { amountParam, message } from "../../../message.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import { isOwn, isUsedBefore } from "../../../subject/svm/held.ts";
import { isSol, type SvmFlow, svmFlows } from "../../../subject/svm/outflow.ts";
import {
	accountOf,
	mintAmount,
	payerLamports,
	type SvmSubject,
	svmNameOf,
	svmNameParam,
	tokenAccountOf,
} from "../../../subject/svm/svm-subject.ts";
import { largeFinding, simulatedOut } from "../../evm/amounts/large-outflow.ts";
import { aboutUnit, type Finding } from "../../finding.ts";
import { type GivenPart, partOfHoldings } from "../../part-of-holdings.ts";
import { danger, type SvmEvidence, type SvmRule } from "../finding.ts";

const larger = (left: bigint, right: bigint) => (left > right ? left : right);

const summed = (flows: readonly SvmFlow[], asset: string) =>
	flows.filter((flow) => flow.asset === asset).reduce((sum, { amount }) => sum + amount, 0n);

/** The mint of wrapped SOL. */
const WRAPPED_SOL = "So11111111111111111111111111111111111111112";

/** A simulation may name the wallet or its token account. */
const isSigners =
	({ facts, signer }: SvmSubject) =>
	(account: string) =>
		account === signer || tokenAccountOf(facts, account)?.owner === signer;

const within = (asset: string) => (other: string) => (asset === "native" ? isSol(other) : other === asset);

/** What our own simulation shows to leave, but for what another account of the user's gets. */
function leavingBy({ subject, opinion: { own } }: SvmEvidence, asset: string): bigint {
	if (own.state !== "done") return 0n;
	const balanceChanges = own.simulation.balanceChanges.filter(
		({ counterparty }) => !isOwn(subject, counterparty ?? null),
	);
	const others = { ...own, simulation: { ...own.simulation, balanceChanges } };
	return simulatedOut(others, isSigners(subject), within(asset));
}

/** What our own simulation shows to come in. */
function comingIn({ subject, opinion: { own } }: SvmEvidence, asset: string): bigint {
	if (own.state !== "done") return 0n;
	return own.simulation.balanceChanges
		.filter(({ account, direction }) => direction === "in" && isSigners(subject)(account ?? ""))
		.filter((change) => within(asset)(change.asset))
		.reduce((sum, { amount }) => sum + (readUint(amount) ?? 0n), 0n);
}

/** The larger of our decoding and our simulation. SOL that is wrapped or unwrapped on the way stays the user's. */
function leavingOf(evidence: SvmEvidence, flows: readonly SvmFlow[], asset: string): bigint {
	const other = asset === "native" ? WRAPPED_SOL : asset === WRAPPED_SOL ? "native" : null;
	const kept = other === null ? 0n : comingIn(evidence, other);
	const shown = leavingBy(evidence, asset);
	return larger(summed(flows, asset), shown > kept ? shown - kept : 0n);
}

function ofSol(evidence: SvmEvidence, flows: readonly SvmFlow[]): Finding | null {
	const { subject } = evidence;
	const held = subject.read.staticKeys[0] === subject.signer ? payerLamports(subject) : null;
	if (held === null) return null;
	const leaves = leavingOf(evidence, flows, "native");
	return largeFinding("native", nativeAmount(subject.chainRef, leaves), nativeAmount(subject.chainRef, held));
}

/** What the signer holds of each token, in the accounts that the transaction names; by mint. */
function heldTokens({ facts, signer }: SvmSubject): ReadonlyMap<string, bigint> {
	const held = new Map<string, bigint>();
	for (const key of facts?.accounts.keys() ?? []) {
		const account = tokenAccountOf(facts, key);
		if (account === null || account.owner !== signer) continue;
		held.set(account.mint, (held.get(account.mint) ?? 0n) + account.amount);
	}
	return held;
}

/** Where something is taken from: the user's own of it, or an account that is derived from theirs. */
interface Purse {
	readonly asset: string;
	readonly held: bigint;
	readonly flows: readonly SvmFlow[];
}

/** SOL of an account that only the user's signature can spend from, by a seed: each has a balance of its own. */
function derived({ facts, signer }: SvmSubject, flows: readonly SvmFlow[]): readonly Purse[] {
	const others = flows.filter(({ asset, from }) => asset === "native" && from[0] !== signer);
	return [...new Set(others.map(({ from }) => from[0] ?? ""))].map((source) => ({
		asset: "native",
		held: accountOf(facts, source)?.lamports ?? 0n,
		flows: others.filter(({ from }) => from[0] === source),
	}));
}

function purses(subject: SvmSubject, flows: readonly SvmFlow[]): readonly Purse[] {
	const sol = subject.read.staticKeys[0] === subject.signer ? payerLamports(subject) : null;
	const held = new Map([...(sol === null ? [] : [["native", sol] as const]), ...heldTokens(subject)]);
	const own = [...held].map(([asset, amount]) => ({
		asset,
		held: amount,
		flows: flows.filter(
			(flow) => flow.asset === asset && (asset !== "native" || flow.from[0] === subject.signer),
		),
	}));
	return [...own, ...derived(subject, flows)];
}

/** What is on no list may be junk that somebody sent: only of what has a name its burning is a danger. */
const isJunk = (asset: string) => asset !== "native" && wellKnownAt("mainnet-beta", asset) === null;

/** Half or more of a holding for those whom the user has neither named nor dealt with: there is no way back. */
function toStrangers(subject: SvmSubject, { asset, held, flows }: Purse): Finding | null {
	const strangers = flows.filter(({ to }) => !to.some((each) => isUsedBefore(subject, each, "paid")));
	const leaves = strangers.reduce((sum, { amount }) => sum + amount, 0n);
	if (held === 0n || leaves * 2n < held) return null;
	const amounts = [leaves, held].map((raw) =>
		asset === "native" ? nativeAmount(subject.chainRef, raw) : mintAmount(subject.facts, asset, raw),
	);
	const [gone = "", had = ""] = amounts.map((amount) => amountParam(amount));
	const about = [asset, ...amounts.map(aboutUnit)];
	const to = strangers.find((flow) => flow.to.length > 0)?.to.at(-1);
	if (to === undefined)
		return isJunk(asset)
			? null
			: {
					...danger(
						"large-outflow",
						message("finding.large-outflow.destroys", { leaves: gone, held: had }),
						asset,
					),
					about: [...about, null],
				};
	return {
		...danger(
			"large-outflow",
			message("finding.large-outflow.stranger", {
				leaves: gone,
				held: had,
				who: svmNameParam(subject.user, to),
			}),
			to,
		),
		about: [...about, to, svmNameOf(subject.user, to)],
	};
}

/** Parts of each holding that strangers get; nobody gets what is burned. */
function partsOf(subject: SvmSubject, all: readonly Purse[]): readonly GivenPart[] {
	return all.flatMap(({ asset, held, flows }) => {
		const strangers = flows.filter(
			({ to }) => to.length > 0 && !to.some((each) => isUsedBefore(subject, each, "paid")),
		);
		const raw = strangers.reduce((sum, { amount }) => sum + amount, 0n);
		const [most] = strangers.toSorted((left, right) => (left.amount < right.amount ? 1 : -1));
		const to = most?.to.at(-1);
		const amount =
			asset === "native" ? nativeAmount(subject.chainRef, raw) : mintAmount(subject.facts, asset, raw);
		return to === undefined ? [] : [{ asset, amount, held, to }];
	});
}

/** A large part of what the account holds leaves for others, by our decoding or our simulation. */
export const svmLargeOutflow: SvmRule = (evidence) => {
	const { subject } = evidence;
	const flows = svmFlows(subject).filter(({ to }) => !to.some((each) => isOwn(subject, each)));
	const tokens = [...heldTokens(subject)].map(([mint, held]) => {
		const leaves = leavingOf(evidence, flows, mint);
		return largeFinding(mint, mintAmount(subject.facts, mint, leaves), mintAmount(subject.facts, mint, held));
	});
	const all = purses(subject, flows);
	const strangers = all.map((purse) => toStrangers(subject, purse));
	const part = partOfHoldings(partsOf(subject, all), (address) => svmNameParam(subject.user, address));
	return [...strangers, part, ofSol(evidence, flows), ...tokens].find((finding) => finding !== null) ?? null;
};
