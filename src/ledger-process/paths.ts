import { DeviceError } from "./faults.ts";

/** BIP-32: an index and its hardened twin share 31 bits. */
const MAX_INDEX = 2 ** 31 - 1;

/** The libraries would wrap a larger index round to another account. @throws DeviceError `badMessage`. */
export function checkPath(path: string): void {
	const indexes = path.split("/").slice(1);
	if (indexes.some((each) => Number.parseInt(each, 10) > MAX_INDEX)) throw new DeviceError("badMessage");
}
