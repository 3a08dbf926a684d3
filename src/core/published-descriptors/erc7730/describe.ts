import { type AbiFunction, decodeAbiParameters, encodeAbiParameters, parseAbiItem } from "viem";
import type { Hex } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import type { TypedData } from "../../match/typed-data/reading.ts";
import type { DescriptorData, DescriptorField, DescriptorFormat, StoredDescriptor } from "./data-types.ts";
import {
	type Attestation,
	type DataLeaf,
	type DescribedConstant,
	type DescribedField,
	type Description,
	type DescriptionResult,
	DescriptorError,
	refusal,
	type UncoveredLeaf,
} from "./description.ts";
import { abiStruct, type LeafNode, leavesOf, NodeBudget, type StructNode, typedStruct } from "./tree.ts";
import { checkFormat, fieldValue, type Hit, leafOf, MAX_LABEL, resolve } from "./values.ts";

/**
 * Describes a call or message using the contract's published descriptor (ERC-7730). The descriptor must match
 * both chain and address, never just the selector. Values that no field displays are listed too. If any part
 * of the data or descriptor can't be interpreted, the descriptor isn't used.
 */

const MAX_DATA_BYTES = 128 * 1024;
const MAX_FIELDS = 2000;
const MAX_CONSTANT = 120;

export interface DescriptorIndex {
	readonly data: DescriptorData;
	readonly bound: ReadonlyMap<string, readonly StoredDescriptor[]>;
}

export interface DescribableCall {
	readonly chainId: string;
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
	readonly data: Hex;
	/** Implementation of the proxy at `to`, if our own read of the chain found one. */
	readonly implementation: Hex | null;
}

const keyOf = (kind: "call" | "message", chainId: string, address: string) =>
	`${kind} ${chainId} ${address.toLowerCase()}`;

export function indexDescriptors(data: DescriptorData): DescriptorIndex {
	const bound = new Map<string, StoredDescriptor[]>();
	for (const descriptor of data.descriptors)
		for (const [chainId, addresses] of Object.entries(descriptor.deployments))
			for (const address of addresses) {
				const key = keyOf(descriptor.kind, chainId, address);
				const others = bound.get(key);
				if (others === undefined) bound.set(key, [descriptor]);
				else others.push(descriptor);
			}
	return { data, bound };
}

interface Match {
	readonly descriptor: StoredDescriptor;
	readonly format: DescriptorFormat;
	readonly boundTo: Hex;
	readonly viaImplementation: boolean;
}

type Fits = (format: DescriptorFormat, descriptor: StoredDescriptor) => boolean;

function matchesAt(index: DescriptorIndex, key: string, fits: Fits) {
	return (index.bound.get(key) ?? []).flatMap((descriptor) =>
		descriptor.formats.flatMap((at) => {
			const format = index.data.formats[at];
			return format !== undefined && fits(format, descriptor) ? [{ descriptor, format }] : [];
		}),
	);
}

function findMatch(
	index: DescriptorIndex,
	kind: "call" | "message",
	chainId: string,
	addresses: readonly Hex[],
	fits: Fits,
): Match {
	for (const [at, boundTo] of addresses.entries()) {
		const [first, ...others] = matchesAt(index, keyOf(kind, chainId, boundTo), fits);
		if (others.length > 0) throw new DescriptorError("ambiguous", boundTo);
		if (first !== undefined) return { ...first, boundTo, viaImplementation: at > 0 };
	}
	const known = addresses.some((address) => index.bound.has(keyOf(kind, chainId, address)));
	throw new DescriptorError(known ? "not_described" : "no_descriptor", addresses[0] ?? "");
}

interface DecodedStruct {
	readonly root: StructNode;
	readonly tail: Description["tail"];
}

function parseFunction(key: string): AbiFunction {
	try {
		return parseAbiItem(`function ${key}` as string) as AbiFunction;
	} catch {
		throw new DescriptorError("undecodable", key);
	}
}

function decodeArguments(inputs: AbiFunction["inputs"], body: Hex, key: string): readonly unknown[] {
	if (inputs.length === 0) return [];
	try {
		return decodeAbiParameters(inputs, body) as readonly unknown[];
	} catch {
		throw new DescriptorError("undecodable", key);
	}
}

/** A number is out of range if its word has dirty high bits. */
function encodeArguments(inputs: AbiFunction["inputs"], values: readonly unknown[], key: string): Hex {
	if (inputs.length === 0) return "0x";
	try {
		return encodeAbiParameters(inputs, values);
	} catch {
		throw new DescriptorError("not_canonical", key);
	}
}

function decodeCall(key: string, data: Hex): DecodedStruct {
	const { inputs } = parseFunction(key);
	const body: Hex = `0x${data.slice(10).toLowerCase()}`;
	const values = decodeArguments(inputs, body, key);
	const again = encodeArguments(inputs, values, key);
	if (!body.startsWith(again)) throw new DescriptorError("not_canonical", key);
	const hex: Hex = `0x${body.slice(again.length)}`;
	const tail = hex === "0x" ? null : { size: (hex.length - 2) / 2, hex };
	return { root: abiStruct(inputs, values, "", 0, new NodeBudget()), tail };
}

