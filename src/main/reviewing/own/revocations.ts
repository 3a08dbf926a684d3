import { randomUUID } from "node:crypto";
import { readChainRef, readUint } from "../../../core/format/numeral.ts";
import { message } from "../../../core/localized-text.ts";
import { deepFreeze } from "../../../core/match/freeze.ts";
import {
	type FrozenRevocation,
	frozenRevocation,
	type LoweredTo,
	type RequestOwner,
} from "../../../core/match/frozen.ts";
import { matchRevocation, revocationCall, revocationTransaction } from "../../../core/match/revocation.ts";
import type {
	FeeChoice,
	PlannedRevocation,
	RevocationRequest,
} from "../../../core/review/approval-request.ts";
import { LOCAL_SESSION } from "../../inbox/entries/titles.ts";
import type { Clock } from "../../ports.ts";
import { type Chains, CompletionError } from "../facts/completing.ts";
import { loweringOf } from "./current-allowance.ts";
import { feeFieldsOf, NORMAL } from "./evm-fees.ts";
import { type Planning, Plans } from "./plans.ts";

const MARGIN = 150n;

const WOULD_FAIL = message("completing.would-fail.revocation");
const WOULD_FAIL_LOWERED = message("completing.would-fail.lowered");

type Payload = FrozenRevocation["payload"];
type EvmPayload = Extract<Payload, { kind: "evm_transaction" }>;

async function evmPayload(
	chains: Chains,
	{ chainRef, account, revokes }: RevocationRequest,
	fee: FeeChoice,
	lowersTo: LoweredTo | null,
): Promise<EvmPayload | null> {
	const [call, chainId] = [revocationCall(revokes, lowersTo), readChainRef(chainRef)];
	if (call === null || chainId === null) return null;
	const chain = chains.evm.of(chainId);
	const [{ pending }, fees, [used]] = await Promise.all([
		chain.nonces(account),
		chain.fees(),
		chain.gasOfSequence(account, [{ ...call, value: 0n }]),
	]);
	if (used === undefined || used === null)
		throw new CompletionError("gas", lowersTo === null ? WOULD_FAIL : WOULD_FAIL_LOWERED);
	return {
		kind: "evm_transaction",
		chain_id: chainId,
		signer: account,
		nonce: pending,
		transaction: {
			...call,
			value: "0",
			gas_limit: Number((used * MARGIN) / 100n),
			...feeFieldsOf(fees, fee),
		},
	};
}

async function svmPayload(
	chains: Chains,
	{ chainRef, account, revokes }: RevocationRequest,
	lowersTo: LoweredTo | null,
): Promise<Payload | null> {
	const { blockhash } = await chains.svm.of(chainRef).latestBlockhash();
	const transaction_base64 = revocationTransaction(account, revokes, blockhash, lowersTo);
	return transaction_base64 === null
		? null
		: { kind: "svm_transaction", signer: account, transaction_base64 };
}

interface Choice {
	readonly fee: FeeChoice;
	/** Amount in base units that the spender keeps. `null` to revoke all of it. */
	readonly keeps: bigint | null;
	readonly before: LoweredTo | null;
}

/**
 * Returns `null` if the request doesn't name anything that can be revoked. Throws a ChainError, or a
 * CompletionError if the call would fail or raise the allowance.
 */
async function chooseRevocation(
	chains: Chains,
	owner: () => RequestOwner,
	id: string,
	request: RevocationRequest,
	{ before, fee, keeps }: Choice,
): Promise<FrozenRevocation | null> {
	const lowersTo = keeps === null ? null : await loweringOf(chains, request, keeps, before);
	const payload = await (request.family === "evm"
		? evmPayload(chains, request, fee, lowersTo)
		: svmPayload(chains, request, lowersTo));
	if (payload === null) return null;
	const { environment, identity } = owner();
	const frozen = frozenRevocation.parse({
		kind: "revocation",
		environment,
		identity,
		session_id: LOCAL_SESSION,
		revocation_id: id,
		signer: request.account,
		chain_family: request.family,
		chain_ref: request.chainRef,
		expires_at: null,
		revokes: request.revokes,
		...(lowersTo === null ? {} : { lowers_to: lowersTo }),
		payload,
	});
	return matchRevocation(frozen).verdict === "matched" ? deepFreeze(frozen) : null;
}

async function stillFits(
	chains: Chains,
	{ lowers_to: lowersTo, payload, chain_ref: chainRef }: FrozenRevocation,
	{ keeps, request }: PlannedRevocation,
): Promise<boolean> {
	// A renewed blockhash doesn't change the fingerprint, so it doesn't affect the user.
	if (payload.kind === "svm_transaction") return false;
	const chain = chains.evm.of(Number(chainRef));
	const [{ pending }, { baseFee }, lowering] = await Promise.all([
		chain.nonces(payload.signer),
		chain.fees(),
		keeps === null ? undefined : loweringOf(chains, request, keeps, lowersTo ?? null),
	]);
	return (
		lowering === lowersTo &&
		pending === payload.nonce &&
		(readUint(payload.transaction.max_fee_per_gas) ?? 0n) > baseFee
	);
}

export class Revocations extends Plans<PlannedRevocation, FrozenRevocation> {
	readonly #chains: Chains;
	readonly #clock: Pick<Clock, "now">;
	readonly #owner: () => RequestOwner;

	constructor(chains: Chains, clock: Pick<Clock, "now">, owner: () => RequestOwner) {
		super();
		this.#chains = chains;
		this.#clock = clock;
		this.#owner = owner;
	}

	async plan(request: RevocationRequest): Promise<Planning<PlannedRevocation>> {
		return await this.#store(randomUUID(), request, { fee: NORMAL, keeps: null }, null);
	}

	/** Replans the revocation with a different fee or amount, which creates a new request to approve. */
	async change(
		planned: PlannedRevocation,
		change: Partial<Pick<Choice, "fee" | "keeps">>,
	): Promise<Planning<PlannedRevocation>> {
		const { id, keeps, request } = planned;
		return await this.#store(id, request, { fee: this.fee(planned), keeps, ...change }, planned);
	}

	async #store(
		id: string,
		request: RevocationRequest,
		{ fee, keeps }: Pick<Choice, "fee" | "keeps">,
		before: PlannedRevocation | null,
	): Promise<Planning<PlannedRevocation>> {
		return await this.store(id, fee, before, async () => {
			const choice = { fee, keeps, before: null };
			const frozen = await chooseRevocation(this.#chains, this.#owner, id, request, choice);
			if (frozen === null) throw new CompletionError("revokes", message("app.permission.not-revocable"));
			const { asset } = request;
			const planned = {
				id,
				sessionId: LOCAL_SESSION,
				request,
				asset,
				keeps,
				plannedAt: this.#clock.now(),
			};
			return { planned, frozen };
		});
	}

	/** Throws a ChainError, for example if a lower amount would now raise the allowance. */
	async fresh(planned: PlannedRevocation): Promise<FrozenRevocation> {
		return await this.renew(planned, async () => {
			const before = this.current(planned);
			if (await stillFits(this.#chains, before, planned)) return before;
			const { id, keeps, request } = planned;
			const choice = { fee: this.fee(planned), keeps, before: before.lowers_to ?? null };
			return (await chooseRevocation(this.#chains, this.#owner, id, request, choice)) ?? before;
		});
	}
}
