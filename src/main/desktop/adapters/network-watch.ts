import { networkInterfaces } from "node:os";
import type { Clock } from "../../ports.ts";

/** Poll interval for the addresses, in ms. */
export const LOOK_MS = 3_000;

/**
 * Reports when this computer joins or changes a network: requests on the former network may never end by
 * themselves, since no peer answers them. Electron doesn't report this to the main process, so the addresses
 * are polled.
 */
export function watchNetwork({
	clock,
	addresses,
	onOther,
}: {
	readonly clock: Clock;
	/** This computer's addresses for other hosts; empty while it is on no network. */
	readonly addresses: () => readonly string[];
	/** Called when it is on a network again, or on another one. */
	readonly onOther: () => void;
}): void {
	const now = () => [...addresses()].toSorted().join();
	let settled = now();
	let last = settled;
	const look = () => {
		const found = now();
		// Addresses are assigned one by one: a set that is equal in two polls is complete.
		const isOther = found === last && found !== settled;
		last = found;
		if (isOther) settled = found;
		clock.after(LOOK_MS, look);
		if (isOther && found !== "") onOther();
	};
	clock.after(LOOK_MS, look);
}

/** Link-local addresses carry no information: every adapter has one, connected or not. */
const isOfLink = (address: string): boolean => /^(?:fe80:|169\.254\.)/i.test(address);

/** Lists the addresses of this computer's adapters, without loopback. */
export function ownAddresses(): readonly string[] {
	return Object.values(networkInterfaces()).flatMap((each = []) =>
		each.filter(({ internal, address }) => !internal && !isOfLink(address)).map(({ address }) => address),
	);
}
