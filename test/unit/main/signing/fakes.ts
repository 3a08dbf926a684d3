import { ed25519 } from "@noble/curves/ed25519.js";
import { sign } from "viem/accounts";
import { hashMessage, keccak256, numberToHex, parseTransaction } from "viem/utils";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../src/core/localized-text.ts";
import { signedEvm, signingHashEvm } from "../../../../src/core/match/evm/bytes.ts";
import { type Frozen, intentsOf } from "../../../../src/core/match/frozen.ts";
import type { IntentAt } from "../../../../src/core/match/proof.ts";
import { checkSignedSvm, signedSvm, signingBytesSvm } from "../../../../src/core/match/svm/bytes.ts";
import type {
	BlockDepth,
	ChainStatus,
	EvmChainClient,
	SvmChainClient,
} from "../../../../src/main/signing/chain-client.ts";
import {
	type ActionService,
	CommitFault,
	type CommitService,
} from "../../../../src/main/signing/signing-service.ts";
import type { ProvenSignature } from "../../../../src/main/wallet/signers/signed.ts";
import {
	type Readiness,
	type Signer,
	type SignerAccount,
	SignerError,
	type SignerState,
} from "../../../../src/main/wallet/signers/signer.ts";
import { signByVault } from "../../../../src/main/wallet/signers/vault/local.ts";
import type { ActionResult } from "../../../../src/service-api/action.ts";
import type {
	CommitManual,
	CommitView,
	CommitWalletAttemptOutcome,
	CommitWalletAttemptRequest,
	CommitWalletAttemptView,
	ReadAttempt,
	ReadCommit,
} from "../../../../src/service-api/commit.ts";
import type { Action } from "../../../../src/service-api/events.ts";
import type { Signed } from "../../../../src/vault/protocol.ts";
import { hex, SIGNER } from "../../core/match/honest.ts";
import { SVM_KEYS } from "../../core/match/honest-svm.ts";
import { receiptOf, svmReceiptOf } from "../storage/kept.ts";

/** Fakes around the runner: a service, a signer and a chain that tests control. */

/** Private key of SIGNER. */
const KEY = numberToHex(1, { size: 32 });

export const offline = () =>
	new CommitFault(verbatim("The service can't be reached."), {
		again: true,
		retryAfterMs: null,
		cause: null,
	});
export const refusal = (status: number) =>
	new CommitFault(verbatim(`The service answered ${status}.`), {
		again: false,
		retryAfterMs: null,
		cause: null,
		conflict: status === 409,
		serviceText: `code_${status}`,
	});
export const rpcFault = (text: string) => new ChainError("refused", verbatim(text));

export interface ManualCall {
	readonly body: CommitManual;
	readonly key: string;
}

/** Id of the service's wallet attempt. */
export const ATTEMPT = "attempt-1";

/** Failure of a service call, either before its effect, or after it with the answer lost. */
type Trouble = { readonly when: "before" | "after"; readonly fault: Error };

export class FakeService implements CommitService {
	view: CommitView;
	/** Claims and reports, in order of arrival. */
	readonly claims: CommitWalletAttemptRequest[] = [];
	readonly reports: { readonly attemptId: string; readonly body: CommitWalletAttemptOutcome }[] = [];
	/** Changes the answer to a claim. */
	twistClaim: (view: CommitWalletAttemptView) => ReadAttempt = (view) => ({ kind: "known", view });
	/** Called at the start of each claim. */
	onClaim: () => void = () => {};
	readonly #claimTroubles: Trouble[] = [];
	readonly #reportTroubles: Trouble[] = [];
	/** Request id of the claim that got the attempt. */
	#claimedBy: string | null = null;
	/** Result of reads, in place of the view. */
	shown: ReadCommit | null = null;
	reads = 0;
	readonly manuals: ManualCall[] = [];
	readonly #readTroubles: Error[] = [];
	readonly #manualTroubles: Trouble[] = [];
	/** Bytes that the service returns to be sent; `null` if it accepts the submission. */
	returnedBytes: string | null = null;
	/** For the hosted route: called with the accepted bytes. */
	onAccepted: (raw: string) => void = () => {};
	/** Called at the start of each read. */
	onRead: () => void | Promise<void> = () => {};

	constructor(view: CommitView) {
		this.view = view;
	}

	failReads(...faults: Error[]): void {
		this.#readTroubles.push(...faults);
	}

	failManuals(...troubles: Trouble[]): void {
		this.#manualTroubles.push(...troubles);
	}

	failClaims(...troubles: Trouble[]): void {
		this.#claimTroubles.push(...troubles);
	}