type Container = Readonly<Record<"from" | "to" | "value" | "chainId", DataLeaf>>;

const isContainerName = (name: string): name is keyof Container =>
	["from", "to", "value", "chainId"].includes(name);

function containerLeaf(container: Container, path: string): DataLeaf {
	const name = path.slice(2);
	if (!isContainerName(name)) throw new DescriptorError("bad_path", path);
	return container[name];
}

const CONSTANT = /^\$\.metadata\.constants\.(\w+)$/;
const ENUM = /^\$\.metadata\.enums\.(\w+)$/;

interface PlacedField {
	readonly field: DescribedField;
	readonly indices: readonly number[];
}

const byIndex = (left: PlacedField, right: PlacedField) => (left.indices[0] ?? 0) - (right.indices[0] ?? 0);

class FieldReader {
	readonly #fields: PlacedField[] = [];
	#group: { readonly path: string; readonly start: number } | null = null;
	readonly constants: DescribedConstant[] = [];
	readonly #match: Match;
	readonly #root: StructNode;
	readonly #container: Container;
	readonly #shown = new Set<LeafNode>();
	readonly #partly = new Set<LeafNode>();
	readonly #hidden = new Map<LeafNode, string>();
	readonly #resolved = new Map<string, readonly Hit[]>();

	constructor(match: Match, root: StructNode, container: Container) {
		this.#match = match;
		this.#root = root;
		this.#container = container;
	}

