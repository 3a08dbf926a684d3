import { readAddress } from "../../../core/format/numeral.ts";

/** One spelling for each address: EVM in lower case, since EIP-55 is a checksum only; base58 letter by letter. */
export function addressKey(address: string): string {
	return readAddress(address) ?? address;
}

/** Are these the same account of the same chain family? No text is an address of both. */
export function sameAddress(one: string, other: string): boolean {
	return addressKey(one) === addressKey(other);
}
