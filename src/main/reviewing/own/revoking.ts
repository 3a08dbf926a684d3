import { randomUUID } from "node:crypto";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { readChainRef, readUint } from "../../../core/format/numeral.ts";
import { deepFreeze } from "../../../core/match/freeze.ts";
import { type FrozenRevocation, frozenRevocation, type RequestOwner } from "../../../core/match/frozen.ts";
import { matchRevocation, revocationCall, revocationTransaction } from "../../../core/match/revocation.ts";
import { message, type Text } from "../../../core/message.ts";
import { saying } from "../../../core/unsigned.ts";
import { OWN_SESSION } from "../../inbox/entries/titles.ts";
import type { PlannedRevocation, RevocationRequest } from "../../inbox/requests/own-requests.ts";
import type { Clock } from "../../ports.ts";
import { type Chains, CompletionError } from "../facts/completing.ts";

/** Revocations that the user asked for: each is a review of its own, from the request until it is approved. */

type RevocationPlanning =
	| { readonly ok: true; readonly planned: PlannedRevocation }
	| { readonly ok: false; readonly text: Text };

export interface Revocations {
	get(id: string): PlannedRevocation | null;
	/** Chooses nonce, gas and fees by the chain as it is now. Throws a ChainError. */
	plan(request: RevocationRequest): Promise<RevocationPlanning>;
	/** As it was chosen last. */
	current(planned: PlannedRevocation): FrozenRevocation;
	/** The same where it still fits the chain, else chosen anew. Throws a ChainError. */
	fresh(planned: PlannedRevocation): Promise<FrozenRevocation>;
}

/** So many are kept: an old request that was never approved costs nothing. */
const MAX = 50;
/** Gas beyond what was used now: what is paid back is not in it, and the chain moves on. In percent. */
const MARGIN = 150n;

const WOULD_FAIL = message("completing.would-fail.revocation");

type Payload = FrozenRevocation["payload"];
type EvmPayload = Extract<Payload, { kind: "evm_transaction" }>;

export function createRevocations(parts: {
	readonly chains: Chains;
	readonly clock: Clock;
	readonly owner: () => RequestOwner;
}): Revocations {
	const { chains } = parts;
	const plans = new Map<string, { readonly planned: PlannedRevocation; frozen: FrozenRevocation }>();

	async function evmPayload({ chainRef, account, revokes }: RevocationRequest): Promise<EvmPayload | null> {
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

	async function svmPayload({ chainRef, account, revokes }: RevocationRequest): Promise<Payload | null> {
		const { blockhash } = await chains.svm.of(chainRef).latestBlockhash();
		const transaction_base64 = revocationTransaction(account, revokes, blockhash);
		return transaction_base64 === null
			? null
			: { kind: "svm_transaction", signer: account, transaction_base64 };
	}

	/** null where the request names nothing that could be taken back. */
	async function chosen(id: string, request: RevocationRequest): Promise<FrozenRevocation | null> {
		const payload = await (request.family === "evm" ? evmPayload(request) : svmPayload(request));
		if (payload === null) return null;
		const { environment, identity } = parts.owner();
		const frozen = frozenRevocation.parse({
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

	async function stillFits({ payload, chain_ref: chainRef }: FrozenRevocation): Promise<boolean> {
		// A blockhash stands outside of the fingerprint: a fresh one costs the user nothing.
		if (payload.kind === "svm_transaction") return false;
		const chain = chains.evm.of(Number(chainRef));
		const [{ pending }, { baseFee }] = await Promise.all([chain.nonces(payload.signer), chain.fees()]);
		return pending === payload.nonce && (readUint(payload.transaction.max_fee_per_gas) ?? 0n) > baseFee;
	}

	function known(planned: PlannedRevocation): FrozenRevocation {
		const plan = plans.get(planned.id);
		if (plan === undefined) throw new Error("a revocation that was forgotten");
		return plan.frozen;
	}

	return {
		get: (id) => plans.get(id)?.planned ?? null,
		current: known,
		async plan(request) {
			const id = randomUUID();
			try {
				const frozen = await chosen(id, request);
				if (frozen === null)
					return {
						ok: false,
						text: message("app.permission.not-revocable"),
					};
				const planned: PlannedRevocation = {
					id,
					sessionId: OWN_SESSION,
					request,
					asset: request.asset,
					plannedAt: parts.clock.now(),
				};
				plans.set(id, { planned, frozen });
				for (const old of plans.keys()) {
					if (plans.size <= MAX) break;
					plans.delete(old);
				}
				return { ok: true, planned };
			} catch (cause) {
				if (cause instanceof CompletionError) return { ok: false, text: cause.text };
				throw cause;
			}
		},
		async fresh(planned) {
			const before = known(planned);
			if (await stillFits(before)) return before;
			try {
				const frozen = await chosen(planned.id, planned.request);
				const plan = plans.get(planned.id);
				if (frozen === null || plan === undefined) return before;
				plan.frozen = frozen;
				return frozen;
			} catch (cause) {
				// What it would do now is told by its review; its own words say why no other was chosen.
				if (cause instanceof CompletionError)
					throw new ChainError("refused", cause.text, { cause, ...saying(cause) });
				throw cause;
			}
		},
	};
}
