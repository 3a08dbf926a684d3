import { describe, expect, it } from "vitest";
import {
	localAddresses,
	POLL_MS,
	watchNetwork,
} from "../../../../../src/main/desktop/adapters/network-watch.ts";
import { virtualClock } from "../../signing/clock.ts";

function scene(first: readonly string[]) {
	const clock = virtualClock(1_790_000_000_000);
	const world = { addresses: first, told: 0 };
	watchNetwork({
		clock,
		addresses: () => world.addresses,
		onOther: () => {
			world.told += 1;
		},
	});
	return {
		/** Sets the addresses, lets the watch poll, and returns the number of reports so far. */
		after(addresses: readonly string[], looks = 3) {
			world.addresses = addresses;
			for (let look = 0; look < looks; look += 1) clock.advance(POLL_MS);
			return world.told;
		},
	};
}

describe("this computer's network", () => {
	it("is reported once on a change, and not if only the order changed", () => {
		const one = scene(["192.0.2.1", "2001:db8::1"]);
		expect(one.after(["2001:db8::1", "192.0.2.1"])).toBe(0);
		expect(one.after(["198.51.100.7"])).toBe(1);
		expect(one.after(["198.51.100.7"])).toBe(1);
	});

	it("is reported when it is back, the same or another, and not while there is none", () => {
		const one = scene(["192.0.2.1"]);
		expect(one.after([])).toBe(0);
		expect(one.after(["192.0.2.1"])).toBe(1);
		expect(one.after([])).toBe(1);
		expect(one.after(["198.51.100.7"])).toBe(2);
	});

	it("is reported once its addresses are stable, after any number of changes", () => {
		const one = scene([]);
		expect(one.after(["192.0.2.1"], 1)).toBe(0);
		expect(one.after(["192.0.2.1", "2001:db8::1"], 1)).toBe(0);
		expect(one.after(["192.0.2.1", "2001:db8::1"], 1)).toBe(1);
	});

	it("excludes an adapter’s own link, and this computer itself", () => {
		for (const address of localAddresses()) expect(address).not.toMatch(/^(?:127\.|::1$|fe80:|169\.254\.)/i);
	});
});
