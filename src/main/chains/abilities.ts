import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ChainError } from "../../core/chain/chain-error.ts";
import { type Message, message } from "../../core/message.ts";
import type { Clock } from "../ports.ts";
import type { RpcFamily } from "./rpc-post.ts";

/**
 * What an RPC was found not to offer. Why something failed is told apart by asking the same of an empty call: an RPC
 * that refuses even that does not offer it, and one that grants that refused the payload.
 */

type Ability =
	| "eth_simulateV1"
	| "debug_traceCall"
	| "block overrides"
	| "simulateTransaction"
	| "call without a target"
	| "lent code";

/** `unclear`: it could not be asked just now. */
export type AbilityStanding = "offered" | "not offered" | "unclear";

export interface Abilities {
	/** It was found not to be offered, a while ago at most. */
	lacks(ability: Ability): boolean;
	/**
	 * Records that a payload got no answer, and says whether it got none before, a while ago at most: once may be the RPC's
	 * doing, twice while others are answered is the payload's.
	 */
	isSlowAgain(payload: string): boolean;
	/** Never rejects. `fault`: what the payload met; `probe`: asks the same of an empty call. */
	learn(ability: Ability, fault: ChainError, probe: () => Promise<unknown>): Promise<AbilityStanding>;
}

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

/**
 * What stands for a failed simulation, by what was learnt of it: whose doing it is.
 */
export function blamed(learnt: AbilityStanding, fault: ChainError, family: RpcFamily): ChainError {
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

/** What is known of each RPC, by whatever name tells it apart. */
export function createAbilities(clock: Clock): (rpc: string) => Abilities {
	/** When it was found to be missing, Unix ms. */
	const missing = new Map<string, number>();
	/** When a payload got no answer, Unix ms, by its digest; the oldest first. */
	const slow = new Map<string, number>();
	const isRecent = (then: number | undefined) => {
		const age = clock.now() - (then ?? Number.NEGATIVE_INFINITY);
		return age >= 0 && age <= REMEMBERED_MS;
	};
	return (rpc) => {
		const keyOf = (ability: Ability) => `${ability} ${rpc}`;
		function found(ability: Ability): AbilityStanding {
			missing.set(keyOf(ability), clock.now());
			return "not offered";
		}
		return {
			lacks: (ability) => isRecent(missing.get(keyOf(ability))),
			isSlowAgain: (payload) => {
				const key = bytesToHex(sha256(utf8ToBytes(`${rpc} ${payload}`)));
				const before = isRecent(slow.get(key));
				slow.delete(key);
				slow.set(key, clock.now());
				for (const oldest of slow.keys()) {
					if (slow.size <= MAX_SLOW) break;
					slow.delete(oldest);
				}
				return before;
			},
			learn: async (ability, fault, probe) => {
				if (fault.rpcCode === NO_SUCH_METHOD) return found(ability);
				try {
					await probe();
					return "offered";
				} catch (error) {
					if (!(error instanceof ChainError)) throw error;
					return isRefusal(error) || error.kind === "unreadable" ? found(ability) : "unclear";
				}
			},
		};
	};
}
