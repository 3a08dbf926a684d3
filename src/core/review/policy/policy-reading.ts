import { known } from "../../chain/chain-error.ts";
import { isUnderstood, leavesOf, partyAddress } from "../../decode/evm/leaves.ts";
import type { CallParty } from "../../decode/evm/meaning.ts";
import { isReadProgram } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { decodedOutflows } from "../../effects/evm/outflows.ts";
import { rentOf } from "../../explain/svm/costs.ts";
import { addressKey } from "../../rules/rule-address.ts";
import type { Subject } from "../../subject/subject.ts";
import { svmFlows } from "../../subject/svm/outflow.ts";
import { holderOf, type SvmSubject } from "../../subject/svm/svm-subject.ts";
import type { Insight } from "../insight.ts";
import type { PolicyFlow } from "./policy-flows.ts";

/** Reads from our own decoding what the user's rules count. */

export interface DecodedFacts {
	readonly flows: readonly PolicyFlow[];
	/** Paid besides, and shown by no simulation as sent. */
	readonly rent: readonly PolicyFlow[];
	/** The bytes alone say all that it takes and gives. */
	readonly complete: boolean;
	/** Every call in it is read, and whatever holds calls is known to make them: amounts may still be missing. */
	readonly understood: boolean;
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

/** Whom a call names to get something, beside the coin that is sent along. */
function namedBy({ meaning }: Subject["decoded"]): readonly CallParty[] {
	switch (meaning.kind) {
		case "transfer":
		case "transferFrom":
		case "items":
		case "payment":
		case "wrap":
			return [meaning.to];
		case "moves":
			return meaning.rows.map(({ to }) => to);
		case "swap":
			return meaning.to === null ? [] : [meaning.to];
		case "vault":
			return [meaning.receiver];
		case "act":
			return [...meaning.gets.map(({ party }) => party), ...meaning.rights.map(({ holder }) => holder)];
		default:
			return [];
	}
}

/** Everybody whom the payload, or a call inside of it, names to get something; whoever makes a call apart. */
function evmRecipients({ decoded, signer }: Subject): readonly string[] {
	const { meaning, target, value } = decoded;
	if (meaning.kind === "native") return [target];
	const named = leavesOf(decoded, signer).flatMap((leaf) => {
		const to = namedBy(leaf.decoded).filter((party) => party !== "here" && party !== "pool");
		const paid = leaf.decoded.value > 0n ? [leaf.decoded.target] : [];
		return [...to.map((party) => partyAddress(leaf, party)), ...paid].filter((each) => each !== leaf.as);
	});
	// Whatever a call does besides, the coin that is sent along goes to the called contract.
	const all = [...(value > 0n ? [target] : []), ...named];
	return [...new Set(all.filter((each) => each !== null))];
}

export function evmDecoded(subject: Subject, isMine: (account: string) => boolean): DecodedFacts {
	const { decoded, signer } = subject;
	const tokens = decodedOutflows(subject)
		.filter(({ asset, from }) => asset !== "native" && isMine(from))
		.map(({ asset, amount }) => ({ asset: addressKey(asset), amount }));
	const toOneself = addressKey(decoded.target) === addressKey(signer);
	return {
		flows: [...tokens, { asset: "native", amount: toOneself ? 0n : decoded.value }],
		rent: [],
		complete: COMPLETE.has(decoded.meaning.kind),
		understood: isUnderstood(decoded),
		recipients: evmRecipients(subject).map(addressKey),
	};
}

/** The called contract; none where a coin is sent to what is certainly no contract. */
export function evmTarget({ decoded, facts }: Subject, { opinion }: Insight): readonly string[] | null {
	if (decoded.meaning.kind !== "native") return [decoded.target];
	const asked = known(facts?.codeAtTo) ?? null;
	const found = known(opinion.addressFacts?.codes.get(decoded.target));
	if (asked === false || (asked === null && found?.size === 0)) return [];
	return [decoded.target];
}

/** The user's own accounts, and the token accounts that they hold. */
export function svmMine(subject: SvmSubject): (account: string) => boolean {
	const { user, signer } = subject;
	return (account) => {
		const owner = holderOf(subject, account);
		return [account, owner].some(
			(each) => each !== null && (each === signer || user.accounts.includes(each)),
		);
	};
}

/** Instructions whose bytes alone say what they take from the signer, and that give nobody a right but a permission. */
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
		case "withdraw":
			return meaning.to === signer;
		case "nonce":
			return meaning.what === "withdraw" && meaning.to === signer;
		case "rule":
			// The stake is the signer's as the SOL was.
			return meaning.withdrawer === signer && meaning.staker === signer && meaning.lockup === null;
		case "other":
			return !meaning.control && meaning.rent !== true;
		default:
			return false;
	}
}

/** Whoever gets what an account of the user holds, of an amount that the bytes don't always say. */
function emptiedTo(subject: SvmSubject): readonly string[] {
	const isMine = svmMine(subject);
	return subject.steps.flatMap(({ meaning }) => {
		const empties =
			meaning.kind === "token_close" ||
			meaning.kind === "token_unwrap" ||
			meaning.kind === "withdraw" ||
			(meaning.kind === "nonce" && meaning.what === "withdraw");
		return empties && meaning.to !== null && !isMine(meaning.to) ? [meaning.to] : [];
	});
}

export function svmDecoded(subject: SvmSubject): DecodedFacts {
	const flows = svmFlows(subject);
	return {
		flows: flows.map(({ asset, amount, from }) => ({ asset: asset ?? from[0] ?? "", amount })),
		rent: [{ asset: "native", amount: rentOf(subject) }],
		complete:
			flows.every(({ asset }) => asset !== null) &&
			subject.steps.every(({ meaning }) => isComplete(meaning, subject.signer)),
		understood: subject.steps.every(({ meaning }) => meaning.kind !== "unknown" && meaning.kind !== "app"),
		// Burnt tokens have no recipient.
		recipients: flows.some(({ to }) => to.length === 0)
			? null
			: [...flows.map(({ to }) => to.at(-1) ?? ""), ...emptiedTo(subject)],
	};
}

/** Programs beyond those whose instructions we read ourselves. */
export function svmPrograms({ steps }: SvmSubject): readonly string[] {
	const others = steps.filter(
		({ programId, meaning }) => !isReadProgram(programId) || meaning.kind === "unknown",
	);
	return [...new Set(others.map(({ programId }) => programId))];
}
