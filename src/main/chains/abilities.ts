import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ChainError } from "../../core/chain/chain-error.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { Clock } from "../ports.ts";
import type { RpcFamily } from "./rpc-post.ts";

/**
 * A failed query is repeated with an empty call. If that fails too, the RPC lacks the method. Otherwise, it
 * rejected the payload.
 */

type Ability =
	| "eth_simulateV1"
	| "debug_traceCall"
	| "block overrides"
	| "simulateTransaction"
	| "call without a target"
	| "lent code";

export type AbilityStatus = "offered" | "not offered" | "unclear";

/** The RPC may change, or a different node may respond at the same address. */
const REMEMBERED_MS = 600_000;
const MAX_SLOW = 200;
const NO_SUCH_METHOD = -32_601;
/** Internal error (JSON-RPC 2.0). In response to an empty call, it doesn't show whether the method exists. */
const BROKEN = -32_603;

export const isRefusal = ({ kind, rpcCode }: ChainError) => kind === "refused" && rpcCode !== BROKEN;

export function blamed(learnt: AbilityStatus, fault: ChainError, family: RpcFamily): ChainError {
	const exceeds = (text: Message) => new ChainError("exceeds", text, { cause: fault });
	if (learnt === "not offered") return new ChainError("no_method", fault.text, { cause: fault });
	if (learnt === "unclear") return fault;
	if (fault.kind === "too_large") return exceeds(message("chain.simulation-too-large", { family }));
	return fault.kind === "unreachable"
		? exceeds(message("chain.simulation-too-slow"))
		: exceeds(message("chain.simulation-not-of-this", { family, fault: fault.text }));
}

export const mayBePayload = ({ kind }: ChainError): boolean =>
	kind === "refused" || kind === "unreachable" || kind === "too_large";

export class Abilities {
	readonly #clock: Clock;
	readonly #missing = new Map<Ability, number>();
	readonly #slow = new Map<string, number>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	lacks(ability: Ability): boolean {
		return this.#isRecent(this.#missing.get(ability));
	}

	/**
	 * The RPC may have caused the first timeout. If a second timeout follows while other payloads are
	 * answered, the payload is the cause.
	 */
	isSlowAgain(payload: string): boolean {
		const key = bytesToHex(sha256(utf8ToBytes(payload)));
		const before = this.#isRecent(this.#slow.get(key));
		this.#slow.delete(key);
		this.#slow.set(key, this.#clock.now());
		for (const oldest of this.#slow.keys()) {
			if (this.#slow.size <= MAX_SLOW) break;
			this.#slow.delete(oldest);
		}
		return before;
	}

	/**
	 * Uses `probe`, which sends the same query with an empty call. Never rejects because of an RPC failure.
	 */
	async learn(ability: Ability, fault: ChainError, probe: () => Promise<unknown>): Promise<AbilityStatus> {
		if (fault.rpcCode === NO_SUCH_METHOD) return this.#recordMissing(ability);
		try {
			await probe();
			return "offered";
		} catch (error) {
			if (!(error instanceof ChainError)) throw error;
			return isRefusal(error) || error.kind === "unreadable" ? this.#recordMissing(ability) : "unclear";
		}
	}

	#recordMissing(ability: Ability): AbilityStatus {
		this.#missing.set(ability, this.#clock.now());
		return "not offered";
	}

	#isRecent(then: number | undefined): boolean {
		const age = this.#clock.now() - (then ?? Number.NEGATIVE_INFINITY);
		return age >= 0 && age <= REMEMBERED_MS;
	}
}
