import { known } from "../../chains/chain-error.ts";
import { chainName } from "../../chains/names.ts";
import type { TypedData } from "../../match/typed-data.ts";
import { codeOf, isAccount, isOwn } from "../findings/calls.ts";
import type { Finding } from "../findings/finding.ts";
import { freshFinding, isFresh } from "../findings/fresh-contract.ts";
import { nameOf, shortAddress } from "../subject.ts";
import type { KnownKind } from "./known.ts";
import { danger, type MessageTelling } from "./telling.ts";

/** Who reads a signature and where it counts: an EIP-712 domain, held against the request and the chain. */

/** Another chain than the request's is refused by the match; here stands what it can't compare. */
export function chainFinding(telling: MessageTelling, data: TypedData): Finding | null {
	if (data.domain.chainId === null)
		return danger("domain-chain", "It names no chain, so the signature may count on every chain.");
	if (telling.chainRef !== null) return null;
	const where = chainName(String(data.domain.chainId));
	return danger(
		"domain-chain",
		`It is for ${where}, and the request itself names no chain to compare that with.`,
	);
}

/** By the person's own RPC; null where it is a contract, or nobody says. */
function noCodeWords(telling: MessageTelling, contract: string): string | null {
	const who = nameOf(telling.person, contract);
	const code = codeOf(telling, contract);
	const bare = telling.facts?.rightChain === true && known(telling.facts.codeAtTo) === false;
	if (bare || code?.size === 0)
		return `There is no contract at ${who} on this chain, which is to read the signature.`;
	return code !== null && isAccount(code) && code.delegatedTo !== null
		? `${who}, which is to read the signature, is no contract: it is somebody's account, which only lends its code from ${shortAddress(code.delegatedTo)} (EIP-7702).`
		: null;
}

/** Who reads the signature: a contract, and where the kind has one known place, that one. */
export function contractFinding(
	telling: MessageTelling,
	data: TypedData,
	kind: KnownKind | null,
): Finding | null {
	const contract = data.domain.verifyingContract;
	if (contract === null)
		return kind === null ? null : danger("domain-contract", "It names no contract that reads the signature.");
	const { person } = telling;
	const who = nameOf(person, contract);
	if (isOwn(person, contract))
		return danger(
			"domain-own-account",
			`${who} is to read the signature itself: whoever holds it could make that account do what it says.`,
		);
	const bare = noCodeWords(telling, contract);
	if (bare !== null) return danger("domain-no-code", bare);
	if (kind !== null && kind.contracts.length > 0 && !kind.contracts.includes(contract))
		return danger(
			"domain-contract",
			`${who} is not the known contract for this kind of signature (${kind.name}).`,
		);
	const code = codeOf(telling, contract);
	return code !== null && isFresh(code) ? freshFinding(person, contract, code, false) : null;
}
