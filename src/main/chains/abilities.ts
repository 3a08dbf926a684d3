import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ChainError } from "../../core/chain/chain-error.ts";
import { type Message, message } from "../../core/message.ts";
import type { Clock } from "../ports.ts";
import type { RpcFamily } from "./rpc-post.ts";

/**
 * Capabilities that an RPC lacks. The cause of a failure is found by repeating the query with an empty call:
 * if that fails too, the RPC lacks the method; otherwise it rejected the payload.
 */

type Ability =
	| "eth_simulateV1"
	| "debug_traceCall"
	| "block overrides"
	| "simulateTransaction"
	| "call without a target"
	| "lent code";

/** `unclear`: it could not be asked just now. */
export type AbilityStatus = "offered" | "not offered" | "unclear";

/** An RPC may be set up anew, or another node may answer behind it: then it is asked again. */
const REMEMBERED_MS = 600_000;
/** Payloads that are remembered to have got no answer. */
const MAX_SLOW = 200;
/** JSON-RPC 2.0: there is no such method. */
const NO_SUCH_METHOD = -32_601;
/** JSON-RPC 2.0: it failed inside. Said of an empty call, it tells nothing of what is offered. */
const BROKEN = -32_603;

/** It said no, and not because it failed inside. */
export const isRefusal = ({ kind, rpcCode }: ChainError) => kind === "refused" && rpcCode !== BROKEN;

/** Attributes a failed simulation to RPC or payload by what was learned. */
export function blamed(learnt: AbilityStatus, fault: ChainError, family: RpcFamily): ChainError {
	const exceeds = (text: Message) => new ChainError("exceeds", text, { cause: fault });
	if (learnt === "not offered") return new ChainError("no_method", fault.text, { cause: fault });
	if (learnt === "unclear") return fault;
	if (fault.kind === "too_large") return exceeds(message("chain.simulation-too-large", { family }));
	return fault.kind === "unreachable"
		? exceeds(message("chain.simulation-too-slow"))
		: exceeds(message("chain.simulation-not-of-this", { family, fault: fault.text }));
}

/** Only these can be by the payload's doing. */
export const mayBePayload = ({ kind }: ChainError): boolean =>
	kind === "refused" || kind === "unreachable" || kind === "too_large";

/** Learned capabilities of one RPC. */
export class Abilities {
	readonly #clock: Clock;
	/** When an ability was found to be missing, Unix ms. */
	readonly #missing = new Map<Ability, number>();
	/** When a payload got no answer, Unix ms, by its digest; the oldest first. */
	readonly #slow = new Map<string, number>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Returns whether it was recently found not to be offered. */
	lacks(ability: Ability): boolean {
		return this.#isRecent(this.#missing.get(ability));
	}

	/**
	 * Records that a payload got no answer, and returns whether it recently got none before. Once may be the RPC's
	 * fault; twice while other payloads are answered is the payload's.
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
	 * Learns whether the RPC offers an ability. Never rejects.
	 * @param fault what the payload met
	 * @param probe asks the same of an empty call
	 */
	async learn(ability: Ability, fault: ChainError, probe: () => Promise<unknown>): Promise<AbilityStatus> {
		if (fault.rpcCode === NO_SUCH_METHOD) return this.#noteMissing(ability);
		try {
			await probe();
			return "offered";
		} catch (error) {
			if (!(error instanceof ChainError)) throw error;
			return isRefusal(error) || error.kind === "unreadable" ? this.#noteMissing(ability) : "unclear";
		}
	}

	#noteMissing(ability: Ability): AbilityStatus {
		this.#missing.set(ability, this.#clock.now());
		return "not offered";
	}

	#isRecent(then: number | undefined): boolean {
		const age = this.#clock.now() - (then ?? Number.NEGATIVE_INFINITY);
		return age >= 0 && age <= REMEMBERED_MS;
	}
}
