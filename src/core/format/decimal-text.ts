export function grouped(whole: bigint): string {
	return whole.toString().replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}

export interface AmountParts {
	readonly sign: string;
	readonly whole: bigint;
	readonly fraction: string;
}

export function parts(raw: bigint, decimals: number): AmountParts {
	const magnitude = raw < 0n ? -raw : raw;
	const scale = 10n ** BigInt(decimals);
	const fraction = decimals === 0 ? "" : (magnitude % scale).toString().padStart(decimals, "0");
	return { sign: raw < 0n ? "−" : "", whole: magnitude / scale, fraction: fraction.replace(/0+$/, "") };
}

export function joined({ sign, whole, fraction }: AmountParts, more: string): string {
	return `${sign}${grouped(whole)}${fraction === "" ? "" : `.${fraction}`}${more}`;
}

export function fullText(raw: bigint, decimals: number | null): string {
	return joined(parts(raw, decimals ?? 0), "");
}
