import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Clock } from "../../ports.ts";
import type { EvmChain, EvmChains } from "./chain.ts";
import type { ManyAnswer } from "./many-question.ts";

/** Calls that are made at the same time go to the RPC as one question. */

type Hex = `0x${string}`;

interface Waiting {
	readonly to: Hex;
	readonly data: Hex;
	readonly answer: (answer: ManyAnswer) => void;
	readonly fail: (cause: unknown) => void;
}

/** Bytes that an answer may have to come with the others, in words of 32; a longer one is asked for alone. */
const WORDS = 8;
/** Why an RPC may not answer many questions together that it answers one by one. */
const ALONE: ReadonlySet<ChainError["kind"]> = new Set(["refused", "unreadable", "too_large", "no_method"]);
const ADDRESS = /^0x[0-9a-f]{40}$/i;

const isAddress = (text: string): text is Hex => ADDRESS.test(text);

/**
 * The same chains, whose `call` waits for the others of its moment. What can't be had together, since the RPC can't do
 * so or the contract refused, is asked for alone, so that it fails as it would have.
 */
export function batchedCalls(chains: EvmChains, clock: Pick<Clock, "after">): EvmChains {
	const waiting = new Map<number, Waiting[]>();

	async function send(chainId: number): Promise<void> {
		const all = waiting.get(chainId) ?? [];
		waiting.delete(chainId);
		try {
			const questions = all.map(({ to, data }) => ({ to, data, words: WORDS }));
			const answers = await chains.of(chainId).many(questions);
			for (const [index, { answer }] of all.entries()) answer(answers[index] ?? null);
		} catch (cause) {
			const isOfThisForm = cause instanceof ChainError && ALONE.has(cause.kind);
			for (const { answer, fail } of all) isOfThisForm ? answer(null) : fail(cause);
		}
	}

	function ask(chainId: number, to: Hex, data: Hex): Promise<ManyAnswer> {
		return new Promise((answer, fail) => {
			const all = waiting.get(chainId) ?? [];
			if (all.length === 0) clock.after(0, () => void send(chainId));
			waiting.set(chainId, [...all, { to, data, answer, fail }]);
		});
	}

	return {
		of(chainId) {
			const chain: EvmChain = chains.of(chainId);
			return {
				...chain,
				call: async (to, data) => {
					if (!isAddress(to) || data === "0x") return await chain.call(to, data);
					return (await ask(chainId, to, data)) ?? (await chain.call(to, data));
				},
			};
		},
	};
}
