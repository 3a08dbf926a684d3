import { readAddress } from "../../../core/format/numeral.ts";

/** EVM addresses in lower case, since their case is only a checksum (EIP-55). Base58 is case-sensitive. */
export function addressKey(address: string): string {
	return readAddress(address) ?? address;
}

export function sameAddress(one: string, other: string): boolean {
	return addressKey(one) === addressKey(other);
}
