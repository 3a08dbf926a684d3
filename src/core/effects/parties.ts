import { SVM_SYSTEM_PROGRAM, ZERO_ADDRESS } from "../chain/well-known.ts";
import { isReadProgram } from "../decode/svm/decode-svm.ts";
import type { User } from "../decoded-transaction/decoded-transaction.ts";
import { isKnownContract } from "../decoded-transaction/known-contracts.ts";
import { readAddress } from "../format/numeral.ts";
import { roleOf } from "../identities/counterparties.ts";
import { labelOf, sameAddress } from "../identities/labels.ts";
import type { CodeHistory, HolderCode, Party, Relation } from "./effects.ts";
import { type Imitations, imitatedBy } from "./imitations.ts";

export interface EffectOwner {
	readonly chainRef: string | null;
	readonly signer: string;
	readonly user: User;
}

const NOBODY: ReadonlySet<string> = new Set([
	ZERO_ADDRESS,
	`0x${"0".repeat(36)}dead`,
	SVM_SYSTEM_PROGRAM,
	"1nc1nerator11111111111111111111111111111111",
]);

/** Addresses that represent a burn when a token's own contract or program uses them. */
const BURNING: ReadonlySet<string> = new Set([ZERO_ADDRESS, SVM_SYSTEM_PROGRAM]);

export const isBurning = (address: string): boolean => BURNING.has(address);

export const addressKey = (address: string): string => readAddress(address) ?? address;

const isKnown = (chainRef: string | null, address: string): boolean =>
	chainRef !== null && (isKnownContract(chainRef, address) || isReadProgram(address));

function relationOf(
	{ chainRef, signer, user }: EffectOwner,
	address: string,
	controlled: ReadonlySet<string>,
	isContact: boolean,
): Relation {
	if (NOBODY.has(address)) return "nobody";
	if ([signer, ...user.accounts].some((own) => sameAddress(own, address))) return "own";
	if (controlled.has(address)) return "controlled";
	if (isContact) return "contact";
	return isKnown(chainRef, address) ? "known-contract" : "stranger";
}

export interface StepParties {
	readonly controlled: ReadonlySet<string>;
	readonly lenders: ReadonlySet<string>;
	readonly holderCodes: ReadonlyMap<string, HolderCode>;
	readonly codeHistories: ReadonlyMap<string, CodeHistory>;
	readonly through: ReadonlyMap<string, readonly string[]>;
	readonly imitations: Imitations;
}

const NO_HISTORY: CodeHistory = { isCreated: false, youngBlocks: null, changedSince: null };

function hasDealt({ counterparties }: User, addresses: readonly string[]): boolean {
	return addresses.some((address) => {
		const found = counterparties.get(address);
		return found !== undefined && found.paid + found.allowed > 0;
	});
}

export function partyOf(
	owner: EffectOwner,
	address: string,
	{ controlled, lenders, holderCodes, codeHistories, through, imitations }: StepParties,
): Party {
	const { user, chainRef } = owner;
	const key = addressKey(address);
	const isContact = labelOf(user.labels, key) !== null;
	const roles = user.uses.get(key)?.roles;
	const used = (kind: "paid" | "allowed") => chainRef !== null && roles?.has(roleOf(kind, chainRef)) === true;
	const relation = relationOf(owner, key, controlled, isContact);
	const isMet = relation === "own" || isContact || hasDealt(user, [key, ...(through.get(key) ?? [])]);
	return {
		address: key,
		relation,
		isContact,
		isLender: relation === "controlled" && lenders.has(key),
		dealt: { paid: used("paid"), allowed: used("allowed") },
		isKnownToUser: isMet,
		code: holderCodes.get(key) ?? null,
		history: codeHistories.get(key) ?? NO_HISTORY,
		imitates: imitatedBy(imitations, key),
	};
}
