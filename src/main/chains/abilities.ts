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
	| "call without a target";

/** `unclear`: it could not be asked just now. */
export type AbilityStanding = "offered" | "not offered" | "unclear";

export interface Abilities {
	/** It was found not to be offered, a while ago at most. */
	lacks(ability: Ability): boolean;
	/** Never rejects. `fault`: what the payload met; `probe`: asks the same of an empty call. */
	learn(ability: Ability, fault: ChainError, probe: () => Promise<unknown>): Promise<AbilityStanding>;
}

/** An RPC may be set up anew, or another node may answer behind it: then it is asked again. */
const REMEMBERED_MS = 600_000;
/** JSON-RPC 2.0: there is no such method. */
const NO_SUCH_METHOD = -32_601;
/** Codes of an RPC that has been asked too much: EIP-1474, HTTP's status; Solana's that is behind says the first too. */
const BUSY: ReadonlySet<number | null> = new Set([-32_005, -32_029, 429]);
/** JSON-RPC 2.0: it failed inside. Said of an empty call, it tells nothing of what is offered. */
const BROKEN = -32_603;

/** It said no, and neither because it is asked too much nor because it failed inside. */
export const isRefusal = ({ kind, rpcCode }: ChainError) =>
	kind === "refused" && !BUSY.has(rpcCode) && rpcCode !== BROKEN;

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
	return (rpc) => {
		const keyOf = (ability: Ability) => `${ability} ${rpc}`;
		function found(ability: Ability): AbilityStanding {
			missing.set(keyOf(ability), clock.now());
			return "not offered";
		}
		return {
			lacks: (ability) => {
				const age = clock.now() - (missing.get(keyOf(ability)) ?? Number.NEGATIVE_INFINITY);
				return age >= 0 && age <= REMEMBERED_MS;
			},
			learn: async (ability, fault, probe) => {
				if (fault.rpcCode === NO_SUCH_METHOD) return found(ability);
				if (BUSY.has(fault.rpcCode)) return "unclear";
				try {
					await probe();
					return "offered";
				} catch (error) {
					if (!(error instanceof ChainError)) throw error;
					return isRefusal(error) ? found(ability) : "unclear";
				}
			},
		};
	};
}
