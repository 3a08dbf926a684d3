import { formatUnits, getAddress } from "viem";
import { nativeOf } from "../../src/core/chain/names.ts";
import type { Hex } from "../../src/core/format/numeral.ts";
import type {
	Description,
	FieldValue,
	NestedCall,
} from "../../src/core/published-descriptors/erc7730/description.ts";
import type { DataProvider, Rendered } from "./registry.ts";

/**
 * Renders the reader's typed values as the registry's expected texts. This is test code and uses no texts of
 * the app.
 */

export interface RenderScope {
	readonly provider: DataProvider;
	readonly chainId: string;
	/** Renders a nested call by its own descriptor; `null` if it has none. */
	readonly nested: (call: NestedCall) => Rendered | null;
}

const SI = ["", "k", "M", "G", "T", "P", "E"];

function date(seconds: bigint): string {
	return new Date(Number(seconds) * 1000).toISOString().replace(".000", "").replace("T", " ");
}

function duration(seconds: bigint): string {
	const two = (part: bigint) => part.toString().padStart(2, "0");
	return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
}

function unit({ raw, decimals, base, prefix }: Extract<FieldValue, { kind: "unit" }>): string {
	if (!prefix) return `${formatUnits(raw, decimals)}${base}`;
	let places = decimals;
	let step = 0;
	while (step + 1 < SI.length && raw >= 10n ** BigInt(places + 3)) {
		places += 3;
		step += 1;
	}
	return `${formatUnits(raw, places)}${SI[step] ?? ""}${base}`;
}

function name(address: Hex, sources: readonly string[], { addressNames, ensNames }: DataProvider): string {
	const allowed = (source: string) => sources.length === 0 || sources.includes(source);
	const local = allowed("local") ? addressNames[address] : undefined;
	const ens = allowed("ens") ? ensNames[address] : undefined;
	return local ?? ens ?? getAddress(address);
}

function raw({ type, value }: { type: string; value: bigint | boolean | string }): string {
	return type === "address" && typeof value === "string" ? getAddress(value) : String(value);
}

function tokenAmount(value: Extract<FieldValue, { kind: "tokenAmount" }>, scope: RenderScope): string {
	const token = value.token === null ? undefined : scope.provider.tokens[value.token];
	const facts = value.native ? nativeOf(scope.chainId) : token;
	if (facts === undefined) return value.raw.toString();
	if (value.message !== null) return `${value.message} ${facts.symbol}`;
	return `${formatUnits(value.raw, facts.decimals)} ${facts.symbol}`;
}

function text(value: FieldValue, scope: RenderScope): string | Rendered {
	switch (value.kind) {
		case "raw":
			return raw(value);
		case "amount": {
			const { symbol, decimals } = nativeOf(scope.chainId);
			return `${formatUnits(value.raw, decimals)} ${symbol}`;
		}
		case "tokenAmount":
			return tokenAmount(value, scope);
		case "nft": {
			const collection =
				value.collection === null ? undefined : scope.provider.nftCollectionNames[value.collection];
			return collection === undefined ? value.id.toString() : `${collection} #${value.id}`;
		}
		case "date":
			return date(value.seconds);
		case "block": {
			const seconds = scope.provider.blockTimestamps[value.height.toString()];
			return seconds === undefined ? value.height.toString() : date(BigInt(seconds));
		}
		case "duration":
			return duration(value.seconds);
		case "unit":
			return unit(value);
		case "enum":
			// Enum labels for bytes are listed under the number that the bytes encode.
			return value.label ?? (String(value.raw).startsWith("0x") ? BigInt(value.raw) : value.raw).toString();
		case "address":
			return value.sender ? "Sender" : name(value.address, value.sources, scope.provider);
		case "call":
			return scope.nested(value) ?? value.data;
	}
}

/** Renders a whole description, with the descriptor's constants at their positions. */
export function render(description: Description, scope: RenderScope): Rendered {
	const shown: { label: string; value: string | Rendered }[] = [];
	const constantsAt = (position: number) => {
		for (const { label, text: value, position: at } of description.constants)
			if (at === position) shown.push({ label, value });
	};
	for (const [at, field] of description.fields.entries()) {
		constantsAt(at);
		shown.push({ label: field.label, value: text(field.value, scope) });
	}
	constantsAt(description.fields.length);
	const { intent, owner } = description;
	return { intent: intent ?? "", owner: owner ?? undefined, fields: shown };
}
