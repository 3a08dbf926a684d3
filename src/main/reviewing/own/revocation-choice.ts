import { readChainRef, readUint } from "../../../core/format/numeral.ts";
import { deepFreeze } from "../../../core/match/freeze.ts";
import { type FrozenRevocation, frozenRevocation, type RequestOwner } from "../../../core/match/frozen.ts";
import { matchRevocation, revocationCall, revocationTransaction } from "../../../core/match/revocation.ts";
import { message } from "../../../core/message.ts";
import type { RevocationRequest } from "../../../core/review/approval-request.ts";
import { OWN_SESSION } from "../../inbox/entries/titles.ts";

import { type Chains, CompletionError } from "../facts/completing.ts";

/** What is chosen for a revocation by the chain: its payload, and whether it fits still. */

/** Gas beyond what was used now: what is paid back is not in it, and the chain moves on. In percent. */
const MARGIN = 150n;

const WOULD_FAIL = message("completing.would-fail.revocation");

type Payload = FrozenRevocation["payload"];
type EvmPayload = Extract<Payload, { kind: "evm_transaction" }>;

async function evmPayload(
	chains: Chains,
	{ chainRef, account, revokes }: RevocationRequest,
): Promise<EvmPayload | null> {
	const [call, chainId] = [revocationCall(revokes), readChainRef(chainRef)];
	if (call === null || chainId === null) return null;
	const chain = chains.evm.of(chainId);
	const [{ pending }, { baseFee, tip }, [used]] = await Promise.all([
		chain.nonces(account),
		chain.fees(),
		chain.gasOfSequence(account, [{ ...call, value: 0n }]),
	]);
	if (used === undefined || used === null) throw new CompletionError("gas", WOULD_FAIL);
	return {
		kind: "evm_transaction",
		chain_id: chainId,
		signer: account,
		nonce: pending,
		transaction: {
			...call,
			value: "0",
			gas_limit: Number((used * MARGIN) / 100n),
			// Enough for the base fee to double before it is mined.
			max_fee_per_gas: (2n * baseFee + tip).toString(),
			max_priority_fee_per_gas: tip.toString(),
		},
	};
}

async function svmPayload(
	chains: Chains,
	{ chainRef, account, revokes }: RevocationRequest,
): Promise<Payload | null> {
	const { blockhash } = await chains.svm.of(chainRef).latestBlockhash();
	const transaction_base64 = revocationTransaction(account, revokes, blockhash);
	return transaction_base64 === null
		? null
		: { kind: "svm_transaction", signer: account, transaction_base64 };
}

/**
 * A revocation as it would be signed, with nonce, gas and fees by the chain as it is now; null where the request names
 * nothing that could be taken back. @throws ChainError, and CompletionError where it would fail.
 */
export async function chooseRevocation(
	chains: Chains,
	owner: () => RequestOwner,
	id: string,
	request: RevocationRequest,
): Promise<FrozenRevocation | null> {
	const payload = await (request.family === "evm"
		? evmPayload(chains, request)
		: svmPayload(chains, request));
	if (payload === null) return null;
	const { environment, identity } = owner();
	const frozen = frozenRevocation.parse({
		kind: "revocation",
		environment,
		identity,
		session_id: OWN_SESSION,
		revocation_id: id,
		signer: request.account,
		chain_family: request.family,
		chain_ref: request.chainRef,
		expires_at: null,
		revokes: request.revokes,
		payload,
	});
	return matchRevocation(frozen).verdict === "matched" ? deepFreeze(frozen) : null;
}

/** Its nonce is the next one still, and its fee enough. Throws a ChainError. */
export async function stillFits(
	chains: Chains,
	{ payload, chain_ref: chainRef }: FrozenRevocation,
): Promise<boolean> {
	// A blockhash stands outside of the fingerprint: a fresh one costs the user nothing.
	if (payload.kind === "svm_transaction") return false;
	const chain = chains.evm.of(Number(chainRef));
	const [{ pending }, { baseFee }] = await Promise.all([chain.nonces(payload.signer), chain.fees()]);
	return pending === payload.nonce && (readUint(payload.transaction.max_fee_per_gas) ?? 0n) > baseFee;
}
