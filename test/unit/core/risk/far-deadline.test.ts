import { describe, expect, it } from "vitest";
import { endsOf } from "../../../../src/core/effects/evm/step-facts.ts";
import { farDeadline } from "../../../../src/core/risk/special/index.ts";
import { saying } from "../../../support/saying.ts";
import { commitOf, hex, OTHER, SIGNER } from "../match/honest.ts";
import { callOf, multicall } from "../review/calls.ts";
import { NOW, subject } from "../review/scene.ts";

const PERMIT =
	"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)";
const WORD = `0x${"11".repeat(32)}`;
const seconds = (days: number) => BigInt(Math.floor(NOW / 1000)) + BigInt(days) * 86_400n;

const until = (deadline: bigint) => hex(callOf(PERMIT, [SIGNER, OTHER, 5n, deadline, 27, WORD, WORD]));
const found = (data: string) =>
	farDeadline({
		ends: endsOf(subject(commitOf({ to: "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1", data })), NOW),
	});

describe("a call's deadline", () => {
	it("is not reported if it is near", () => {
		expect(found(until(seconds(1)))).toBeNull();
		expect(found(until(seconds(30)))).toBeNull();
		expect(found("0x")).toBeNull();
	});

	it("is reported if it is more than thirty days away", () => {
		expect(found(until(seconds(31)))).toMatchObject({
			id: "far-deadline",
			severity: "info",
			needsWord: false,
			text: saying("finding.far-deadline"),
		});
	});

	it("is absent if it is the maximum number", () => {
		expect(found(until(2n ** 256n - 1n))?.text).toEqual(saying("finding.far-deadline.none"));
	});

	it("is not the expiry of a right, which has its own finding", () => {
		const approve = "function approve(address token, address spender, uint160 amount, uint48 expiration)";
		expect(found(hex(callOf(approve, [OTHER, OTHER, 5n, 2 ** 48 - 1])))).toBeNull();
	});

	it("is found inside another call, too", () => {
		expect(found(multicall([until(seconds(400))]))).not.toBeNull();
	});
});