	failReports(...troubles: Trouble[]): void {
		this.#reportTroubles.push(...troubles);
	}

	become(change: Partial<CommitView>): void {
		this.view = { ...this.view, ...change, version: this.view.version + 1 };
	}

	/** Issues the attempt, which the service does only once, to `requestId`: an earlier try or another wallet. */
	issueAttempt(requestId: string): void {
		this.#claimedBy = requestId;
		const wallet_attempt = {
			attempt_id: ATTEMPT,
			transport: "browser_send" as const,
			state: "awaiting_wallet" as const,
			transaction_id: null,
			failure_code: null,
		};
		this.become({ action: null, wallet_attempt });
	}

	async startAttempt(_: string, __: string, body: CommitWalletAttemptRequest): Promise<ReadAttempt> {
		this.claims.push(body);
		this.onClaim();
		const trouble = this.#claimTroubles.shift();
		if (trouble?.when === "before") throw trouble.fault;
		const { action, commit_id, review, version } = this.view;
		const isAgain = this.#claimedBy === body.client_request_id;
		const payload = action?.kind === "sign" || action?.kind === "start_wallet_send" ? action.payload : null;
		if (!isAgain) {
			if (this.#claimedBy !== null || payload === null) throw refusal(409);
			if (body.version !== version || body.review_digest !== review?.digest) throw refusal(422);
			this.issueAttempt(body.client_request_id);
		}
		if (trouble !== undefined) throw trouble.fault;
		return this.twistClaim({
			attempt_id: ATTEMPT,
			commit_id,
			transport: body.transport,
			state: "awaiting_wallet",
			request: isAgain ? null : payload,
			may_invoke_wallet: !isAgain,
		});
	}

	async reportAttempt(
		_: string,
		__: string,
		attemptId: string,
		body: CommitWalletAttemptOutcome,
	): Promise<ReadCommit> {
		this.reports.push({ attemptId, body });
		const trouble = this.#reportTroubles.shift();
		if (trouble?.when === "before") throw trouble.fault;
		const { wallet_attempt: attempt = null } = this.view;
		if (attempt === null || attempt.attempt_id !== attemptId) throw refusal(409);
		if (body.kind === "rejected") this.become({ state: "rejected", wallet_attempt: null });
		else {
			const { transaction_id } = body;
			const wallet_attempt = { ...attempt, state: "reported" as const, transaction_id };
			this.become({ state: "submitted", transaction_id, wallet_attempt });
		}
		if (trouble !== undefined) throw trouble.fault;
		return this.shown ?? this.#answer();
	}

	#answer(): ReadCommit {
		return { kind: "known", view: this.view, reviewFault: null };
	}

	async read(): Promise<ReadCommit> {
		this.reads += 1;
		await this.onRead();
		const trouble = this.#readTroubles.shift();
		if (trouble !== undefined) throw trouble;
		return this.shown ?? this.#answer();
	}

	async manual(_: string, __: string, body: CommitManual, key: string): Promise<ReadCommit> {
		this.manuals.push({ body, key });
		const trouble = this.#manualTroubles.shift();
		if (trouble?.when === "before") throw trouble.fault;
		this.#take(body);
		if (trouble !== undefined) throw trouble.fault;
		return this.shown ?? this.#answer();
	}

	#take(body: CommitManual): void {
		if (body.kind === "broadcast" && this.view.state === "awaiting_broadcast")
			this.become({ state: "submitted", action: null, transaction_id: body.transaction_id });
		if (body.kind !== "signed" || this.view.state !== "needs_signature") return;
		const raw = body.payloads[0] ?? "";
		if (this.view.broadcaster === "hosted")
			this.become({ state: "submitted", action: null, transaction_id: keccak256(hex(raw)) });
		else
			this.become({
				state: "awaiting_broadcast",
				action: {
					kind: "broadcast",
					signed_transaction: this.returnedBytes ?? raw,
					transaction_id: keccak256(hex(this.returnedBytes ?? raw)),
				},
			});
		this.onAccepted(raw);
	}

	/** Lists the calls with a body of kind `signed`. */
	submissions(): readonly ManualCall[] {
		return this.manuals.filter((call) => call.body.kind === "signed");
	}

	reported(): readonly ManualCall[] {
		return this.manuals.filter((call) => call.body.kind === "broadcast");
	}
}

