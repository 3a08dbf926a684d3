import { describe, expect, it } from "vitest";
import { ChainError, type ChainErrorKind } from "../../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../../src/core/message.ts";
import { batchedCalls } from "../../../../../src/main/chains/evm/batched-calls.ts";
import type { EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import type { ManyAnswer, ManyQuestion } from "../../../../../src/main/chains/evm/many-question.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { fakeClock } from "../fake-rpc.ts";

/** Calls of one moment are one question; what can't be had so is asked for alone. */

type Hex = `0x${string}`;
const at = (digit: string): Hex => `0x${digit.repeat(40)}`;

function scene(many: (questions: readonly ManyQuestion[]) => readonly ManyAnswer[]) {
	const asked = { many: 0, alone: [] as string[] };
	const chain = stub<EvmChain>({
		chainId: 1,
		many: async (questions: readonly ManyQuestion[]) => {
			asked.many += 1;
			return many(questions);
		},
		call: async (to: string) => {
			asked.alone.push(to);
			return "0xa1";
		},
	});
	const clock = fakeClock();
	const chains = batchedCalls({ of: () => ({ ...chain, call: chain.call, many: chain.many }) }, clock);
	const call = (to: string) => chains.of(1).call(to, "0x01020304");
	return { asked, call, clock };
}

const failing = (kind: ChainErrorKind) => () => {
	throw new ChainError(kind, verbatim("no"));
};

describe("calls of one moment", () => {
	it("go out together and each gets its own answer", async () => {
		const { asked, call, clock } = scene((questions) =>
			questions.map(({ to }): Hex => `0x${to.slice(2, 4)}`),
		);
		const answers = Promise.all([call(at("1")), call(at("2"))]);
		clock.advance(0);
		expect(await answers).toEqual(["0x11", "0x22"]);
		expect(asked).toEqual({ many: 1, alone: [] });
	});

	it("are asked for alone where a contract refused", async () => {
		const { asked, call, clock } = scene(() => ["0x11", null]);
		const answers = Promise.all([call(at("1")), call(at("2"))]);
		clock.advance(0);
		expect(await answers).toEqual(["0x11", "0xa1"]);
		expect(asked.alone).toEqual([at("2")]);
	});

	it("are asked for alone by an RPC that does not take such a question", async () => {
		const { asked, call, clock } = scene(failing("refused"));
		const answers = Promise.all([call(at("1")), call(at("2"))]);
		clock.advance(0);
		expect(await answers).toEqual(["0xa1", "0xa1"]);
		expect(asked.alone).toHaveLength(2);
	});

	it("fail together where the RPC can't be reached, and nobody is asked again", async () => {
		const { asked, call, clock } = scene(failing("unreachable"));
		const answers = Promise.allSettled([call(at("1")), call(at("2"))]);
		clock.advance(0);
		expect(await answers).toMatchObject([
			{ reason: { kind: "unreachable" } },
			{ reason: { kind: "unreachable" } },
		]);
		expect(asked.alone).toEqual([]);
	});
});
