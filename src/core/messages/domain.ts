import { known } from "../chain/chain-error.ts";
import { chainName } from "../chain/names.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { type Message, message } from "../message.ts";
import { doubt, type Finding } from "../risk/finding.ts";
import { codeOf, isAccount } from "../subject/codes.ts";
import { isOwn, nameParam, shortAddress } from "../subject/subject.ts";
import { danger, finding, type MessageContext } from "./explanation.ts";
import type { KnownKind } from "./known.ts";

/** Who reads a signature and where it counts: an EIP-712 domain, held against the request and the chain. */

/** Another chain than the request's is refused by the match; here stands what it can't compare. */
export function chainFinding(
	context: MessageContext,
	data: TypedData,
	kind: KnownKind | null,
): Finding | null {
	if (kind?.offChain === true) return null;
	if (data.domain.chainId === null)
		return doubt(danger("domain-chain", message("finding.domain-chain.none")));
	if (context.chainRef !== null) return null;
	const where = chainName(String(data.domain.chainId));
	return doubt(danger("domain-chain", message("finding.domain-chain", { chain: where })));
}

/** By the user's own RPC; null where it is a contract, or nobody says. */
function noCodeText(context: MessageContext, contract: string): Message | null {
	const who = nameParam(context.user, contract);
	const code = codeOf(context, contract);
	const bare = context.facts?.rightChain === true && known(context.facts.codeAtTo) === false;
	if (bare || code?.size === 0) return message("finding.domain-no-code", { who });
	return code !== null && isAccount(code) && code.delegatedTo !== null
		? message("finding.domain-no-code.lending", { who, code: shortAddress(code.delegatedTo) })
		: null;
}

/**
 * Who reads the signature: a contract, and where the kind has one known place, that one.
 * @param isSelfContained Nobody who reads it can do more than is shown: without a contract there it is of no use.
 */
export function contractFinding(
	context: MessageContext,
	data: TypedData,
	kind: KnownKind | null,
	isSelfContained: boolean,
): Finding | null {
	const contract = data.domain.verifyingContract;
	if (kind?.offChain === true) return null;
	if (contract === null)
		return kind === null ? null : doubt(danger("domain-contract", message("finding.domain-contract.none")));
	const { user } = context;
	const who = nameParam(user, contract);
	if (isOwn(user, contract))
		return danger("domain-own-account", message("finding.domain-own-account", { who }));
	const bare = noCodeText(context, contract);
	if (bare !== null)
		return doubt(
			isSelfContained ? finding("domain-no-code", "caution", bare) : danger("domain-no-code", bare),
		);
	return kind !== null && kind.contracts.length > 0 && !kind.contracts.includes(contract)
		? doubt(danger("domain-contract", message("finding.domain-contract", { who, kind: kind.name })))
		: null;
}
