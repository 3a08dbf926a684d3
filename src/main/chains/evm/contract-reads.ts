import { keccak256 } from "viem/utils";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { message } from "../../../core/message.ts";
import type { Abilities } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import type { Question } from "./asks-many.ts";
import { askMany } from "./many.ts";
import { isAnswer, type ManyResult } from "./many-question.ts";
import { bytes, quantity } from "./rpc-values.ts";

/**
 * Reads of contracts and accounts that are made at the same moment go to the RPC as one question. What can't be had so
 * (the RPC can't do it, the contract ran out of gas or answered at length) is asked for alone, so that it answers or
 * fails as it would have.
 */

/** The code at an address, as far as the RPC tells it. */
export interface CodeRead {
	/** Bytes. */
	readonly size: number;
	/** Keccak-256; of an account without code nothing that is meant. */
	readonly hash: Hex;
	/** The first 32 bytes, filled up with zeros. */
	readonly head: Hex;
}

export interface ContractReads {
	/** Returns the answer of a call on the latest block. Throws ChainError. */
	readonly call: (to: string, data: Hex) => Promise<Hex>;
	/** In wei, on the latest block. Throws ChainError. */
	readonly balance: (address: Hex) => Promise<bigint>;
	/** The code at an address, on the latest block or on an earlier one by number. Throws ChainError. */
	readonly codeRead: (address: string, blockNumber?: bigint) => Promise<CodeRead>;
}

/** Words that an answer may have to come with the others; a longer one is asked for alone. */
const WORDS = 8;
/** Bytes of a question that may go with others. */
const MAX_DATA = 8_000;
/** Why an RPC may not answer many questions together that it answers one by one. */
const ALONE: ReadonlySet<ChainError["kind"]> = new Set(["refused", "unreadable", "too_large", "no_method"]);
const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** EIP-1474: the call itself failed. */
const REVERTED = 3;

const isAddress = (text: string): text is Hex => ADDRESS.test(text);

interface Waiting {
	readonly question: Question;
	readonly answer: (result: ManyResult) => void;
	readonly fail: (cause: unknown) => void;
}

/** As an RPC says it of a call that is asked for alone. */
const reverted = () =>
	new ChainError(
		"refused",
		message("chain.evm.refused", { method: "eth_call", said: "execution reverted" }),
		{
			rpcCode: REVERTED,
			nodeText: "execution reverted",
		},
	);

const wordAt = (answer: Hex, index: number): Hex => `0x${answer.slice(2 + index * 64, 66 + index * 64)}`;

/** @param prove rejects with `wrong_chain` where the RPC is of another chain */
export function createContractReads(
	rpc: Rpc,
	chainId: number,
	abilities: Abilities,
	prove: () => Promise<void>,
): ContractReads {
	/** By the block that is asked about. */
	const waiting = new Map<Hex | "latest", Waiting[]>();

	async function flush(at: Hex | "latest"): Promise<void> {
		const all = waiting.get(at) ?? [];
		waiting.delete(at);
		try {
			const results = await askMany(
				{ rpc, chainId, abilities, at },
				all.map(({ question }) => question),
			);
			for (const [index, { answer }] of all.entries()) answer(results[index] ?? "unclear");
		} catch (cause) {
			// An RPC that has forgotten a block knows nothing of it one by one either.
			const isOfThisForm = at === "latest" && cause instanceof ChainError && ALONE.has(cause.kind);
			for (const { answer, fail } of all) isOfThisForm ? answer("unclear") : fail(cause);
		}
	}

	function ask(question: Question, at: Hex | "latest" = "latest"): Promise<ManyResult> {
		return new Promise((answer, fail) => {
			const all = waiting.get(at) ?? [];
			if (all.length === 0) setImmediate(() => void flush(at));
			all.push({ question, answer, fail });
			waiting.set(at, all);
		});
	}

	const proven = async <T>(read: Promise<T>): Promise<T> => (await Promise.all([read, prove()]))[0];

	async function call(to: string, data: Hex): Promise<Hex> {
		const alone = () => proven(rpc(bytes, "eth_call", [{ to, data }, "latest"]));
		if (!isAddress(to) || data === "0x" || data.length > 2 + 2 * MAX_DATA) return await alone();
		const result = await ask({ to, data, words: WORDS });
		if (result === "refused") throw reverted();
		return isAnswer(result) ? result : await alone();
	}

	async function balance(address: Hex): Promise<bigint> {
		const result = await ask({ to: address, data: "0x", words: 1 });
		return isAnswer(result)
			? BigInt(result)
			: await proven(rpc(quantity, "eth_getBalance", [address, "latest"]));
	}

	async function codeRead(address: string, blockNumber?: bigint): Promise<CodeRead> {
		const at: Hex | "latest" = blockNumber === undefined ? "latest" : `0x${blockNumber.toString(16)}`;
		const answer = isAddress(address) ? await ask({ codeOf: address }, at) : "unclear";
		if (!isAnswer(answer)) {
			const code = await proven(rpc(bytes, "eth_getCode", [address, at]));
			return {
				size: (code.length - 2) / 2,
				hash: keccak256(code),
				head: `0x${code.slice(2, 66).padEnd(64, "0")}`,
			};
		}
		return { size: Number(BigInt(wordAt(answer, 0))), hash: wordAt(answer, 1), head: wordAt(answer, 2) };
	}

	return { call, balance, codeRead };
}
