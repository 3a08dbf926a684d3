import { expect, it } from "vitest";
import { callHostilely } from "../../../fuzz/hostile-calls.ts";

it("no hostile call of a thousand is accepted, ends anything or fills the log", async () => {
	const { answered, ...tally } = await callHostilely(1_000, 39);
	expect(answered).toBeGreaterThan(100);
	expect(tally).toEqual({ accepted: 0, crashes: 0, isOpen: true, logged: 1 });
});
