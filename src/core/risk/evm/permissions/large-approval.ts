import { leavesOf } from "../../../decode/evm/leaves.ts";
import { approvalsOf } from "../../../explain/evm/approvals.ts";
import { readUint } from "../../../format/numeral.ts";
import { amountParam, type Message, message, sentences } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { takesFromCaller } from "../../../subject/known-contracts.ts";
import { passedOf } from "../../../subject/opinion.ts";
import { nameOf, nameParam } from "../../../subject/subject.ts";
import { type About, aboutUnit, type Finding } from "../../finding.ts";
import {
	amountOf,
	flowsOf,
	heldOf,
	isMine,
	isRunning,
	ownOfAll,
	type WholeRequest,
} from "../amounts/whole-request.ts";
import { isUsedBefore } from "../calls.ts";

/**
 * A wallet that only warns of "unlimited" is evaded by asking for the exact balance: the effect on the user is the
 * same. So permissions are weighed against what is held: all steps and all books together, for each spender, and what
 * the request itself already uses up does not count.
 */

interface Granted {
	readonly spender: string;
	readonly token: string;
	/** Base units; null for one item of a collection. */
	readonly amount: bigint | null;
}

/** By our own decoding and the service's simulation, then by our own simulation; not those without limit. */
function grantedIn({ steps, first }: WholeRequest): readonly Granted[] {
	const { user, signer } = first;
	return steps.flatMap(({ subject, opinion }): Granted[] => {
		const granted = approvalsOf(subject)
			.filter(({ grants, kind, unlimited }) => grants && kind !== "operator" && !unlimited)
			.map(({ spender, token, kind, amount }) => ({
				spender,
				token,
				amount: kind === "token" ? null : (amount?.raw ?? 0n),
			}));
		const seen = (passedOf(opinion.own)?.approvals ?? [])
			.filter(
				({ account, kind, unlimited }) =>
					kind === "allowance" && unlimited !== true && isMine(user, signer, account),
			)
			.map(({ spender, asset, amount }) => ({ spender, token: asset, amount: readUint(amount ?? "") ?? 0n }))
			.filter((row) => !granted.some((each) => isSame(each, row)));
		return [...granted, ...seen];
	});
}

type Pair = Pick<Granted, "spender" | "token">;

const isSame = (left: Pair, right: Pair) =>
	sameAddress(left.spender, right.spender) && sameAddress(left.token, right.token);

/** The books that the payload itself writes for this pair, as our own simulation names them; null where it names none. */
function booksOf({ steps }: WholeRequest, pair: Pair): ReadonlySet<string> | null {
	const books = steps
		.flatMap(({ subject }) => leavesOf(subject.decoded, subject.signer))
		.flatMap(({ decoded: { meaning, target } }): string[] => {
			if (meaning.kind === "permits")
				return meaning.rows.some((row) => isSame(row, pair))
					? [meaning.book === "token" ? "token" : target]
					: [];
			const gives = meaning.kind === "approve" || (meaning.kind === "allowance" && meaning.up);
			return gives && isSame({ spender: meaning.spender, token: target }, pair) ? ["token"] : [];
		});
	return books.length === 0 ? null : new Set(books);
}

/**
 * What the spender may take once all has run, by the books that this request writes: what stands in another was given
 * before. null where our own simulation did not look, or did not run.
 */
function standing(request: WholeRequest, pair: Pair): bigint | null {
	const last = request.steps.at(-1)?.opinion.own;
	if (ownOfAll(request) === null || last?.state !== "done") return null;
	const books = booksOf(request, pair);
	const found = last.standing.filter(
		(each) =>
			sameAddress(each.account, request.first.signer) &&
			isSame(each, pair) &&
			(books === null || books.has(each.book)),
	);
	return found.length === 0 ? null : found.reduce((sum, { amount }) => sum + amount, 0n);
}

interface Weighed extends Pair {
	readonly isItem: boolean;
	/** Base units, or items. */
	readonly taken: bigint;
	/** null: nobody knows. */
	readonly held: bigint | null;
}

function weighed(request: WholeRequest, rows: readonly Granted[], pair: Pair): Weighed {
	const alike = rows.filter((row) => isSame(row, pair));
	const isItem = alike.every(({ amount }) => amount === null);
	const granted = alike.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
	const held = heldOf(request, pair.token);
	const gained = flowsOf(request)?.get(pair.token.toLowerCase())?.net ?? 0n;
	return {
		...pair,
		isItem,
		taken: isItem ? BigInt(alike.length) : (standing(request, pair) ?? granted),
		held: held === null || gained <= 0n ? held : held + gained,
	};
}

/** Of items more than half: of two, one is not most of it. */
const isHalf = ({ taken, held, isItem }: Weighed): boolean =>
	taken > 0n && (held === null || (held > 0n && (isItem ? taken * 2n > held : taken * 2n >= held)));

/** How much of what is held is allowed; null: nobody knows what is held. Half of it or more. */
export const shareOf = (taken: bigint, held: bigint | null): "unknown" | "all" | "half" =>
	held === null ? "unknown" : taken >= held ? "all" : "half";

/** @param others tokens of which the same is true */
export const unfamiliarText = (others: number): readonly Message[] => [
	message("finding.large-approval.unfamiliar"),
	...(others === 0 ? [] : [message("finding.large-approval.more", { count: others })]),
];

function messageOf(
	request: WholeRequest,
	{ spender, token, taken, held, isItem }: Weighed,
	others: number,
): Message {
	const { user } = request.first;
	const who = nameParam(user, spender);
	const amount = isItem
		? message("items", { count: Number(taken), collection: nameParam(user, token) })
		: amountParam(amountOf(request, token, taken));
	return sentences(
		message("finding.large-approval", { who, amount, share: shareOf(taken, held) }),
		...unfamiliarText(others),
	);
}

/** All that the words hang on but for the figures. */
function aboutOf(
	request: WholeRequest,
	{ spender, token, taken, held, isItem }: Weighed,
	all: readonly Weighed[],
): About {
	const { user } = request.first;
	const unit = isItem ? nameOf(user, token) : aboutUnit(amountOf(request, token, taken));
	const others = all.map((each) => `${each.spender} ${each.token}`);
	return [spender, nameOf(user, spender), token, unit, shareOf(taken, held), ...others];
}

/** Half of a holding or more, or a part of one that nobody knows, for a spender that was never allowed anything. */
export function largeApproval(request: WholeRequest): Finding | null {
	if (isRunning(request)) return null;
	const { user, signer, chainRef } = request.first;
	const rows = grantedIn(request).filter(
		({ spender }) =>
			!/^0x0*$/.test(spender) &&
			!isMine(user, signer, spender) &&
			!isUsedBefore(user, spender, roleOf("allowed", chainRef)),
	);
	const pairs = rows.filter((row, at) => rows.findIndex((each) => isSame(each, row)) === at);
	const large = pairs.map((pair) => weighed(request, rows, pair)).filter(isHalf);
	const grave = large.filter(({ spender }) => !takesFromCaller(chainRef, spender.toLowerCase()));
	const [worst] = grave.length > 0 ? grave : large;
	if (worst === undefined) return null;
	const danger = grave.length > 0;
	return {
		id: "large-approval",
		severity: danger ? "danger" : "caution",
		text: messageOf(request, worst, (danger ? grave : large).length - 1),
		needsWord: danger,
		about: aboutOf(request, worst, danger ? grave : large),
		stake: { kind: "address", address: worst.spender },
	};
}