	read(field: DescriptorField): void {
		checkFormat(field);
		const { path, value, group } = field;
		if (group !== this.#group?.path) this.#endGroup();
		if (group !== undefined) this.#group ??= { path: group, start: this.#fields.length };
		if ((path === undefined) === (value === undefined)) throw new DescriptorError("bad_path", field.label);
		const constant = value ?? (path?.startsWith("$.") ? path : undefined);
		if (constant !== undefined) this.#addConstant(field, this.#constant(constant));
		else if (path?.startsWith("@.")) this.#readContainer(field, path);
		else if (path !== undefined) this.#readData(field, path);
	}

	fields(): readonly DescribedField[] {
		this.#endGroup();
		return this.#fields.map(({ field }) => field);
	}

	uncovered(): readonly UncoveredLeaf[] {
		return [...leavesOf(this.#root)]
			.filter((leaf) => !this.#shown.has(leaf))
			.map((leaf) => {
				const label = this.#hidden.get(leaf) ?? null;
				const why = this.#partly.has(leaf) ? "part" : label === null ? "absent" : "hidden";
				const { path, type, value } = leaf;
				return { path, type, value, why, label, open: type === "address" || type.startsWith("bytes") };
			});
	}

	#endGroup(): void {
		if (this.#group === null) return;
		const { start } = this.#group;
		this.#group = null;
		this.#fields.splice(start, Infinity, ...this.#fields.slice(start).toSorted(byIndex));
	}

	#add(
		field: DescriptorField,
		path: string,
		value: DescribedField["value"],
		indices: readonly number[],
	): void {
		if (this.#fields.length >= MAX_FIELDS) throw new DescriptorError("too_many", path);
		const label = plain(field.label, MAX_LABEL);
		this.#fields.push({ field: { label, path, optional: field.visible === "optional", value }, indices });
	}

	#addConstant(field: DescriptorField, text: string): void {
		if (field.format !== undefined) throw new DescriptorError("bad_value", field.label);
		if (field.visible === "never") return;
		this.constants.push({
			label: plain(field.label, MAX_LABEL),
			text: plain(text, MAX_CONSTANT),
			position: this.#fields.length,
		});
	}

	#readContainer(field: DescriptorField, path: string): void {
		const leaf = containerLeaf(this.#container, path);
		if (field.visible !== "never") this.#add(field, path, fieldValue(field, leaf, this.#scope([])), []);
	}

	#readData(field: DescriptorField, path: string): void {
		if (field.visible === "never") this.#hide(field, path);
		else for (const hit of resolve(this.#root, path).flatMap(wholeLists)) this.#readHit(field, path, hit);
	}

	#hide(field: DescriptorField, path: string): void {
		const label = plain(field.label, MAX_LABEL);
		for (const { node } of resolve(this.#root, path))
			for (const leaf of leavesOf(node)) this.#hidden.set(leaf, label);
	}

	#readHit(field: DescriptorField, path: string, hit: Hit): void {
		const leaf = leafOf(hit);
		if (leaf === null) throw new DescriptorError("bad_path", path);
		const value = fieldValue(field, leaf, this.#scope(hit.indices));
		this.#add(field, hit.node.path, value, hit.indices);
		this.#mark(hit);
	}

	#mark({ node, slice }: Hit): void {
		if (node.kind === "leaf") (slice === null ? this.#shown : this.#partly).add(node);
	}

	#resolve(path: string): readonly Hit[] {
		const known = this.#resolved.get(path);
		if (known !== undefined) return known;
		const hits = resolve(this.#root, path);
		this.#resolved.set(path, hits);
		return hits;
	}

	#constant(text: string): string {
		if (!text.startsWith("$.")) return text;
		const name = CONSTANT.exec(text)?.[1] ?? "";
		const { constants } = this.#match.descriptor;
		const found = Object.hasOwn(constants, name) ? constants[name] : undefined;
		if (found === undefined) throw new DescriptorError("bad_path", text);
		return String(found);
	}

	#enumOf(reference: string) {
		const name = ENUM.exec(reference)?.[1] ?? "";
		const { enums } = this.#match.descriptor;
		const found = Object.hasOwn(enums, name) ? enums[name] : undefined;
		if (found === undefined) throw new DescriptorError("bad_path", reference);
		return found;
	}

	#scope(indices: readonly number[]) {
		const leafAt = (path: string): DataLeaf => {
			if (path.startsWith("@.")) return containerLeaf(this.#container, path);
			if (path.startsWith("$.")) return { type: "bytes", value: this.#constant(path).toLowerCase() };
			const hits = this.#resolve(path);
			const own = hits.filter((hit) => hit.indices.every((at, depth) => at === indices[depth]));
			const [hit, ...others] = own;
			const leaf = hit === undefined || others.length > 0 ? null : leafOf(hit);
			if (hit === undefined || leaf === null) throw new DescriptorError("bad_path", path);
			this.#mark(hit);
			return leaf;
		};
		return {
			leafAt,
			constant: (text: string) => this.#constant(text),
			enumOf: (reference: string) => this.#enumOf(reference),
		};
	}
}

/** A field that points to a list covers all items in that list. */
function wholeLists(hit: Hit): readonly Hit[] {
	const { node, slice, indices } = hit;
	if (node.kind !== "list" || slice !== null) return [hit];
	return node.items.flatMap((item, at) => wholeLists({ node: item, slice: null, indices: [...indices, at] }));
}

function attestationOf({ data }: DescriptorIndex, { attestations }: StoredDescriptor): Attestation | null {
	const found = attestations.find(({ whole }) => whole);
	if (found === undefined) return null;
	const { signer, uid, time } = found;
	const profile = Object.hasOwn(data.auditors, signer) ? data.auditors[signer] : undefined;
	const auditor = profile === undefined ? null : plain(`${profile.name}, ${profile.organization}`, MAX_LABEL);
	return { signer, auditor, uid, time };
}

function describe(
	index: DescriptorIndex,
	match: Match,
	decoded: DecodedStruct,
	container: Container,
): Description {
	const { descriptor, format, boundTo, viaImplementation } = match;
	const reader = new FieldReader(match, decoded.root, container);
	for (const field of format.fields) reader.read(field);
	const cleaned = (text: string | null) => (text === null ? null : plain(text, MAX_LABEL));
	return {
		ok: true,
		boundTo,
		viaImplementation,
		file: descriptor.file,
		owner: cleaned(descriptor.owner),
		contractName: cleaned(descriptor.contractName),
		key: format.key,
		intent: cleaned(format.intent),
		fields: reader.fields(),
		constants: reader.constants,
		uncovered: reader.uncovered(),
		tail: decoded.tail,
		attestation: attestationOf(index, descriptor),
	};
}

function orRefusal(make: () => Description): DescriptionResult {
	try {
		return make();
	} catch (error) {
		if (!(error instanceof DescriptorError)) throw error;
		return refusal(error.code, error.at);
	}
}

const address = (value: Hex): DataLeaf => ({ type: "address", value: value.toLowerCase() });
const number = (value: bigint): DataLeaf => ({ type: "uint256", value });

export function describeCall(index: DescriptorIndex, call: DescribableCall): DescriptionResult {
	return orRefusal(() => {
		const { chainId, from, to, value, data, implementation } = call;
		if (data.length > 2 + 2 * MAX_DATA_BYTES) throw new DescriptorError("too_large", to);
		const selector = data.slice(0, 10).toLowerCase();
		const targets = implementation === null ? [to] : [to, implementation];
		const match = findMatch(index, "call", chainId, targets, (format) => format.selector === selector);
		return describe(index, match, decodeCall(match.format.key, data), {
			from: address(from),
			to: address(to),
			value: number(value),
			chainId: number(BigInt(chainId)),
		});
	});
}

export function describeMessage(index: DescriptorIndex, typed: TypedData, from: Hex): DescriptionResult {
	return orRefusal(() => {
		const { chainId, verifyingContract, name, version } = typed.domain;
		if (chainId === null || verifyingContract === null) throw new DescriptorError("no_descriptor", "domain");
		const fits: Fits = (format, { domain }) =>
			format.key === typed.encodedType &&
			(domain.name ?? name) === name &&
			(domain.version ?? version) === version;
		const match = findMatch(index, "message", chainId.toString(), [verifyingContract], fits);
		const budget = new NodeBudget();
		const root = typedStruct(typed.types, typed.primaryType, typed.message, "", 0, budget);
		return describe(
			index,
			match,
			{ root, tail: null },
			{
				from: address(from),
				to: address(verifyingContract),
				value: number(0n),
				chainId: number(chainId),
			},
		);
	});
}
