import { expect, it } from "vitest";
import { vaultRequest } from "../../../src/vault/protocol.ts";

it.each([
	[7_200_000, true],
	[-86_400_000, true],
	[undefined, true],
	[7_200_001, false],
	[0.5, false],
])("a signature is requested with a clock offset of at most two hours: %s", (clockOffset, ok) => {
	const request = {
		kind: "sign",
		accountAddress: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
		frozen: {},
		fingerprint: "0".repeat(64),
		place: 0,
		...(clockOffset === undefined ? {} : { clockOffset }),
	};
	expect(vaultRequest.safeParse(request).success).toBe(ok);
});