export class FakeSigner implements Signer {
	readonly kind = "local";
	stands: SignerState = "ready";
	signed = 0;
	/** Returns the payload that is signed instead of the requested one. */
	twist: (frozen: Frozen) => Frozen = (frozen) => frozen;
	/** Returns the step and object that are signed and proven instead of the requested ones. */
	mistake: (frozen: Frozen, place: number) => { readonly frozen: Frozen; readonly place: number } = (
		frozen,
		place,
	) => ({ frozen, place });
	/** Private key to sign with; by default that of SIGNER. */
	key = KEY;
	refusing: SignerError | null = null;
	/** Called with the account before each signature. */
	readiness: (account: string) => Readiness | Promise<Readiness> = () => ({ ready: true });
	prepared = 0;
	/** Device that signs; `null` for none. */
	place: string | null = null;
	/** Awaited during the signing, so that a test can inspect or end the scene meanwhile. */
	during: () => void | Promise<void> = () => {};

	addresses(): readonly SignerAccount[] {
		return [{ address: SIGNER, family: "evm" }];
	}

	state(): SignerState {
		return this.stands;
	}

	async prepare(account: string): Promise<Readiness> {
		this.prepared += 1;
		return await this.readiness(account);
	}

	pathOf(): string | null {
		return this.place;
	}

	/** Parses its output like the vault's. */
	async sign(
		frozen: Frozen,
		askedPlace: number,
		fingerprint: string,
		account: string,
	): Promise<ProvenSignature> {
		const { frozen: asked, place } = this.mistake(frozen, askedPlace);
		this.signed += 1;
		await this.during();
		if (this.refusing !== null) throw this.refusing;
		const signed = await this.#made(intentsOf(this.twist(asked))[place]);
		return signByVault({ sign: async () => ({ ok: true, signed }) }, asked, place, fingerprint, account);
	}

	async #made(payload: IntentAt | undefined): Promise<Signed> {
		if (payload?.kind === "svm_transaction") {
			const raw = signedSvm(payload, ed25519.sign(signingBytesSvm(payload), SVM_KEYS.secretKey.slice(0, 32)));
			const checked = checkSignedSvm(raw, payload);
			if (!checked.ok) throw new SignerError("refusedMatch", checked.text);
			return { kind: "svm_transaction", raw, id: checked.id, complete: checked.complete };
		}
		if (payload?.kind === "evm_personal") {
			const hash = hashMessage(payload.message);
			return { kind: "message", signature: await sign({ hash, privateKey: this.key, to: "hex" }) };
		}
		if (payload?.kind !== "evm_transaction")
			throw new SignerError("refusedMatch", verbatim("Not an EVM transaction."));
		const hash = signingHashEvm(payload);
		const { r, s, yParity } = await sign({ hash, privateKey: this.key, to: "object" });
		const raw = signedEvm(payload, { r, s, yParity: yParity === 1 ? 1 : 0 });
		return { kind: "evm_transaction", raw, hash: keccak256(raw) };
	}
}

/** A service of actions that, unless a test sets more, shows no action and accepts no answer. */
export class FakeActions implements ActionService {
	action: Action | null = null;
	reads = 0;
	readonly answers: { readonly body: unknown; readonly key: string }[] = [];
	readonly #troubles: Trouble[] = [];
	/** Changes the action that an answer returns. */
	answersAs: ((action: Action) => Action) | null = null;
	/** Awaited at the start of each read; may throw. */
	onRead: () => void | Promise<void> = () => {};

	fail(...troubles: Trouble[]): void {
		this.#troubles.push(...troubles);
	}

	become(change: Partial<Action>): void {
		if (this.action !== null) this.action = { ...this.action, ...change };
	}

	async read(): Promise<Action | null> {
		this.reads += 1;
		await this.onRead();
		return this.action;
	}

	stored(): Action | null {
		return this.action;
	}

	async resolve(
		_: string,
		__: string,
		body: { readonly revision: number; readonly result: ActionResult },
		key: string,
	): Promise<Action> {
		this.answers.push({ body, key });
		const trouble = this.#troubles.shift();
		if (trouble?.when === "before") throw trouble.fault;
		const { action } = this;
		if (action === null) throw refusal(404);
		if (this.answersAs !== null) return this.answersAs(action);
		if (action.state !== "pending" || action.revision !== body.revision) throw refusal(409);
		const state = body.result.status === "signed" ? "completed" : body.result.status;
		this.action = { ...action, state, revision: action.revision + 1, result: body.result };
		if (trouble !== undefined) throw trouble.fault;
		return this.action;
	}
}

const BLOCK_HASH = `0x${"b1".repeat(32)}`;

/** Returns the status of a transaction in block 12. */
export function mined(succeeded: boolean, blockHash: string = BLOCK_HASH): ChainStatus {
	return {
		state: "mined",
		succeeded,
		blockNumber: 12n,
		blockHash,
		feePaid: 21_000n,
		receipt: { ...receiptOf(succeeded), blockHash },
	};
}

