import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import { isMultiSend } from "../../decode/evm/accounts.ts";
import type { DecodedEvmTransaction } from "../../decoded-transaction/decoded-transaction.ts";
import { isKnownContract } from "../../decoded-transaction/known-contracts.ts";
import {
	type CodeFacts,
	type ControlChange,
	codeOf,
	type InnerCall,
	type ItemOpinion,
	type LocalSimulation,
	passedOf,
} from "../../decoded-transaction/opinion.ts";
import { readAddress, readBytes } from "../../format/numeral.ts";
import { movesIn, type TokenMove } from "../../simulate/evm/evm-events.ts";
import { byKey } from "../accounting.ts";
import {
	type AssetKind,
	assetKey,
	fungible,
	type Movement,
	NATIVE,
	type Right,
	type StepEffects,
} from "../effects.ts";
import { type Recorded, type RecordedRight, recordedMovements, recordedRights } from "../records.ts";
import { itemAt } from "./assets.ts";

/**
 * Applications may represent a position or debt with their own tokens, which they mint or burn along with the
 * assets. Our simulation shows these like any other token.
 */

type Side = "from" | "to";

interface RecordedBalance {
	readonly kind: AssetKind;
	readonly at: string;
}

function recordedBy(
	{ chainRef }: DecodedEvmTransaction,
	decoded: readonly Movement[],
	side: Side,
	account: string,
): RecordedBalance[] {
	return decoded.flatMap(({ asset: { kind, address }, ...ends }) =>
		(kind === "position" || kind === "debt") &&
		ends[side] === account &&
		address !== null &&
		isKnownContract(chainRef, address)
			? [{ kind, at: address }]
			: [],
	);
}

function mayCount(
	{ chainRef }: DecodedEvmTransaction,
	{ asset: { kind, address }, from, to }: Movement,
	decoded: readonly Movement[],
	kept: readonly RecordedBalance[],
	side: Side,
): boolean {
	const other = side === "from" ? to : from;
	return (
		kind === "fungible" &&
		address !== null &&
		wellKnownAt(chainRef, address) === null &&
		!decoded.some(({ asset }) => asset.address === address) &&
		(other === ZERO_ADDRESS || other === address || kept.some(({ at }) => at === other))
	);
}

/** If the bytes don't determine the kind, chooses the kind that is worse for the user. */
function kindOf(kept: readonly RecordedBalance[], side: Side): AssetKind {
	const kinds = new Set(kept.map(({ kind }) => kind));
	if (kinds.size > 1) return side === "from" ? "position" : "debt";
	return kinds.has("debt") ? "debt" : "position";
}

/**
 * Marks the tokens that represent positions and debts. If there are more unexplained tokens than positions
 * and debts, marks none, because it is unclear which tokens represent them.
 */
function withReceipts(
	subject: DecodedEvmTransaction,
	decoded: readonly Movement[],
	observed: readonly Movement[],
): readonly Movement[] {
	const kinds = new Map<Movement, AssetKind>();
	for (const side of ["from", "to"] as const)
		for (const account of new Set(observed.map((each) => each[side]))) {
			if (account === null) continue;
			const kept = recordedBy(subject, decoded, side, account);
			const found = observed.filter(
				(each) => each[side] === account && mayCount(subject, each, decoded, kept, side),
			);
			const tokens = new Set(found.map(({ asset }) => asset.address));
			if (tokens.size <= kept.length) for (const each of found) kinds.set(each, kindOf(kept, side));
		}
	return observed.map((each) => {
		const kind = kinds.get(each);
		return kind === undefined ? each : { ...each, asset: { ...each.asset, kind } };
	});
}

type ReadLog = Parameters<typeof movesIn>[0];

function readLog({ address, topics, data }: PipelineSimulation["logs"][number]): ReadLog | null {
	const [emitter, body] = [readAddress(address), readBytes(data)];
	const words = topics.map(readBytes).filter((each) => each !== null);
	return emitter === null || body === null || words.length < topics.length
		? null
		: { address: emitter, topics: words, data: body };
}

const loggedMove = ({ token, from, to, id, amount }: TokenMove): Recorded => ({
	from,
	to,
	asset: id === null ? fungible(token) : itemAt(token, id),
	least: amount,
	most: amount,
});

const tracedMove = ({ from, to, value }: InnerCall): Recorded => ({
	from,
	to,
	asset: NATIVE,
	least: value,
	most: value,
});

const partiesOf = ({ from, to, asset }: Pick<Movement, "from" | "to" | "asset">): string =>
	JSON.stringify([from, to, assetKey(asset)]);

type Done = Extract<LocalSimulation, { state: "done" }>;

/**
 * Returns movements that only the trace and logs show: movements of controlled accounts whose balances
 * weren't read, and movements between other parties that the bytes name, e.g. a fee.
 */
function ofOthers(
	subject: DecodedEvmTransaction,
	simulation: PipelineSimulation,
	{ inner, controlled: measured }: Done,
	{ movements, controlled: all }: Pick<StepEffects, "movements" | "controlled">,
): readonly Recorded[] {
	const controlled = all.filter((each) => measured?.accounts.includes(each) !== true);
	const own = new Set([subject.signer, ...subject.user.accounts].map((each) => each.toLowerCase()));
	const named = new Set(movements.map(partiesOf));
	const logged = simulation.logs.flatMap((log) => {
		const read = readLog(log);
		return read === null ? [] : movesIn(read).map(loggedMove);
	});
	const traced = inner.filter(({ kind }) => kind === "call" || kind === "create").map(tracedMove);
	return [...logged, ...traced].filter((each) => {
		const ends = each.to === null ? [each.from] : [each.from, each.to];
		return (
			each.most !== 0n &&
			each.from !== each.to &&
			!ends.some((end) => own.has(end)) &&
			(ends.some((end) => controlled.includes(end)) || named.has(partiesOf(each)))
		);
	});
}

