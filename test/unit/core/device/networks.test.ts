import { expect, it } from "vitest";
import { deviceNetwork } from "../../../../src/core/device/networks.ts";
import { NETWORKS } from "../../../mock-ledger/networks.ts";

it("a review names every network of a Ledger as the app does, and any other by its number", () => {
	expect(NETWORKS.size).toBe(112);
	for (const [id, [name, ticker]] of NETWORKS)
		expect(deviceNetwork(Number(id))).toEqual({ name, ticker, known: true });
	expect(deviceNetwork(31_337)).toEqual({ name: "31337", ticker: "???", known: false });
});