/** Returns the nonce of signed bytes; 11 if they aren't a transaction. */
function nonceOf(raw: string): bigint {
	try {
		return BigInt(parseTransaction(hex(raw)).nonce ?? 0);
	} catch {
		return 11n;
	}
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other);

export class FakeChain implements EvmChainClient {
	pending = 11n;
	latest = 11n;
	down: Error | null = null;
	/** Depth that the chain reports for each block. */
	deep: BlockDepth = "final";
	/** Status by hash; `unknown` by default. */
	readonly standings = new Map<string, ChainStatus>();
	readonly sent: string[] = [];
	lookups = 0;
	/** Handlers of the next sends, in order; later sends are accepted. */
	readonly sending: ((hash: string) => string | Promise<string>)[] = [];
	readonly #nonces = new Map<string, bigint>();

	async nonces(): Promise<{ readonly pending: bigint; readonly latest: bigint }> {
		if (this.down !== null) throw this.down;
		return { pending: this.pending, latest: this.latest };
	}

	async send(raw: string, hash: string): Promise<string> {
		if (this.down !== null) throw this.down;
		this.sent.push(raw);
		this.#nonces.set(hash, nonceOf(raw));
		const special = this.sending.shift();
		if (special !== undefined) return await special(hash);
		this.accept(hash);
		return hash;
	}

	async lookup(hash: string): Promise<ChainStatus> {
		this.lookups += 1;
		if (this.down !== null) throw this.down;
		return this.standings.get(hash) ?? { state: "unknown" };
	}

	async depth(): Promise<BlockDepth> {
		if (this.down !== null) throw this.down;
		return this.deep;
	}

	/** Adds the transaction to the mempool. */
	accept(hash: string): void {
		this.standings.set(hash, { state: "pending" });
		this.pending = larger(this.pending, (this.#nonces.get(hash) ?? 11n) + 1n);
	}

	/** Mines the transaction. Others with the same nonce become unknown. */
	mine(hash: string, succeeded = true, blockHash: string = BLOCK_HASH): void {
		for (const [other, nonce] of this.#nonces)
			if (other !== hash && nonce === (this.#nonces.get(hash) ?? 11n)) this.standings.delete(other);
		this.standings.set(hash, mined(succeeded, blockHash));
		this.useNonce(this.#nonces.get(hash));
	}

	/** Marks the account's nonce as used by some transaction. */
	useNonce(nonce = 11n): void {
		this.pending = larger(this.pending, nonce + 1n);
		this.latest = larger(this.latest, nonce + 1n);
	}

	/** Removes the transaction's block: the nonce is unused again, and by default the transaction becomes unknown. */
	revertBlock(hash: string, becomes: ChainStatus = { state: "unknown" }): void {
		this.standings.set(hash, becomes);
		const nonce = this.#nonces.get(hash) ?? 11n;
		this.latest = nonce;
		this.pending = becomes.state === "pending" ? nonce + 1n : nonce;
	}
}

/** A Solana cluster on which a blockhash is valid until the test marks it as dead. */
export class FakeSvmChain implements SvmChainClient {
	readonly dead = new Set<string>();
	confirmed = 1_000n;
	finalized = 968n;
	down: Error | null = null;
	readonly standings = new Map<string, ChainStatus>();
	readonly sent: string[] = [];
	/** Handlers of the next sends, in order; later sends are accepted. */
	readonly sending: ((id: string) => string | Promise<string>)[] = [];

	async blockhashValid(blockhash: string): Promise<boolean> {
		if (this.down !== null) throw this.down;
		return !this.dead.has(blockhash);
	}

	async heights(): Promise<{ readonly confirmed: bigint; readonly finalized: bigint }> {
		if (this.down !== null) throw this.down;
		return { confirmed: this.confirmed, finalized: this.finalized };
	}

	async send(base64: string, id: string): Promise<string> {
		if (this.down !== null) throw this.down;
		this.sent.push(base64);
		const special = this.sending.shift();
		if (special !== undefined) return await special(id);
		this.standings.set(id, { state: "pending" });
		return id;
	}

	async lookup(id: string): Promise<ChainStatus> {
		if (this.down !== null) throw this.down;
		return this.standings.get(id) ?? { state: "unknown" };
	}

	/** Finalizes the transaction in slot 12. */
	finalize(id: string, succeeded = true): void {
		this.standings.set(id, {
			state: "mined",
			succeeded,
			blockNumber: 12n,
			blockHash: null,
			feePaid: 5_000n,
			receipt: svmReceiptOf(succeeded),
		});
	}
}
