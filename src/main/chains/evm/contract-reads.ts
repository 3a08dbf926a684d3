import { keccak256 } from "viem/utils";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { message } from "../../../core/localized-text.ts";
import type { Abilities } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import type { Question } from "./asks-many.ts";
import { askMany } from "./many.ts";
import { isAnswer, type ManyResult } from "./many-question.ts";
import { bytes, quantity } from "./rpc-values.ts";

export interface CodeRead {
	readonly size: number;
	readonly hash: Hex;
	readonly head: Hex;
}

const WORDS = 8;
const MAX_DATA = 8_000;
/** Errors after which the RPC may still answer separate queries. */
const ALONE: ReadonlySet<ChainError["kind"]> = new Set(["refused", "unreadable", "too_large", "no_method"]);
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const REVERTED = 3;

const isAddress = (text: string): text is Hex => ADDRESS.test(text);

interface Waiting {
	readonly question: Question;
	readonly answer: (result: ManyResult) => void;
	readonly fail: (cause: unknown) => void;
}

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

/**
 * Sends concurrent reads as one query. If a read fails in the combined query (the RPC rejects it, or the
 * contract runs out of gas or returns too much), the read is retried on its own. The result is therefore the
 * same as without batching.
 */
export class ContractReads {
	readonly #rpc: Rpc;
	readonly #chainId: number;
	readonly #abilities: Abilities;
	readonly #prove: () => Promise<void>;
	readonly #waiting = new Map<Hex | "latest", Waiting[]>();

	constructor(rpc: Rpc, chainId: number, abilities: Abilities, prove: () => Promise<void>) {
		this.#rpc = rpc;
		this.#chainId = chainId;
		this.#abilities = abilities;
		this.#prove = prove;
	}

	async call(to: string, data: Hex): Promise<Hex> {
		const alone = () => this.#proven(this.#rpc(bytes, "eth_call", [{ to, data }, "latest"]));
		if (!isAddress(to) || data === "0x" || data.length > 2 + 2 * MAX_DATA) return await alone();
		const result = await this.#ask({ to, data, words: WORDS });
		if (result === "refused") throw reverted();
		return isAnswer(result) ? result : await alone();
	}

	async balance(address: Hex): Promise<bigint> {
		const result = await this.#ask({ to: address, data: "0x", words: 1 });
		return isAnswer(result)
			? BigInt(result)
			: await this.#proven(this.#rpc(quantity, "eth_getBalance", [address, "latest"]));
	}

	async codeRead(address: string, blockNumber?: bigint): Promise<CodeRead> {
		const at: Hex | "latest" = blockNumber === undefined ? "latest" : `0x${blockNumber.toString(16)}`;
		const answer = isAddress(address) ? await this.#ask({ codeOf: address }, at) : "unclear";
		if (!isAnswer(answer)) {
			const code = await this.#proven(this.#rpc(bytes, "eth_getCode", [address, at]));
			return {
				size: (code.length - 2) / 2,
				hash: keccak256(code),
				head: `0x${code.slice(2, 66).padEnd(64, "0")}`,
			};
		}
		return { size: Number(BigInt(wordAt(answer, 0))), hash: wordAt(answer, 1), head: wordAt(answer, 2) };
	}

	#ask(question: Question, at: Hex | "latest" = "latest"): Promise<ManyResult> {
		return new Promise((answer, fail) => {
			const all = this.#waiting.get(at) ?? [];
			if (all.length === 0) setImmediate(() => void this.#flush(at));
			all.push({ question, answer, fail });
			this.#waiting.set(at, all);
		});
	}

	async #flush(at: Hex | "latest"): Promise<void> {
		const all = this.#waiting.get(at) ?? [];
		this.#waiting.delete(at);
		try {
			const results = await askMany(
				{ rpc: this.#rpc, chainId: this.#chainId, abilities: this.#abilities, at },
				all.map(({ question }) => question),
			);
			for (const [index, { answer }] of all.entries()) answer(results[index] ?? "unclear");
		} catch (cause) {
			// If the RPC no longer has an old block, separate queries would fail too.
			const isOfThisForm = at === "latest" && cause instanceof ChainError && ALONE.has(cause.kind);
			for (const { answer, fail } of all) isOfThisForm ? answer("unclear") : fail(cause);
		}
	}

	async #proven<T>(read: Promise<T>): Promise<T> {
		return (await Promise.all([read, this.#prove()]))[0];
	}
}
