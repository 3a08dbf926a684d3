import { factValue } from "../../chain/chain-error.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import { isUnderstood } from "../../decode/evm/leaves.ts";
import type { Meaning } from "../../decode/evm/meaning.ts";
import { type DecodedEvmTransaction, tokenOf } from "../../decoded-transaction/decoded-transaction.ts";
import {
	type Comparison,
	codeOf,
	type ItemOpinion,
	isAccount,
	type LocalSimulation,
	passedOf,
	positionKey,
} from "../../decoded-transaction/opinion.ts";
import { readAddress, readBytes } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import type { Text } from "../../localized-text.ts";
import { claimantOf } from "../../published-descriptors/published-claims.ts";
import {
	assetKey,
	type EffectAsset,
	type Gap,
	type Holding,
	type Mention,
	type Movement,
	type Right,
	type ShownBy,
	type StepEffects,
	type UnheardCall,
} from "../effects.ts";
import { namesIn } from "../imitations.ts";
import { recordedRights } from "../records.ts";
import { stepSimulation } from "../step-facts.ts";
import { evmTokens } from "../tokens.ts";
import { unaccountedIn } from "../unaccounted.ts";
import { callEffects } from "./call-effects.ts";
import { callsOf, isUnread } from "./calls.ts";
import { codeHistoriesOf, holderCodesOf } from "./holder-codes.ts";
import { allowedBy } from "./mentions.ts";
import { evmCost } from "./network-fee.ts";
import { observedMovements, observedRights } from "./observed.ts";
import { tailsOf, unreadCalls } from "./unread.ts";

const NOBODY = /^0x0+$/;

function isInvolved({ local, addressFacts }: ItemOpinion, address: string): boolean {
	if (local.state !== "done") return false;
	const code = local.codes.get(address) ?? codeOf({ addressFacts }, address);
	if (code !== null) return !isAccount(code);
	return local.inner.some(
		({ kind, from, to, data }) =>
			sameAddress(from, address) || (kind !== "create" && sameAddress(to, address) && data !== "0x"),
	);
}

function receiversOf({ user, signer }: DecodedEvmTransaction, { local }: ItemOpinion): readonly string[] {
	if (local.state !== "done") return [];
	const isMine = (account: string) => user.accounts.some((each) => sameAddress(each, account));
	return local.simulation.balanceChanges
		.filter(
			({ account, direction, amount }) =>
				isMine(account ?? signer) && (direction === "out" || amount.startsWith("-")),
		)
		.flatMap(({ counterparty }) => readAddress(counterparty ?? "") ?? []);
}

function takersIn(subject: DecodedEvmTransaction, opinion: ItemOpinion): readonly string[] {
	const unread = callsOf(subject).filter(({ decoded }) => isUnread(decoded));
	if (unread.length === 0) return [];
	const called = new Set<string>(unread.map(({ decoded }) => decoded.target));
	return [...new Set(receiversOf(subject, opinion))].filter(
		(address) =>
			!called.has(address) &&
			!NOBODY.test(address) &&
			wellKnownAt(subject.chainRef, address) === null &&
			!isInvolved(opinion, address),
	);
}

function signerBalance(
	{ facts }: DecodedEvmTransaction,
	{ kind, address, item }: EffectAsset,
): bigint | null {
	if (kind === "native") return factValue(facts?.balance);
	return address === null || item !== null || kind === "position" || kind === "debt"
		? null
		: factValue(tokenOf(facts, address)?.balance);
}

function priorBalance(own: LocalSimulation, { account, asset: { address, item } }: Touched): bigint | null {
	const held = own.state === "done" ? (own.balancesBefore ?? []) : [];
	const found = held.find(
		(each) => each.account === account && each.token === address && (each.id?.toString() ?? null) === item,
	);
	return found?.amount ?? null;
}

interface Touched {
	readonly account: string;
	readonly asset: EffectAsset;
}

function holdingsOf(
	subject: DecodedEvmTransaction,
	own: LocalSimulation,
	controlled: readonly string[],
	movements: readonly Movement[],
	rights: readonly Right[],
): readonly Holding[] {
	const signer = subject.signer.toLowerCase();
	const accounts = new Set([
		signer,
		...subject.user.accounts.map((each) => each.toLowerCase()),
		...controlled,
	]);
	const touched: readonly Touched[] = [
		...movements.flatMap(({ from, to, asset }) =>
			[from, to].flatMap((account) => (account === null ? [] : [{ account, asset }])),
		),
		...rights.flatMap(({ account, scope }) =>
			scope.kind === "asset" ? [{ account, asset: scope.asset }] : [],
		),
	];
	const collections = touched.flatMap(({ account, asset }) =>
		asset.kind === "item" && asset.item !== null ? [{ account, asset: { ...asset, item: null } }] : [],
	);
	const each = new Map(
		[...touched, ...collections]
			.filter(({ account, asset }) => accounts.has(account) && asset.address !== null)
			.map((one) => [JSON.stringify([one.account, assetKey(one.asset)]), one] as const),
	);
	return [...each.values()].map((one) => ({
		...one,
		amount: (one.account === signer ? signerBalance(subject, one.asset) : null) ?? priorBalance(own, one),
	}));
}

