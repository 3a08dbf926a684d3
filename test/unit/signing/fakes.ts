import { sign } from "viem/accounts";
import { keccak256, numberToHex } from "viem/utils";
import type { CommitManual, CommitView, ReadCommit } from "../../../src/contract/commit.ts";
import { ChainError } from "../../../src/main/chains/evm.ts";
import { signedEvm, signingHashEvm } from "../../../src/main/match/evm-bytes.ts";
import type { FrozenReview } from "../../../src/main/match/frozen.ts";
import {
	type SignedEvm,
	type Signer,
	SignerError,
	type SignerState,
} from "../../../src/main/signers/signer.ts";
import {
	type ChainStanding,
	CommitFault,
	type CommitService,
	type LaneChain,
} from "../../../src/main/signing/ports.ts";
import { hex, SIGNER } from "../match/honest.ts";

/** What stands round the runner in its tests: a service, a signer and a chain that do as they are told. */

/** The key of SIGNER. */
const KEY = numberToHex(1, { size: 32 });

export const offline = () =>
	new CommitFault("The service can't be reached.", { again: true, retryAfterMs: null, cause: null });
export const refusal = (status: number) =>
	new CommitFault(`The service answered ${status}.`, { again: false, retryAfterMs: null, cause: null });
export const rpcFault = (words: string) => new ChainError("refused", words);

export interface ManualCall {
	readonly body: CommitManual;
	readonly key: string;
}

/** How one call of the service goes wrong: before its effect, or after it with the answer lost. */
type Trouble = { readonly when: "before" | "after"; readonly fault: Error };

export class FakeService implements CommitService {
	view: CommitView;
	/** Given in place of the view by reads. */
	shown: ReadCommit | null = null;
	reads = 0;
	readonly manuals: ManualCall[] = [];
	readonly #readTroubles: Error[] = [];
	readonly #manualTroubles: Trouble[] = [];
	/** Bytes it hands back to be sent; null for those that it took. */
	handsBack: string | null = null;
	/** The hosted route: called with the bytes once they are taken. */
	onTaken: (raw: string) => void = () => {};
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

	become(change: Partial<CommitView>): void {
		this.view = { ...this.view, ...change, version: this.view.version + 1 };
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
					signed_transaction: this.handsBack ?? raw,
					transaction_id: keccak256(hex(this.handsBack ?? raw)),
				},
			});
		this.onTaken(raw);
	}

	/** Bodies of kind `signed`, in order. */
	handedIn(): readonly ManualCall[] {
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
	/** Signs another payload than the one it is asked for. */
	twist: (frozen: FrozenReview) => FrozenReview = (frozen) => frozen;
	refusing: SignerError | null = null;
	/** Awaited inside the signing: a test can look at, or end, the world meanwhile. */
	during: () => void | Promise<void> = () => {};

	addresses(): readonly string[] {
		return [SIGNER];
	}

	state(): SignerState {
		return this.stands;
	}

	async signEvm(asked: FrozenReview): Promise<SignedEvm> {
		this.signed += 1;
		await this.during();
		if (this.refusing !== null) throw this.refusing;
		const { payload } = this.twist(asked);
		if (payload.kind !== "evm_transaction") throw new SignerError("refusedMatch", "Not an EVM transaction.");
		const { r, s, yParity } = await sign({ hash: signingHashEvm(payload), privateKey: KEY, to: "object" });
		const raw = signedEvm(payload, { r, s, yParity: yParity === 1 ? 1 : 0 });
		return { raw, hash: keccak256(raw) };
	}
}

export const mined = (succeeded: boolean): ChainStanding => ({
	state: "mined",
	succeeded,
	blockNumber: 12n,
	feePaid: 21_000n,
	receipt: JSON.stringify({ succeeded }),
});

export class FakeChain implements LaneChain {
	pending = 11n;
	latest = 11n;
	down: Error | null = null;
	/** By hash; `unknown` unless set. */
	readonly standings = new Map<string, ChainStanding>();
	readonly sent: string[] = [];
	lookups = 0;
	/** Each send takes the first that is left; none: it is accepted. */
	readonly sending: ((hash: string) => string | Promise<string>)[] = [];

	async nonces(): Promise<{ readonly pending: bigint; readonly latest: bigint }> {
		if (this.down !== null) throw this.down;
		return { pending: this.pending, latest: this.latest };
	}

	async send(raw: string, hash: string): Promise<string> {
		if (this.down !== null) throw this.down;
		this.sent.push(raw);
		const special = this.sending.shift();
		if (special !== undefined) return await special(hash);
		this.accept(hash);
		return hash;
	}

	async lookup(hash: string): Promise<ChainStanding> {
		this.lookups += 1;
		if (this.down !== null) throw this.down;
		return this.standings.get(hash) ?? { state: "unknown" };
	}

	/** Takes the transaction into its waiting room. */
	accept(hash: string): void {
		this.standings.set(hash, { state: "pending" });
		this.pending = 12n;
	}

	/** Puts the transaction into a block. */
	mine(hash: string, succeeded = true): void {
		this.standings.set(hash, mined(succeeded));
		this.useNonce();
	}

	/** The account's nonce 11 is used, by whichever transaction. */
	useNonce(): void {
		this.pending = 12n;
		this.latest = 12n;
	}
}
