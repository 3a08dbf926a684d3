import { known } from "../chains/chain-error.ts";
import { addressKey } from "../policy/rule-address.ts";
import type { Insight } from "./insight.ts";
import { decodedOutflows } from "./outflow.ts";
import type { Flow } from "./policy-flows.ts";
import type { Subject } from "./subject.ts";
import { rentOf } from "./svm/costs.ts";
import type { SvmMeaning } from "./svm/meaning.ts";
import { svmFlows } from "./svm/outflow.ts";
import { holderOf, type SvmSubject } from "./svm-subject.ts";

/** What our own decoding of a transaction tells the person's rules. */

export interface DecodedFacts {
	readonly flows: readonly Flow[];
	/** Paid besides, and shown by no simulation as sent. */
	readonly rent: readonly Flow[];
	/** The bytes alone say all that it takes and gives. */
	readonly complete: boolean;
	/** null where somebody gets what leaves, and the bytes don't say who. */
	readonly recipients: readonly string[] | null;
}

type EvmMeaning = Subject["decoded"]["meaning"];

/** Calls whose bytes alone say what they take; every other one is known only by what our own simulation shows. */
const COMPLETE: ReadonlySet<EvmMeaning["kind"]> = new Set([
	"native",
	"transfer",
	"transferFrom",
	"approve",
	"allowance",
	"items",
	"operator",
]);

function evmRecipients({ meaning, target, value }: Subject["decoded"]): readonly string[] {
	// Whatever a call does besides, the coin that is sent along goes to the called contract.
	const called = value > 0n ? [target] : [];
	if (meaning.kind === "native") return [target];
	return meaning.kind === "transfer" || meaning.kind === "transferFrom" || meaning.kind === "items"
		? [meaning.to, ...called]
		: called;
}

export function evmDecoded(subject: Subject, isMine: (account: string) => boolean): DecodedFacts {
	const { decoded, signer } = subject;
	const token = decodedOutflows(subject)
		.filter(({ asset, from }) => asset !== "native" && isMine(from))
		.map(({ asset, amount }) => ({ asset: addressKey(asset), amount }));
	const toOneself = addressKey(decoded.target) === addressKey(signer);
	return {
		flows: [...token, { asset: "native", amount: toOneself ? 0n : decoded.value }],
		rent: [],
		complete: COMPLETE.has(decoded.meaning.kind),
		recipients: evmRecipients(decoded).map(addressKey),
	};
}

/** The called contract; none where a coin is sent to what is certainly no contract. */
export function evmTarget({ decoded, facts }: Subject, { opinion }: Insight): readonly string[] | null {
	if (decoded.meaning.kind !== "native") return [decoded.target];
	const asked = known(facts?.codeAtTo) ?? null;
	const found = known(opinion.enquiry?.codes.get(decoded.target));
	if (asked === false || (asked === null && found?.size === 0)) return [];
	return [decoded.target];
}

/** The person's own accounts, and the token accounts that they hold. */
export function svmMine(subject: SvmSubject): (account: string) => boolean {
	const { person, signer } = subject;
	return (account) => {
		const owner = holderOf(subject, account);
		return [account, owner].some(
			(each) => each !== null && (each === signer || person.accounts.includes(each)),
		);
	};
}

/** Instructions whose bytes alone say what they take from the signer. */
function isComplete(meaning: SvmMeaning, signer: string): boolean {
	switch (meaning.kind) {
		case "budget":
		case "memo":
		case "lamports":
		case "create":
		case "token_transfer":
		case "token_burn":
		case "token_approve":
		case "token_revoke":
		case "token_mint":
		case "token_open":
			return true;
		case "token_close":
		case "token_unwrap":
			return meaning.to === signer;
		case "stake_withdraw":
			return meaning.to === signer;
		default:
			return false;
	}
}

export function svmDecoded(subject: SvmSubject): DecodedFacts {
	const flows = svmFlows(subject);
	return {
		flows: flows.map(({ asset, amount, from }) => ({ asset: asset ?? from[0] ?? "", amount })),
		rent: [{ asset: "native", amount: rentOf(subject) }],
		complete:
			flows.every(({ asset }) => asset !== null) &&
			subject.steps.every(({ meaning }) => isComplete(meaning, subject.signer)),
		// What is burnt goes to nobody.
		recipients: flows.some(({ to }) => to.length === 0) ? null : flows.map(({ to }) => to.at(-1) ?? ""),
	};
}

/** Programs beyond those whose instructions we read ourselves. */
export function svmPrograms({ steps }: SvmSubject): readonly string[] {
	const others = steps.filter(({ program, meaning }) => program === null || meaning.kind === "unknown");
	return [...new Set(others.map(({ programId }) => programId))];
}
