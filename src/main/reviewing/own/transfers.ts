import { randomUUID } from "node:crypto";
import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError, factValue } from "../../../core/chain/chain-error.ts";
import { readAddress, readChainRef, readUint } from "../../../core/format/numeral.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { deepFreeze } from "../../../core/match/freeze.ts";
import {
	type FrozenTransfer,
	frozenTransfer,
	type RequestOwner,
	type Sent,
} from "../../../core/match/frozen.ts";
import { TOKEN_PROGRAMS } from "../../../core/match/revocation.ts";
import { associatedAccount } from "../../../core/match/svm/resolve.ts";
import { matchTransfer, transferCall, transferTransaction } from "../../../core/match/transfer.ts";
import type { FeeChoice, PlannedTransfer, TransferRequest } from "../../../core/review/approval-request.ts";
import { questionsOf } from "../../../core/review/ask.ts";
import { accountFacts } from "../../chains/svm/raw-accounts.ts";
import { LOCAL_SESSION } from "../../inbox/entries/titles.ts";
import type { Clock } from "../../ports.ts";
import { type Chains, CompletionError } from "../facts/completing.ts";
import { feeFieldsOf, NORMAL } from "./evm-fees.ts";
import { type Planning, Plans } from "./plans.ts";

type Payload = FrozenTransfer["payload"];
type EvmPayload = Extract<Payload, { kind: "evm_transaction" }>;

interface Chosen {
	readonly sends: Sent;
	readonly payload: Payload;
}

const MARGIN = 150n;
/** Gas for a payment to an account without code. This value is exact (Yellow Paper, G_transaction). */
const PLAIN_GAS = 21_000n;
/** Fee in lamports for each signature (agave, DEFAULT_TARGET_LAMPORTS_PER_SIGNATURE / 2). */
const SVM_FEE = 5_000n;
/** The L1 price may double before inclusion. */
const L1_MARGIN = 2n;

const BALANCE_OF = parseAbi(["function balanceOf(address) view returns (uint256)"]);

const fails = (text: Message) => new CompletionError("amount", text);

async function tokenBalance(chain: ReturnType<Chains["evm"]["of"]>, token: string, account: string) {
	const owner = readAddress(account) ?? "0x";
	const data = encodeFunctionData({ abi: BALANCE_OF, args: [owner] });
	const answer = await chain.call(token, data);
	try {
		return decodeFunctionResult({ abi: BALANCE_OF, data: answer });
	} catch (cause) {
		throw new ChainError("unreadable", message("app.send.balance-unread"), { cause });
	}
}

async function evmGas(
	chain: ReturnType<Chains["evm"]["of"]>,
	account: string,
	call: NonNullable<ReturnType<typeof transferCall>>,
): Promise<bigint> {
	const [used] = await chain.gasOfSequence(account, [{ ...call, value: BigInt(call.value) }]);
	if (used === undefined || used === null)
		throw new CompletionError("gas", message("completing.would-fail.transfer"));
	return used === PLAIN_GAS && call.data === "0x" ? used : (used * MARGIN) / 100n;
}

const frozenOf = (id: string, owner: RequestOwner, request: TransferRequest, chosen: Chosen) =>
	frozenTransfer.parse({
		kind: "transfer",
		environment: owner.environment,
		identity: owner.identity,
		session_id: LOCAL_SESSION,
		transfer_id: id,
		signer: request.account,
		chain_family: request.family,
		chain_ref: request.chainRef,
		expires_at: null,
		...chosen,
	});

/**
 * Plans payments that the user enters, and chooses everything they leave open: nonce, gas, fee, and the
 * amount if it is "all".
 */
export class Transfers extends Plans<PlannedTransfer, FrozenTransfer> {
	readonly #chains: Chains;
	readonly #clock: Pick<Clock, "now">;
	readonly #owner: () => RequestOwner;

	constructor(chains: Chains, clock: Pick<Clock, "now">, owner: () => RequestOwner) {
		super();
		this.#chains = chains;
		this.#clock = clock;
		this.#owner = owner;
	}

	/** Throws a ChainError. */
	async plan(request: TransferRequest): Promise<Planning<PlannedTransfer>> {
		return await this.#store(randomUUID(), request, NORMAL, null);
	}

	/** Replans the payment with a different amount or fee, which creates a new request to approve. */
	async change(
		planned: PlannedTransfer,
		change: { readonly sends?: Pick<TransferRequest, "sends" | "isAll">; readonly fee?: FeeChoice },
	): Promise<Planning<PlannedTransfer>> {
		const request = { ...planned.request, ...change.sends };
		return await this.#store(planned.id, request, change.fee ?? this.fee(planned), planned);
	}

