/** One spelling for each address: EVM in lower case, since its checksum says nothing more; base58 letter by letter. */
export function addressKey(address: string): string {
	return address.startsWith("0x") || address.startsWith("0X") ? address.toLowerCase() : address;
}

export const sameKey = (left: string, right: string): boolean => addressKey(left) === addressKey(right);
