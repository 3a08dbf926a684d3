import { networkInterfaces } from "node:os";
import type { Clock } from "../../ports.ts";

export const POLL_MS = 3_000;

/**
 * Detects when this computer joins or changes networks, because requests on the previous network may never
 * finish. Electron doesn't report this to the main process, so the addresses are polled.
 */
export function watchNetwork({
	clock,
	addresses,
	onOther,
}: {
	readonly clock: Clock;
	readonly addresses: () => readonly string[];
	readonly onOther: () => void;
}): void {
	const now = () => [...addresses()].toSorted().join();
	let settled = now();
	let last = settled;
	const look = () => {
		const found = now();
		// Addresses are assigned one by one. If two consecutive polls find the same addresses, the set is
		// complete.
		const isOther = found === last && found !== settled;
		last = found;
		if (isOther) settled = found;
		clock.after(POLL_MS, look);
		if (isOther && found !== "") onOther();
	};
	clock.after(POLL_MS, look);
}

/**
 * Returns whether the address is link-local. Every adapter has such an address, even without a connection.
 */
const isOfLink = (address: string): boolean => /^(?:fe80:|169\.254\.)/i.test(address);

export function localAddresses(): readonly string[] {
	return Object.values(networkInterfaces()).flatMap((each = []) =>
		each.filter(({ internal, address }) => !internal && !isOfLink(address)).map(({ address }) => address),
	);
}
