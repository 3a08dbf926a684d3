import { type Hex, readAddress } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import type { AddressParams, CalldataParams, DescriptorField, TokenAmountParams } from "./data-types.ts";
import { type DataLeaf, DescriptorError, type FieldValue } from "./description.ts";
import type { DataNode, LeafNode } from "./tree.ts";

type PathStep =
	| { readonly kind: "name"; readonly name: string }
	| { readonly kind: "index"; readonly index: number }
	| { readonly kind: "all" }
	| { readonly kind: "slice"; readonly start: number; readonly end: number | null };

const NAME = /^[A-Za-z_$][\w$]{0,127}$/;
const INDEX = /^\[(-?[0-9]{1,6})\]$/;
const SLICE = /^\[(-?[0-9]{1,6})?:(-?[0-9]{1,6})?\]$/;
const MAX_STEPS = 16;

function step(text: string, path: string): PathStep {
	if (NAME.test(text)) return { kind: "name", name: text };
	if (text === "[]") return { kind: "all" };
	const index = INDEX.exec(text)?.[1];
	if (index !== undefined) return { kind: "index", index: Number(index) };
	const slice = SLICE.exec(text);
	if (slice === null || (slice[1] === undefined && slice[2] === undefined))
		throw new DescriptorError("bad_path", path);
	return {
		kind: "slice",
		start: Number(slice[1] ?? 0),
		end: slice[2] === undefined ? null : Number(slice[2]),
	};
}

function stepsOf(path: string): readonly PathStep[] {
	const steps = path.replace(/^#\./, "").split(".");
	if (steps.length > MAX_STEPS) throw new DescriptorError("bad_path", path);
	return steps.map((text) => step(text, path));
}

export interface Hit {
	readonly node: DataNode;
	readonly slice: Hex | null;
	readonly indices: readonly number[];
}

function bytesOf({ type, value, path }: LeafNode): string {
	if (typeof value === "bigint") return BigInt.asUintN(256, value).toString(16).padStart(64, "0");
	if (typeof value === "string" && type !== "string") return value.slice(2);
	throw new DescriptorError("bad_path", path);
}

function bounds(size: number, start: number, end: number | null, path: string): [number, number] {
	const from = start < 0 ? size + start : start;
	const to = end === null ? size : end < 0 ? size + end : end;
	if (from < 0 || to > size || from > to) throw new DescriptorError("bad_path", path);
	return [from, to];
}

function follow(hit: Hit, next: PathStep): readonly Hit[] {
	const { node, slice, indices } = hit;
	if (slice !== null) throw new DescriptorError("bad_path", node.path);
	if (node.kind === "struct" && next.kind === "name") {
		const member = node.members.get(next.name);
		if (member !== undefined) return [{ node: member, slice: null, indices }];
	}
	if (node.kind === "list" && next.kind === "index") {
		const item = node.items.at(next.index);
		if (item !== undefined) return [{ node: item, slice: null, indices }];
	}
	if (node.kind === "list" && (next.kind === "all" || next.kind === "slice")) {
		const [from, to] =
			next.kind === "all"
				? [0, node.items.length]
				: bounds(node.items.length, next.start, next.end, node.path);
		return node.items
			.slice(from, to)
			.map((item, at) => ({ node: item, slice: null, indices: [...indices, from + at] }));
	}
	if (node.kind === "leaf" && next.kind === "slice") {
		const bytes = bytesOf(node);
		const [from, to] = bounds(bytes.length / 2, next.start, next.end, node.path);
		return [{ node, slice: `0x${bytes.slice(2 * from, 2 * to)}`, indices }];
	}
	throw new DescriptorError("bad_path", node.path);
}

export function resolve(root: DataNode, path: string): readonly Hit[] {
	let hits: readonly Hit[] = [{ node: root, slice: null, indices: [] }];
	for (const next of stepsOf(path)) hits = hits.flatMap((hit) => follow(hit, next));
	return hits;
}

export function leafOf({ node, slice }: Hit): DataLeaf | null {
	if (slice !== null) return { type: "bytes", value: slice };
	return node.kind === "leaf" ? { type: node.type, value: node.value } : null;
}

/** Resolves references in parameters. All methods throw `DescriptorError`. */
export interface ParamScope {
	readonly leafAt: (path: string) => DataLeaf;
	readonly constant: (text: string) => string;
	readonly enumOf: (reference: string) => Readonly<Record<string, string>>;
}

export const MAX_LABEL = 64;

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
	raw: [],
	amount: [],
	tokenAmount: ["tokenPath", "token", "nativeCurrencyAddress", "threshold", "message"],
	nftName: ["collectionPath", "collection"],
	date: ["encoding"],
	duration: [],
	unit: ["base", "decimals", "prefix"],
	enum: ["$ref"],
	addressName: ["types", "sources", "senderAddress"],
	calldata: ["calleePath", "callee", "amountPath", "spenderPath"],
};

const bad = (label: string) => new DescriptorError("bad_value", label);

function integer({ type, value }: DataLeaf, at: string): bigint {
	if (typeof value === "bigint") return value;
	if (typeof value !== "string" || !type.startsWith("bytes") || value.length > 66 || value === "0x")
		throw bad(at);
	return BigInt(value);
}

const ADDRESS_BITS = 160n;

