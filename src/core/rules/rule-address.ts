export function addressKey(address: string): string {
	return address.startsWith("0x") || address.startsWith("0X") ? address.toLowerCase() : address;
}

export const sameKey = (left: string, right: string): boolean => addressKey(left) === addressKey(right);