const SHOWN_BY_BYTES: ReadonlySet<Meaning["kind"]> = new Set([
	"native",
	"transfer",
	"transferFrom",
	"approve",
	"allowance",
	"items",
	"operator",
]);

function shownBy({ decoded }: DecodedEvmTransaction): ShownBy {
	if (SHOWN_BY_BYTES.has(decoded.meaning.kind)) return "bytes";
	return isUnderstood(decoded) ? "simulation" : "nothing";
}

function isPlain({ decoded, facts }: DecodedEvmTransaction, { addressFacts }: ItemOpinion): boolean {
	if (decoded.meaning.kind !== "native") return false;
	const hasCode = factValue(facts?.codeAtTo) ?? null;
	return hasCode === null ? factValue(addressFacts?.codes.get(decoded.target))?.size === 0 : !hasCode;
}

function otherApprovals(subject: DecodedEvmTransaction, observed: readonly Right[]): readonly Mention[] {
	const accounts = new Set([subject.signer, ...subject.user.accounts].map((each) => each.toLowerCase()));
	const declared = recordedRights(subject, subject.simulation?.approvals ?? []);
	return allowedBy([...declared, ...observed.filter(({ account }) => accounts.has(account))]);
}

/** A note only matters if an earlier step might deploy code at the address. */
function unheardBy({ decoded, facts }: DecodedEvmTransaction, step: number): readonly UnheardCall[] {
	const { meaning, target } = decoded;
	const isPayment = meaning.kind === "native" && (meaning.note === undefined || step === 0);
	return isPayment || factValue(facts?.codeAtTo) !== false ? [] : [{ target, step }];
}

const disownedBy = ({ claims = [] }: DecodedEvmTransaction): readonly Text[] =>
	claims.filter(({ vouched }) => vouched === "revoked").map(claimantOf);

/** Assets deposited into a numbered position belong to its on-chain holder. */
function withHolder(own: LocalSimulation, movement: Movement): Movement {
	const { to, asset } = movement;
	if (to !== null || asset.kind !== "position" || asset.address === null || asset.item === null)
		return movement;
	const key = positionKey(asset.address, BigInt(asset.item));
	const holder = own.state === "done" ? own.holders?.get(key) : undefined;
	return holder === undefined ? movement : { ...movement, to: holder };
}

export function evmStepEffects(
	subject: DecodedEvmTransaction,
	opinion: ItemOpinion,
	step: number,
	verdict: Comparison["verdict"],
): StepEffects {
	const context = { subject, opinion, step, verdict };
	const { local } = opinion;
	const data = readBytes(subject.payload.transaction.data);
	const read = callEffects({ ...subject, data }, { step, basis: "decoded", until: null });
	const { controlled, lenders } = read;
	const decoded = read.movements.map((each) => withHolder(local, each));
	const movements = [...decoded, ...observedMovements(subject, local, read, step)];
	const shown = observedRights(subject, opinion, step);
	const rights = [...read.rights, ...shown];
	const isSimulated = passedOf(local) !== null && local.state === "done" && local.gaps.length === 0;
	const gaps: readonly Gap[] = [...(isSimulated ? [] : (["not-simulated"] as const)), ...read.gaps];
	return {
		movements,
		rights,
		signatures: [],
		unexplained: [],
		unaccounted: unaccountedIn({ subject, opinion, step }),
		unreadInstructions: [],
		unreadCalls: unreadCalls(context),
		tails: tailsOf(context),
		takers: takersIn(subject, opinion),
		retainedPowers: [],
		proposals: [],
		appCalls: [],
		holdings: holdingsOf(subject, local, controlled, movements, rights),
		controlled,
		lenders,
		called: read.called.map((each) => ({ ...each, isPlain: each.isOuter && isPlain(subject, opinion) })),
		costs: [evmCost(subject, opinion, step)],
		gaps,
		shownBy: shownBy(subject),
		simulation: stepSimulation(subject, local, verdict),
		holderCodes: holderCodesOf(
			opinion,
			rights.map(({ holder }) => holder),
		),
		codeHistories: codeHistoriesOf(opinion),
		mentions: [...read.mentions, ...otherApprovals(subject, shown)],
		declaredNames: namesIn(subject.simulation),
		tokens: evmTokens(subject, opinion),
		earlierPowers: [],
		newAccounts: [],
		unheard: unheardBy(subject, step),
		disowned: disownedBy(subject),
	};
}
