import type { PipelineSimulation } from "../../../contract/simulation.ts";
import { known } from "../../chains/chain-error.ts";
import type { OwnSimulation } from "../opinion.ts";
import type { Subject } from "../subject.ts";
import { openedAnew } from "../svm/rent.ts";
import { innerStepsOf, MOST_INNER } from "../svm-inner.ts";
import type { SvmSubject } from "../svm-subject.ts";
import type { Bearings } from "./compare-bearings.ts";

/**
 * Rent of token accounts that a program opens in turn on Solana, by our own simulation. A service that leaves it out
 * does not take it: it stays in an account of the person, or of somebody whom the service itself says they pay.
 */

/** Lamports that stay in a token account which a program opened. */
export interface Opened {
	readonly owner: string;
	readonly lamports: bigint;
}

/** Accounts that one transaction may open in turn before their rent is no small thing anymore. */
const MOST_OPENED = 4;
/** Bytes of a token account; with its header rent is paid for so many more. */
const TOKEN_SIZE = 165n;
const HEADER = 128n;
/** Token-2022 adds its extensions. */
const MOST_SIZE = 300n;

const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
]);

/** @param service null where nobody tells what it does */
export function openedInside(
	subject: Subject | SvmSubject,
	bearings: Bearings,
	service: PipelineSimulation | null,
	own: OwnSimulation,
): readonly Opened[] {
	if (!("steps" in subject) || service === null || own.state !== "done") return [];
	// What was not read could close the account again, or give it away.
	if (own.inner.length > MOST_INNER) return [];
	const least = known(subject.facts?.rent.token);
	if (least === null) return [];
	const inner = innerStepsOf(subject, own);
	const meanings = [...subject.steps, ...inner].map(({ meaning }) => meaning);
	const plainly = openedAnew(subject);
	const given = (account: string) =>
		meanings.some(
			(meaning) =>
				(meaning.kind === "token_close" || meaning.kind === "token_authority") && meaning.account === account,
		);
	const paid = (mint: string, parties: readonly string[]) =>
		service.balanceChanges.some(
			({ asset, counterparty, direction }) =>
				direction !== "in" && bearings.asset(asset) === mint && parties.includes(counterparty ?? ""),
		);
	const seen = new Set<string>();
	const opened = inner.flatMap(({ meaning }): Opened[] => {
		if (meaning.kind !== "create" || meaning.payer !== subject.signer) return [];
		const { account, lamports, space, owner: program } = meaning;
		const isRent =
			TOKEN_PROGRAMS.has(program) &&
			space >= TOKEN_SIZE &&
			space <= MOST_SIZE &&
			lamports * (HEADER + TOKEN_SIZE) <= least * (HEADER + space);
		if (!isRent || plainly.includes(account) || given(account) || seen.has(account)) return [];
		for (const open of meanings) {
			if (open.kind !== "token_open" || open.account !== account) continue;
			seen.add(account);
			const { owner, mint } = open;
			return bearings.mine(owner) || paid(mint, [owner, account]) ? [{ owner, lamports }] : [];
		}
		return [];
	});
	return opened.length > MOST_OPENED ? [] : opened;
}

/** What leaves of one asset, by who gets it. */
interface Leaving {
	readonly asset: string;
	readonly unnamed: bigint;
	readonly sides: ReadonlyMap<string, bigint>;
}

/** How much of what leaves is such rent: no more than goes to whom it was opened for. */
export function rentWithin(
	bearings: Bearings,
	found: Leaving | undefined,
	opened: readonly Opened[],
): bigint {
	if (found === undefined || found.asset !== "native") return 0n;
	const owners = [...new Set(opened.map(({ owner }) => (bearings.mine(owner) ? null : owner)))];
	return owners.reduce((sum, owner) => {
		const rent = opened
			.filter((each) => (bearings.mine(each.owner) ? null : each.owner) === owner)
			.reduce((all, { lamports }) => all + lamports, 0n);
		// Between accounts of the person's own our simulation names no other side.
		const gets = owner === null ? found.unnamed : (found.sides.get(owner) ?? 0n);
		return sum + (rent < gets ? rent : gets);
	}, 0n);
}
