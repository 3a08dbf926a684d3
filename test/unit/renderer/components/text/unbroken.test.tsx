import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Unbroken } from "../../../../../src/renderer/components/text/unbroken.tsx";

/** Returns the groups that stay on one line. */
const whole = (text: string) =>
	[...renderToStaticMarkup(<Unbroken text={text} />).matchAll(/nowrap">([^<]*)</g)].map(([, part]) => part);

describe("a sentence of up to two lines", () => {
	it("keeps short addresses whole, and amounts with their units", () => {
		expect(whole("Revoke 0xe7f172…3F0512’s DEMO allowance")).toEqual(["0xe7f172…3F0512’s"]);
		expect(whole("Send 1.25 SOL and 40 USDC to Ana")).toEqual(["1.25 SOL", "40 USDC"]);
		expect(whole("Swap 1.5 ETH for at least 4,388.20 USDC")).toEqual(["1.5 ETH", "4,388.20 USDC"]);
	});
	it("keeps a difference whole, and its worth", () => {
		expect(whole("−7.34 USDC (≈ $7.34)")).toEqual(["−7.34 USDC", "(≈ $7.34)"]);
		expect(whole("at most 0.00041 ETH (< $0.01)")).toEqual(["0.00041 ETH", "(&lt; $0.01)"]);
		expect(whole("+0.0794 WETH")).toEqual(["+0.0794 WETH"]);
	});
	it("has the same text", () => {
		const text = "Approve 0xe7f172…3F0512 to spend up to 100 DEMO";
		expect(renderToStaticMarkup(<Unbroken text={text} />).replaceAll(/<[^>]*>/g, "")).toBe(text);
	});
	it("may break content wider than a narrow window", () => {
		const name = "X".repeat(60);
		expect(whole(`Send 1 ${name}`)).toEqual([]);
		expect(whole(`${name}…${name} is paid`)).toEqual([]);
		expect(whole(`Send ${"9".repeat(60)} USDC`)).toEqual([]);
	});
});
