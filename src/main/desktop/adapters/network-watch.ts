import { networkInterfaces } from "node:os";
import type { Clock } from "../../ports.ts";

/** So often the addresses are looked at, in ms. */
export const LOOK_MS = 3_000;

/**
 * Tells when this computer comes to a network or changes it: what was under way on the one before may never end by
 * itself, since nobody there says so. Electron tells main no such thing, so that the addresses are looked at.
 */
export function watchNetwork({
	clock,
	addresses,
	onOther,
}: {
	readonly clock: Clock;
	/** Under which this computer is reached by others; empty while it is on no network. */
	readonly addresses: () => readonly string[];
	/** It is on a network again, or on another one. */
	readonly onOther: () => void;
}): void {
	const now = () => [...addresses()].toSorted().join();
	let settled = now();
	let last = settled;
	const look = () => {
		const found = now();
		// Addresses come one by one: those that stay from one look to the next are all of them.
		const isOther = found === last && found !== settled;
		last = found;
		if (isOther) settled = found;
		clock.after(LOOK_MS, look);
		if (isOther && found !== "") onOther();
	};
	clock.after(LOOK_MS, look);
}

/** Those of a single link say nothing: every adapter has one, whether or not it is connected. */
const isOfLink = (address: string): boolean => /^(?:fe80:|169\.254\.)/i.test(address);

/** Of this computer's adapters, but for itself. */
export function ownAddresses(): readonly string[] {
	return Object.values(networkInterfaces()).flatMap((each = []) =>
		each.filter(({ internal, address }) => !internal && !isOfLink(address)).map(({ address }) => address),
	);
}