/** Accepts 20 bytes, or a word padded with 12 zero bytes. */
function address({ type, value }: DataLeaf, at: string): Hex {
	if (typeof value === "bigint") {
		if (value < 0n || value >> ADDRESS_BITS !== 0n) throw bad(at);
		return `0x${value.toString(16).padStart(40, "0")}`;
	}
	if (typeof value !== "string" || type === "string") throw bad(at);
	const word = /^0x0{24}([0-9a-f]{40})$/.exec(value)?.[1];
	const found = readAddress(word === undefined ? value : `0x${word}`);
	if (found === null) throw bad(at);
	return found;
}

const list = (value: string | readonly string[] | undefined): readonly string[] =>
	value === undefined ? [] : typeof value === "string" ? [value] : value;

function literalAddress(text: string, scope: ParamScope, at: string): Hex {
	const found = readAddress(scope.constant(text));
	if (found === null) throw bad(at);
	return found;
}

function namedAddress(
	path: string | undefined,
	literal: string | undefined,
	scope: ParamScope,
	at: string,
): Hex | null {
	if (path !== undefined && literal !== undefined) throw new DescriptorError("unknown_param", at);
	if (path !== undefined) return address(scope.leafAt(path), at);
	return literal === undefined ? null : literalAddress(literal, scope, at);
}

function threshold(text: string, scope: ParamScope, at: string): bigint {
	const found = scope.constant(text);
	if (!/^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(found)) throw bad(at);
	return BigInt(found);
}

function tokenAmount(leaf: DataLeaf, params: TokenAmountParams, scope: ParamScope, at: string): FieldValue {
	const raw = integer(leaf, at);
	const token = namedAddress(params.tokenPath, params.token, scope, at);
	const natives = list(params.nativeCurrencyAddress).map((each) => literalAddress(each, scope, at));
	const over = params.threshold !== undefined && raw >= threshold(params.threshold, scope, at);
	return {
		kind: "tokenAmount",
		token,
		native: token !== null && natives.includes(token),
		raw,
		message: over ? plain(params.message ?? "Unlimited") : null,
	};
}

function addressName(leaf: DataLeaf, params: AddressParams, scope: ParamScope, at: string): FieldValue {
	const found = address(leaf, at);
	const senders = list(params.senderAddress).map((each) => literalAddress(each, scope, at));
	return {
		kind: "address",
		address: found,
		types: params.types ?? [],
		sources: params.sources ?? [],
		sender: senders.includes(found),
	};
}

function calldata(leaf: DataLeaf, params: CalldataParams, scope: ParamScope, at: string): FieldValue {
	const { type, value } = leaf;
	if (type !== "bytes" || typeof value !== "string") throw bad(at);
	const callee = namedAddress(params.calleePath, params.callee, scope, at);
	if (callee === null) throw bad(at);
	const { amountPath, spenderPath } = params;
	return {
		kind: "call",
		callee,
		data: `0x${value.slice(2)}`,
		value: amountPath === undefined ? null : integer(scope.leafAt(amountPath), at),
		from: spenderPath === undefined ? null : address(scope.leafAt(spenderPath), at),
	};
}

function enumValue(leaf: DataLeaf, text: Readonly<Record<string, string>>, at: string): FieldValue {
	const { type, value } = leaf;
	const key = String(type.startsWith("bytes") ? integer(leaf, at) : value);
	const label = Object.hasOwn(text, key) ? text[key] : undefined;
	return { kind: "enum", raw: value, label: label === undefined ? null : plain(label, MAX_LABEL) };
}

export function checkFormat(field: DescriptorField): void {
	const format: string = field.format ?? "raw";
	const allowed = Object.hasOwn(ALLOWED, format) ? ALLOWED[format] : undefined;
	if (allowed === undefined) throw new DescriptorError("unknown_format", format);
	const strange = Object.keys(field.params ?? {}).find((name) => !allowed.includes(name));
	if (strange !== undefined) throw new DescriptorError("unknown_param", strange);
	const visible: string | undefined = field.visible;
	if (visible !== undefined && visible !== "never" && visible !== "optional")
		throw new DescriptorError("unknown_param", "visible");
}

export function fieldValue(field: DescriptorField, leaf: DataLeaf, scope: ParamScope): FieldValue {
	const at = field.label;
	switch (field.format) {
		case undefined:
			return { kind: "raw", ...leaf };
		case "amount":
			return { kind: "amount", raw: integer(leaf, at) };
		case "tokenAmount":
			return tokenAmount(leaf, field.params ?? {}, scope, at);
		case "nftName": {
			const { collectionPath, collection } = field.params ?? {};
			return {
				kind: "nft",
				collection: namedAddress(collectionPath, collection, scope, at),
				id: integer(leaf, at),
			};
		}
		case "date":
			return field.params?.encoding === "blockheight"
				? { kind: "block", height: integer(leaf, at) }
				: { kind: "date", seconds: integer(leaf, at) };
		case "duration":
			return { kind: "duration", seconds: integer(leaf, at) };
		case "unit": {
			const { base = "", decimals = 0, prefix = false } = field.params ?? {};
			return { kind: "unit", raw: integer(leaf, at), decimals, base: plain(scope.constant(base)), prefix };
		}
		case "enum":
			return enumValue(leaf, scope.enumOf(field.params?.$ref ?? ""), at);
		case "addressName":
			return addressName(leaf, field.params ?? {}, scope, at);
		case "calldata":
			return calldata(leaf, field.params ?? {}, scope, at);
	}
}