export function observedMovements(
	subject: DecodedEvmTransaction,
	own: LocalSimulation,
	decoded: Pick<StepEffects, "movements" | "controlled">,
	step: number,
): readonly Movement[] {
	const simulation = passedOf(own);
	if (own.state !== "done" || simulation === null) return [];
	const found = [
		...recordedMovements(subject, [...simulation.balanceChanges, ...(own.controlled?.changes ?? [])]),
		...ofOthers(subject, simulation, own, decoded),
	].map((each): Movement => ({ ...each, step, basis: "observed", until: null }));
	return withReceipts(subject, decoded.movements, found);
}

function controlRights({ account, what, before, after }: ControlChange): readonly RecordedRight[] {
	const common = { account, scope: { kind: "control", over: account, what } as const, until: null };
	const lost: RecordedRight[] = before === null ? [] : [{ ...common, holder: before, extent: 0n }];
	const gained: RecordedRight[] = after === null ? [] : [{ ...common, holder: after, extent: null }];
	const all = [...lost, ...gained];
	return all.length > 0 ? all : [{ ...common, holder: ZERO_ADDRESS, extent: null }];
}

const inBook = (book: string): Pick<RecordedRight, "book"> => (book === "token" ? {} : { book });

function withBook(allowances: Done["allowances"], right: RecordedRight): RecordedRight {
	const { account, holder, scope, extent } = right;
	const address = scope.kind === "asset" ? scope.asset.address : null;
	const books = allowances.filter(
		(each) =>
			each.account === account &&
			each.spender === holder &&
			each.token === address &&
			(extent === null ? each.amount > 0n : each.amount === extent),
	);
	const isOwn = books.some(({ book }) => book === "token");
	return isOwn ? right : { ...right, ...inBook(books[0]?.book ?? "token") };
}

/**
 * Tokens and Permit2 track allowances separately, so a permission ends only when both allowances are zero.
 */
function removedOf(allowances: Done["allowances"]): readonly RecordedRight[] {
	const rights = byKey(allowances, ({ account, spender, token }) =>
		JSON.stringify([account, spender, token]),
	);
	return [...rights.values()].flatMap((books) =>
		books.some(({ amount }) => amount !== 0n)
			? []
			: books.map(({ account, spender, token, book }) => ({
					holder: spender,
					account,
					scope: { kind: "asset", asset: fungible(token) } as const,
					extent: 0n,
					until: null,
					...inBook(book),
				})),
	);
}

/** Maximum size of a proxy's code in bytes. Longer code could branch on its input. */
const MAX_PROXY_BYTES = 1_024;

function givenTo(inner: readonly InnerCall[], at: number, top: string): string | null {
	const { depth, from, under } = inner[at] ?? { depth: 0, from: "", under: 0 };
	if (depth === 1) return top.toLowerCase();
	const parent = inner.slice(0, at).findLast((each) => each.under === under && each.depth < depth);
	return parent?.depth === depth - 1 && parent.to === from ? parent.data.toLowerCase() : null;
}

/**
 * Returns whether the code is the account's own: its EIP-7702 delegate, the implementation named in its
 * storage, or code that it calls with exactly its own input, like a proxy. The payload can't choose such
 * code.
 */
function isAccountsCode(
	subject: DecodedEvmTransaction,
	{ inner }: Done,
	code: CodeFacts | null,
	at: number,
): boolean {
	const ran = inner[at];
	if (ran === undefined || code === null) return false;
	const to = ran.to.toLowerCase();
	if (code.delegatedTo === to || code.implementation === to) return true;
	const forwards = givenTo(inner, at, subject.payload.transaction.data) === ran.data.toLowerCase();
	return forwards && code.delegatedTo === null && code.size <= MAX_PROXY_BYTES;
}

/**
 * Returns the control held by foreign code that runs as one of the user's accounts. MultiSend contracts are
 * exempt, because their data states all effects.
 */
function delegatedRights(
	subject: DecodedEvmTransaction,
	own: Done,
	addressFacts: ItemOpinion["addressFacts"],
): RecordedRight[] {
	const mine = new Set([subject.signer, ...subject.user.accounts].map((each) => each.toLowerCase()));
	return own.inner.flatMap(({ kind, from, to }, at) =>
		kind === "delegatecall" &&
		mine.has(from.toLowerCase()) &&
		!isMultiSend(to) &&
		!isAccountsCode(subject, own, codeOf({ addressFacts }, from), at)
			? [
					{
						holder: to,
						account: from,
						scope: { kind: "control", over: from, what: "delegatecall" },
						extent: null,
						until: null,
					},
				]
			: [],
	);
}

export function observedRights(
	subject: DecodedEvmTransaction,
	{ local, addressFacts }: ItemOpinion,
	step: number,
): readonly Right[] {
	const simulation = passedOf(local);
	if (local.state !== "done" || simulation === null) return [];
	return [
		...recordedRights(subject, simulation.approvals).map((each) => withBook(local.allowances, each)),
		...local.controls.flatMap(controlRights),
		...delegatedRights(subject, local, addressFacts),
		...removedOf(local.allowances),
	].map((each) => ({ ...each, step, basis: "observed" }));
}
