import { Authorized, Lockup, StakeProgram } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { key, ME, svmFacts, svmFinding, text, wallet } from "../../../review/svm-scene.ts";

const [STAKE, VALIDATOR] = [key(50), key(51)];
const delegating = StakeProgram.delegate({ stakePubkey: STAKE, authorizedPubkey: ME, votePubkey: VALIDATOR });

const keeping = (commission: bigint) => ({
	facts: svmFacts({}, [
		[
			VALIDATOR,
			{
				...wallet(),
				data: { kind: "vote" as const, identity: text(VALIDATOR), withdrawer: text(VALIDATOR), commission },
			},
		],
	]),
});

describe("a validator's commission", () => {
	it.each([
		[0n, undefined],
		[1_000n, undefined],
		[1_001n, "caution"],
		[9_999n, "caution"],
		[10_000n, "danger"],
	])("of %i hundredths of a percent is %s", (commission, severity) => {
		expect(svmFinding("commission", delegating.instructions, keeping(commission))?.severity).toBe(severity);
	});

	it("says nothing of a stake that is only set up", () => {
		const set = StakeProgram.initialize({
			stakePubkey: STAKE,
			authorized: new Authorized(ME, ME),
			lockup: Lockup.default,
		});
		expect(svmFinding("commission", [set], keeping(10_000n))).toBeUndefined();
	});
});