	async fresh(planned: PlannedTransfer): Promise<FrozenTransfer> {
		const before = this.current(planned);
		if (await this.#stillFits(planned, before)) return before;
		return await this.renew(
			planned,
			async () => await this.#choose(planned.id, planned.request, this.fee(planned)),
		);
	}

	async #store(
		id: string,
		request: TransferRequest,
		fee: FeeChoice,
		before: PlannedTransfer | null,
	): Promise<Planning<PlannedTransfer>> {
		return await this.store(id, fee, before, async () => {
			const frozen = await this.#choose(id, request, fee);
			return { planned: { id, sessionId: LOCAL_SESSION, request, plannedAt: this.#clock.now() }, frozen };
		});
	}

	async #choose(id: string, request: TransferRequest, fee: FeeChoice): Promise<FrozenTransfer> {
		const chosen = await (request.family === "evm"
			? this.#chooseEvm(id, request, fee)
			: this.#chooseSvm(request));
		const frozen = frozenOf(id, this.#owner(), request, chosen);
		if (matchTransfer(frozen).verdict !== "matched") throw fails(message("app.send.not-payable"));
		return deepFreeze(frozen);
	}

	async #chooseEvm(id: string, request: TransferRequest, fee: FeeChoice): Promise<Chosen> {
		const { account, chainRef, isAll } = request;
		const chainId = readChainRef(chainRef);
		if (chainId === null) throw fails(message("app.send.not-payable"));
		const chain = this.#chains.evm.of(chainId);
		const { token } = request.sends;
		const balance = await (token === null ? chain.balance(account) : tokenBalance(chain, token, account));
		const amount = isAll ? (token === null ? 1n : balance) : (readUint(request.sends.amount) ?? 0n);
		if (amount <= 0n || balance < amount) throw fails(message("app.send.exceeds"));
		const sends = { ...request.sends, amount: amount.toString() };
		const call = transferCall(sends);
		if (call === null) throw fails(message("app.send.not-payable"));
		const [{ pending }, fees, gas] = await Promise.all([
			chain.nonces(account),
			chain.fees(),
			evmGas(chain, account, call),
		]);
		const payload: EvmPayload = {
			kind: "evm_transaction",
			chain_id: chainId,
			signer: account,
			nonce: pending,
			transaction: { ...call, gas_limit: Number(gas), ...feeFieldsOf(fees, fee) },
		};
		if (!isAll || token !== null) return { sends, payload };
		const whole = await this.#withoutFee(frozenOf(id, this.#owner(), request, { sends, payload }));
		if (whole <= 0n) throw fails(message("app.send.fee-exceeds"));
		return {
			sends: { ...sends, amount: whole.toString() },
			payload: { ...payload, transaction: { ...payload.transaction, value: whole.toString() } },
		};
	}

	/** Returns the balance minus the maximum fee. */
	async #withoutFee(frozen: FrozenTransfer): Promise<bigint> {
		const [question] = questionsOf(frozen);
		const { payload } = frozen;
		if (question?.family !== "evm" || payload.kind !== "evm_transaction") return 0n;
		const facts = await this.#chains.evm.of(payload.chain_id).facts(question.request);
		const [balance, l1] = [factValue(facts.balance), facts.l1Fee];
		if (balance === null || !l1.ok) throw new ChainError("unreadable", message("app.send.balance-unread"));
		const { gas_limit: gas, max_fee_per_gas: most } = payload.transaction;
		const ofL1 = l1.value === null ? 0n : l1.value.data * L1_MARGIN + l1.value.operator;
		return balance - BigInt(gas) * BigInt(most) - ofL1;
	}

	async #chooseSvm({ account, chainRef, isAll, sends }: TransferRequest): Promise<Chosen> {
		const chain = this.#chains.svm.of(chainRef);
		const [{ blockhash }, { balance, svm }] = await Promise.all([
			chain.latestBlockhash(),
			this.#svmBalance(chainRef, account, sends.token),
		]);
		const left = sends.token === null ? balance - SVM_FEE : balance;
		const amount = isAll ? left : (readUint(sends.amount) ?? 0n);
		if (amount <= 0n || amount > balance)
			throw fails(message(isAll ? "app.send.fee-exceeds" : "app.send.exceeds"));
		const chosen = { ...sends, svm, amount: amount.toString() };
		const transaction_base64 = transferTransaction(account, chosen, blockhash);
		if (transaction_base64 === null) throw fails(message("app.send.not-payable"));
		return { sends: chosen, payload: { kind: "svm_transaction", signer: account, transaction_base64 } };
	}

	/** The token's program and decimals are read from its mint on chain. */
	async #svmBalance(
		chainRef: string,
		account: string,
		mint: string | null,
	): Promise<{ readonly balance: bigint; readonly svm: Sent["svm"] }> {
		const chain = this.#chains.svm.of(chainRef);
		if (mint === null) {
			const [own] = await chain.accounts([account]);
			return { balance: own?.lamports ?? 0n, svm: null };
		}
		const [raw] = await chain.accounts([mint]);
		const data = raw === null || raw === undefined ? null : accountFacts(mint, raw).data;
		if (raw === null || raw === undefined || data?.kind !== "mint" || !TOKEN_PROGRAMS.includes(raw.owner))
			throw fails(message("app.send.not-payable"));
		const source = associatedAccount(account, mint, raw.owner);
		const [held] = source === null ? [] : await chain.accounts([source]);
		const own =
			source === null || held === null || held === undefined ? null : accountFacts(source, held).data;
		const balance = own?.kind === "token" && own.owner === account ? own.amount : 0n;
		return { balance, svm: { program: raw.owner, decimals: data.decimals } };
	}

	async #stillFits(planned: PlannedTransfer, { payload, sends }: FrozenTransfer): Promise<boolean> {
		// A renewed blockhash doesn't change the fingerprint, so it doesn't affect the user.
		if (payload.kind === "svm_transaction") return false;
		const chain = this.#chains.evm.of(payload.chain_id);
		const { token } = sends;
		const [{ pending }, { baseFee }, held] = await Promise.all([
			chain.nonces(payload.signer),
			chain.fees(),
			!planned.request.isAll
				? null
				: token === null
					? chain.balance(payload.signer)
					: tokenBalance(chain, token, payload.signer),
		]);
		const { gas_limit: gas, max_fee_per_gas: most } = payload.transaction;
		const amount = readUint(sends.amount) ?? 0n;
		const isSameAmount =
			held === null || (token === null ? held >= amount + BigInt(gas) * BigInt(most) : held === amount);
		return isSameAmount && pending === payload.nonce && BigInt(most) > baseFee;
	}
}
