import { describe, expect, it } from "vitest";
import { ROUTERS, routerAt } from "../../../../../src/core/decode/evm/routers.ts";

const FIRST_OF_ETHEREUM = "0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b";

describe("a Universal Router", () => {
	it("is recognised only on its own chain, whatever is deployed at its address elsewhere", () => {
		expect(routerAt("1", FIRST_OF_ETHEREUM)).toBe("first");
		// On Arbitrum, this address is Uniswap's UnsupportedProtocol.
		expect(routerAt("42161", FIRST_OF_ETHEREUM)).toBeNull();
		expect(routerAt("137", FIRST_OF_ETHEREUM)).toBeNull();
		expect(routerAt("8453", "0x6ff5693b99212da76ad316178a184ab56d299b43")).toBe("second");
		expect(routerAt("1", "0x6ff5693b99212da76ad316178a184ab56d299b43")).toBeNull();
		expect(routerAt("31337", FIRST_OF_ETHEREUM)).toBeNull();
		expect(routerAt("__proto__", FIRST_OF_ETHEREUM)).toBeNull();
	});

	it("is listed once for each chain, in lower case", () => {
		const keys = ROUTERS.map((row) => row.join(" "));
		expect(new Set(keys).size).toBe(keys.length);
		for (const [, address] of ROUTERS) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
	});
});
