import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import { factValue } from "../../chain/chain-error.ts";
import type { DecodedEvmTransaction } from "../../decoded-transaction/decoded-transaction.ts";
import type { LocalSimulation } from "../../decoded-transaction/opinion.ts";
import type { DecodedSvmTransaction } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { openedAnew } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { innerStepsOf, MAX_INNER } from "../../simulate/svm/inner-steps.ts";
import type { FamilyOperations } from "../family.ts";

/**
 * Solana programs can open token accounts on their own. A service gains nothing by omitting the rent, because
 * the rent stays in an account that belongs to the user or to a payee that the service declares.
 */

export interface OpenedAccount {
	readonly owner: string;
	readonly lamports: bigint;
}

/** Maximum number of newly opened accounts whose rent is negligible. */
const MAX_OPENED = 4;
/** Size of a token account in bytes, excluding the header. */
const TOKEN_SIZE = 165n;
const HEADER = 128n;
const MAX_SIZE = 300n;

const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
]);

export function openedInside(
	subject: DecodedEvmTransaction | DecodedSvmTransaction,
	family: FamilyOperations,
	service: PipelineSimulation | null,
	own: LocalSimulation,
): readonly OpenedAccount[] {
	if (!("steps" in subject) || service === null || own.state !== "done") return [];
	// An undecoded call could close the account or change its owner.
	if (own.inner.length > MAX_INNER) return [];
	const least = factValue(subject.facts?.rent.token);
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
				direction !== "in" && family.asset(asset) === mint && parties.includes(counterparty ?? ""),
		);
	const seen = new Set<string>();
	const opened = inner.flatMap(({ meaning }): OpenedAccount[] => {
		if (meaning.kind !== "create" || meaning.payer !== subject.signer) return [];
		const { account, lamports, space, owner: program } = meaning;
		const isRent =
			TOKEN_PROGRAMS.has(program) &&
			space >= TOKEN_SIZE &&
			space <= MAX_SIZE &&
			lamports * (HEADER + TOKEN_SIZE) <= least * (HEADER + space);
		if (!isRent || plainly.includes(account) || given(account) || seen.has(account)) return [];
		for (const open of meanings) {
			if (open.kind !== "token_open" || open.account !== account) continue;
			seen.add(account);
			const { owner, mint } = open;
			return family.mine(owner) || paid(mint, [owner, account]) ? [{ owner, lamports }] : [];
		}
		return [];
	});
	return opened.length > MAX_OPENED ? [] : opened;
}

interface Leaving {
	readonly asset: string;
	readonly unnamed: bigint;
	readonly sides: ReadonlyMap<string, bigint>;
}

export function rentWithin(
	family: FamilyOperations,
	found: Leaving | undefined,
	opened: readonly OpenedAccount[],
): bigint {
	if (found === undefined || found.asset !== "native") return 0n;
	const owners = [...new Set(opened.map(({ owner }) => (family.mine(owner) ? null : owner)))];
	return owners.reduce((sum, owner) => {
		const rent = opened
			.filter((each) => (family.mine(each.owner) ? null : each.owner) === owner)
			.reduce((all, { lamports }) => all + lamports, 0n);
		// Our simulation doesn't name the counterparty if both accounts belong to the user.
		const gets = owner === null ? found.unnamed : (found.sides.get(owner) ?? 0n);
		return sum + (rent < gets ? rent : gets);
	}, 0n);
}
