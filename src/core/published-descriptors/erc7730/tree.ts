import type { AbiParameter } from "viem";
import type { TypedStruct, TypedValue } from "../../match/typed-data/typed-values.ts";
import { arrayOf, structOf, type TypedTypes } from "../../match/typed-data/types.ts";
import type { DataLeaf } from "./description.ts";
import { DescriptorError } from "./description.ts";

export interface LeafNode extends DataLeaf {
	readonly kind: "leaf";
	readonly path: string;
}
interface ListNode {
	readonly kind: "list";
	readonly path: string;
	readonly items: readonly DataNode[];
}
export interface StructNode {
	readonly kind: "struct";
	readonly path: string;
	readonly members: ReadonlyMap<string, DataNode>;
}
export type DataNode = LeafNode | ListNode | StructNode;

const MAX_NODES = 4000;
const MAX_DEPTH = 16;

export class NodeBudget {
	#nodes = MAX_NODES;

	spend(path: string, depth: number): void {
		this.#nodes -= 1;
		if (this.#nodes < 0 || depth > MAX_DEPTH) throw new DescriptorError("too_many", path);
	}
}

const below = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);

function struct(path: string, members: readonly (readonly [name: string, node: DataNode])[]): StructNode {
	const byName = new Map(members);
	if (byName.size !== members.length) throw new DescriptorError("bad_path", path);
	return { kind: "struct", path, members: byName };
}

function leaf(path: string, type: string, value: unknown): LeafNode {
	// viem decodes small integers as numbers, and returns addresses with a checksum.
	if (typeof value === "number") return { kind: "leaf", path, type, value: BigInt(value) };
	if (typeof value === "bigint" || typeof value === "boolean") return { kind: "leaf", path, type, value };
	if (typeof value !== "string") throw new DescriptorError("undecodable", path);
	return { kind: "leaf", path, type, value: type === "string" ? value : value.toLowerCase() };
}

type Parameter = AbiParameter & { readonly components?: readonly AbiParameter[] };

function abiNode(
	parameter: Parameter,
	value: unknown,
	path: string,
	depth: number,
	budget: NodeBudget,
): DataNode {
	budget.spend(path, depth);
	const array = arrayOf(parameter.type);
	if (array !== null) {
		if (!Array.isArray(value)) throw new DescriptorError("undecodable", path);
		const item = { ...parameter, type: array.item };
		const items = value.map((each: unknown, at) =>
			abiNode(item, each, below(path, `[${at}]`), depth + 1, budget),
		);
		return { kind: "list", path, items };
	}
	if (parameter.type === "tuple")
		return abiStruct(parameter.components ?? [], value, path, depth + 1, budget);
	return leaf(path, parameter.type, value);
}

function memberValue(value: unknown, name: string, at: number): unknown {
	// viem decodes a struct with an unnamed field as a list.
	if (Array.isArray(value)) return value[at];
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
	return (value as Readonly<Record<string, unknown>>)[name];
}

/**
 * Names unnamed fields by their index.
 * @throws DescriptorError
 */
export function abiStruct(
	parameters: readonly Parameter[],
	value: unknown,
	path: string,
	depth: number,
	budget: NodeBudget,
): StructNode {
	const members = parameters.map((parameter, at) => {
		const name = parameter.name === undefined || parameter.name === "" ? `[${at}]` : parameter.name;
		const own = memberValue(value, name, at);
		return [name, abiNode(parameter, own, below(path, name), depth, budget)] as const;
	});
	return struct(path, members);
}

function typedNode(
	types: TypedTypes,
	type: string,
	value: TypedValue,
	path: string,
	depth: number,
	budget: NodeBudget,
): DataNode {
	budget.spend(path, depth);
	const array = arrayOf(type);
	if (array !== null) {
		if (!Array.isArray(value)) throw new DescriptorError("undecodable", path);
		const items = value.map((each: TypedValue, at) =>
			typedNode(types, array.item, each, below(path, `[${at}]`), depth + 1, budget),
		);
		return { kind: "list", path, items };
	}
	if (structOf(types, type) === null) return leaf(path, type, value);
	if (typeof value !== "object" || Array.isArray(value)) throw new DescriptorError("undecodable", path);
	return typedStruct(types, type, value as TypedStruct, path, depth + 1, budget);
}

export function typedStruct(
	types: TypedTypes,
	type: string,
	value: TypedStruct,
	path: string,
	depth: number,
	budget: NodeBudget,
): StructNode {
	const members = (structOf(types, type) ?? []).map(({ name, type: memberType }) => {
		const own = value[name];
		if (own === undefined) throw new DescriptorError("undecodable", below(path, name));
		return [name, typedNode(types, memberType, own, below(path, name), depth, budget)] as const;
	});
	return struct(path, members);
}

export function* leavesOf(node: DataNode): Generator<LeafNode> {
	if (node.kind === "leaf") yield node;
	else for (const child of node.kind === "list" ? node.items : node.members.values()) yield* leavesOf(child);
}
