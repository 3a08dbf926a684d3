import { type Amount, amountWords } from "../amount.ts";
import type { SvmStep } from "../decode-svm.ts";
import { plain } from "../plain.ts";
import { nativeAmount } from "../subject.ts";
import {
	accountOf,
	closedBefore,
	holderOf,
	mintAmount,
	mintFor,
	openedHere,
	type SvmTelling,
	svmNameOf,
} from "../svm-subject.ts";
import type { AuthorityKind, SvmMeaning } from "./meaning.ts";

/** One plain sentence for each instruction, without its full stop. */

export interface Told {
	readonly text: string;
	/** What is at stake; null where there is no one amount. */
	readonly amount: Amount | null;
}

type Of<Kind extends SvmMeaning["kind"]> = Extract<SvmMeaning, { kind: Kind }>;

const sol = (telling: SvmTelling, lamports: bigint) => nativeAmount(telling.chainRef, lamports);

/** The person behind a token account where we know them, else the account. */
export function behind(telling: SvmTelling, account: string): string {
	const holder = holderOf(telling, account);
	return holder === null
		? `the token account ${svmNameOf(telling.person, account)}`
		: svmNameOf(telling.person, holder);
}

function transfer(telling: SvmTelling, meaning: Of<"token_transfer">): Told {
	const mint = mintFor(telling, meaning.source, meaning.mint) ?? mintFor(telling, meaning.destination, null);
	const amount = mintAmount(telling.facts, mint, meaning.amount);
	const opens = openedHere(telling.steps, meaning.destination);
	const isThere = (accountOf(telling.facts, meaning.destination) ?? null) !== null;
	const note =
		opens === null || isThere || opens.owner === telling.signer ? "" : " (opens a token account for them)";
	const mine = meaning.authority === telling.signer;
	const from = mine ? "" : ` from ${behind(telling, meaning.source)}`;
	const text = `${mine ? "Sends" : "Moves"} ${amountWords(amount)}${from} to ${behind(telling, meaning.destination)}${note}`;
	return { text, amount };
}

function lamports(telling: SvmTelling, meaning: Of<"lamports">, at: number): Told {
	const amount = sol(telling, meaning.lamports);
	const mine = meaning.from === telling.signer;
	const from = mine ? "" : ` from ${svmNameOf(telling.person, meaning.from)}`;
	const holder = closedBefore(telling, meaning.to, at) ? null : holderOf(telling, meaning.to);
	const to =
		holder === null
			? svmNameOf(telling.person, meaning.to)
			: `the token account ${svmNameOf(telling.person, meaning.to)} of ${svmNameOf(telling.person, holder)}`;
	return { text: `${mine ? "Sends" : "Moves"} ${amountWords(amount)}${from} to ${to}`, amount };
}

const ROLES: Readonly<Record<AuthorityKind, string>> = {
	mint: "the right to make more of the token",
	freeze: "the right to freeze accounts of the token",
	owner: "the token account",
	close: "the right to close the account",
	other: "a right over the account",
};

function authority(telling: SvmTelling, meaning: Of<"token_authority">): string {
	const where = svmNameOf(telling.person, meaning.account);
	const to = meaning.to === null ? null : svmNameOf(telling.person, meaning.to);
	const what = meaning.role === "owner" ? `${ROLES.owner} ${where}` : `${ROLES[meaning.role]} ${where}`;
	return to === null ? `Gives up ${what} for ever` : `Gives ${to} ${what}`;
}

function nonce(telling: SvmTelling, meaning: Of<"nonce">): string {
	const where = svmNameOf(telling.person, meaning.account);
	switch (meaning.what) {
		case "advance":
			return `Uses the durable nonce ${where}, so that this signature would have no end`;
		case "withdraw":
			return `Takes ${amountWords(sol(telling, meaning.lamports ?? 0n))} out of the nonce account ${where} to ${svmNameOf(telling.person, meaning.to ?? "")}`;
		case "authorize":
			return `Gives ${svmNameOf(telling.person, meaning.to ?? "")} the nonce account ${where}`;
		default:
			return `Sets up the nonce account ${where}`;
	}
}

function create(telling: SvmTelling, meaning: Of<"create">): Told {
	const amount = sol(telling, meaning.lamports);
	const text = `Opens the account ${svmNameOf(telling.person, meaning.account)} with ${amountWords(amount)}, ruled by the program ${svmNameOf(telling.person, meaning.owner)}`;
	return { text, amount };
}

const none = (text: string): Told => ({ text, amount: null });

/** What one instruction does, told with what the chain says of mints and accounts. */
export function tellStep(telling: SvmTelling, step: SvmStep): Told {
	const { meaning } = step;
	const { person, facts } = telling;
	switch (meaning.kind) {
		case "unknown":
			return none(
				meaning.reason === "program"
					? `Calls the unknown program ${svmNameOf(person, step.programId)}`
					: `Calls the ${step.program ?? "unknown"} program in a way that can't be read`,
			);
		case "budget":
			return none(meaning.what.replace(/\.$/, ""));
		case "memo":
			return none(`Writes a memo: “${plain(meaning.text, 80)}”`);
		case "lamports":
			return lamports(telling, meaning, step.at);
		case "create":
			return create(telling, meaning);
		case "assign":
			return none(
				`Hands the account ${svmNameOf(person, meaning.account)} over to the program ${svmNameOf(person, meaning.owner)}`,
			);
		case "nonce":
			return none(nonce(telling, meaning));
		case "token_transfer":
			return transfer(telling, meaning);
		case "token_approve": {
			const mint = mintFor(telling, meaning.source, meaning.mint);
			const amount = mintAmount(facts, mint, meaning.amount);
			return {
				text: `Lets ${svmNameOf(person, meaning.delegate)} take up to ${amountWords(amount)}`,
				amount,
			};
		}
		case "token_revoke":
			return none(`Takes back every permission on the token account ${svmNameOf(person, meaning.source)}`);
		case "token_authority":
			return none(authority(telling, meaning));
		case "token_mint": {
			const amount = mintAmount(facts, meaning.mint, meaning.amount);
			return {
				text: `Makes ${amountWords(amount)} anew for ${behind(telling, meaning.destination)}`,
				amount,
			};
		}
		case "token_burn": {
			const amount = mintAmount(facts, meaning.mint, meaning.amount);
			return { text: `Burns ${amountWords(amount)}`, amount };
		}
		case "token_close":
			return none(
				`Closes the token account ${svmNameOf(person, meaning.account)}; its SOL goes to ${svmNameOf(person, meaning.to)}`,
			);
		case "token_unwrap":
			return none(
				`Takes ${meaning.lamports === null ? "all loose SOL" : amountWords(sol(telling, meaning.lamports))} out of ${svmNameOf(person, meaning.account)} to ${svmNameOf(person, meaning.to)}`,
			);
		case "token_freeze":
			return none(
				`${meaning.frozen ? "Freezes" : "Thaws"} the token account ${svmNameOf(person, meaning.account)}`,
			);
		case "token_open":
			return none(`Opens a token account for ${svmNameOf(person, meaning.owner)}`);
		case "stake_withdraw": {
			const amount = sol(telling, meaning.lamports);
			return {
				text: `Withdraws ${amountWords(amount)} of stake to ${svmNameOf(person, meaning.to)}`,
				amount,
			};
		}
		case "other":
			return none(meaning.words.replace(/\.$/, ""));
	}
}
