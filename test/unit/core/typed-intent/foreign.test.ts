import { describe, expect, it } from "vitest";
import { foreignIn } from "../../../../src/core/typed-intent/foreign.ts";
import { ANN, SUN } from "./does.ts";

const NOBODY: ReadonlySet<string> = new Set();
const ann = ANN.toLowerCase();

describe("addresses that came from others' text first", () => {
	it("are found in any case, and in lower case for EVM", () => {
		expect(foreignIn(`send to ${ANN}`, [`Is it ${ann.toUpperCase().replace("0X", "0x")}?`], NOBODY)).toEqual([
			ann,
		]);
		expect(foreignIn(`send to ${ANN}`, ["Whom to?"], NOBODY)).toEqual([]);
	});

	it("are found if split by marks or invisible characters", () => {
		const [head, tail] = [ANN.slice(0, 20), ANN.slice(20)];
		for (const between of ["**", "\u200b", "\n", "\\n", " "])
			expect(foreignIn(`send to ${ANN}`, [JSON.stringify(`${head}${between}${tail}`)], NOBODY)).toEqual([
				ann,
			]);
	});

	it("exclude those the user typed earlier", () => {
		expect(foreignIn(`again to ${ANN}`, [`Sent to ${ANN}`], new Set([ann]))).toEqual([]);
	});

	it("are found for Solana", () => {
		const sun = SUN.toBase58();
		expect(foreignIn(`send 1 SOL to ${sun}`, [`Use ${sun}`], NOBODY)).toEqual([sun]);
	});
});
