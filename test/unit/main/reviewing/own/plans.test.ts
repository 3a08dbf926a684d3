import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { CompletionError } from "../../../../../src/main/reviewing/facts/completing.ts";
import { NORMAL } from "../../../../../src/main/reviewing/own/evm-fees.ts";
import { Plans } from "../../../../../src/main/reviewing/own/plans.ts";

/** Plans of the user's own requests: an approval always applies to the latest change. */

interface Planned {
	readonly id: string;
	readonly amount: number;
}

const WOULD_FAIL = new CompletionError("gas", message("completing.would-fail"));

const planned = (amount: number): Planned => ({ id: "one", amount });
const chosen = (of: Planned) => async () => ({ planned: of, frozen: `frozen ${of.amount}` });

async function stored(): Promise<{ readonly plans: Plans<Planned, string>; readonly first: Planned }> {
	const plans = new Plans<Planned, string>();
	const first = planned(1);
	expect(await plans.store("one", NORMAL, null, chosen(first))).toEqual({ ok: true, planned: first });
	return { plans, first };
}

describe("a plan", () => {
	it("is replaced by a change, with its fee", async () => {
		const { plans, first } = await stored();
		const second = planned(2);
		const fee = { speed: "fast" } as const;
		expect(await plans.store("one", fee, first, chosen(second))).toEqual({ ok: true, planned: second });
		expect(plans.get("one")).toBe(second);
		expect(plans.fee(second)).toEqual(fee);
		expect(plans.current(second)).toBe("frozen 2");
	});

	it("is not replaced by a change of a plan that is gone or was already changed", async () => {
		const { plans, first } = await stored();
		const late = await plans.store("one", NORMAL, planned(1), chosen(planned(2)));
		expect(late).toMatchObject({ ok: false, text: { code: "app.request-gone" } });
		expect(plans.get("one")).toBe(first);
	});

	it("stays if the change would fail", async () => {
		const { plans, first } = await stored();
		const fails = await plans.store("one", NORMAL, first, () => Promise.reject(WOULD_FAIL));
		expect(fails).toEqual({ ok: false, text: WOULD_FAIL.text });
		expect(plans.current(first)).toBe("frozen 1");
	});

	it("is renewed, and says why it can't be", async () => {
		const { plans, first } = await stored();
		expect(await plans.renew(first, async () => "frozen anew")).toBe("frozen anew");
		expect(plans.current(first)).toBe("frozen anew");
		const fails = plans.renew(first, () => Promise.reject(WOULD_FAIL));
		await expect(fails).rejects.toThrow(ChainError);
		expect(plans.current(first)).toBe("frozen anew");
	});

	it("that was changed during a renewal keeps the change's values", async () => {
		const { plans, first } = await stored();
		const second = planned(2);
		const renewed = await plans.renew(first, async () => {
			await plans.store("one", NORMAL, first, chosen(second));
			return "frozen 1 anew";
		});
		expect(renewed).toBe("frozen 1");
		expect(plans.current(second)).toBe("frozen 2");
	});

	it("is forgotten once fifty others came after it", async () => {
		const { plans, first } = await stored();
		for (let at = 0; at < 50; at += 1) {
			const other = { id: `other ${at}`, amount: at };
			await plans.store(other.id, NORMAL, null, chosen(other));
		}
		expect(plans.get("one")).toBeNull();
		expect(() => plans.current(first)).toThrow();
	});
});
