import { type Pooled, pooledIn } from "../../../decode/evm/leaves.ts";
import { isUnfamiliar, placeOf } from "../../../effects/evm/familiar.ts";
import { type Message, message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { type PoolSeen, positionKey } from "../../../subject/opinion.ts";
import { nameParam } from "../../../subject/subject.ts";
import { type Evidence, type Finding, type FindingRule, gravestFirst } from "../../finding.ts";

/** By the user's own RPC; null where that does not say. */
function poolOf({ opinion: { own } }: Evidence, { contract, id }: Pooled): PoolSeen | null {
	return own.state === "done" ? (own.pools?.get(positionKey(contract, id)) ?? null) : null;
}

/** The action that opens a position, and names its pool. */
const MINT = "0x02";

function findingOf(evidence: Evidence, pooled: Pooled): Finding | null {
	const { subject, opinion } = evidence;
	const { user, chainRef } = subject;
	const pool = poolOf(evidence, pooled);
	const position = String(pooled.id);
	const contract = nameParam(user, pooled.contract);
	if (pool === null) {
		const isAsked = opinion.own.state === "running";
		return {
			id: "position-pool",
			severity: isAsked ? "caution" : "danger",
			text: message("finding.position-pool.unknown", { position, contract }),
			needsWord: !isAsked,
		};
	}
	const role = roleOf("named", chainRef, placeOf(pooled.contract, MINT));
	const grave = (address: string, text: Message): Finding => ({
		id: "position-pool",
		severity: "danger",
		text,
		needsWord: true,
		stake: { kind: "address", address },
	});
	if (pool.hook !== null && isUnfamiliar(subject, pool.hook, role))
		return grave(
			pool.hook,
			message("finding.position-pool.hook", { position, contract, who: nameParam(user, pool.hook) }),
		);
	// What is taken out comes in whichever tokens it is in.
	const token = pooled.fills ? pool.currencies.find((each) => isUnfamiliar(subject, each, role)) : undefined;
	return token === undefined
		? null
		: grave(
				token,
				message("finding.position-pool.token", { position, contract, who: nameParam(user, token) }),
			);
}

/**
 * The pool of a position by its number stands in no call, and its hook decides what comes of what is put in and taken
 * out. Anybody may give the user a position in a pool of their own, so that holding it proves nothing.
 */
export const positionPool: FindingRule = (evidence) => {
	const { decoded, signer } = evidence.subject;
	return gravestFirst(pooledIn(decoded, signer).map((each) => findingOf(evidence, each)))[0] ?? null;
};
