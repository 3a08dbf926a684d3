import { AppError } from "../../app-error.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message } from "../../localized-text.ts";

export interface TypedMember {
	readonly name: string;
	readonly type: string;
}

/** Structs by name. Names may be hostile, so only access them with Object.hasOwn. */
export type TypedTypes = Readonly<Record<string, readonly TypedMember[]>>;

export class TypedDataError extends AppError {
	readonly field: string;

	constructor(field: string, text: Message) {
		super(text);
		this.name = "TypedDataError";
		this.field = field;
	}
}

export const DOMAIN_TYPE = "EIP712Domain";

const MAX_STRUCTS = 200;
const MAX_MEMBERS = 2000;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/**
 * A primary type with a colon, e.g. Hyperliquid's "HyperliquidTransaction:Withdraw". It isn't an EIP-712
 * identifier, but encodeType remains unambiguous because a struct's name ends at its parenthesis. Libraries
 * look up referenced structs by the name before the colon, so this type can't reference any.
 */
const STRUCT = /^[A-Za-z_][A-Za-z0-9_]{0,62}(?::[A-Za-z_][A-Za-z0-9_]{0,62})?$/;
const ATOMIC = /^(?:address|bool|string|bytes|bytes(?:[1-9]|[12][0-9]|3[0-2])|u?int(?:[1-9][0-9]{0,2})?)$/;
const RESERVED = /^(?:u?int|u?fixed|bytes|address|bool|string|function)[0-9x]*$/;

/** In "Item[2][]", the last pair of brackets belongs to the outer array. */
const ARRAY = /^(.+)\[([1-9][0-9]{0,4})?\]$/;

export interface ArrayType {
	readonly item: string;
	readonly length: number | null;
}

export function arrayOf(type: string): ArrayType | null {
	// Called for every value, so the regular expression only runs on names that end with a bracket.
	if (!type.endsWith("]")) return null;
	const [, item, length] = ARRAY.exec(type) ?? [];
	return item === undefined ? null : { item, length: length === undefined ? null : Number(length) };
}

function baseOf(type: string): string {
	let base = type;
	for (let array = arrayOf(base); array !== null; array = arrayOf(base)) base = array.item;
	return base;
}

/** `uint` and `int` have 256 bits, but are hashed under their declared names. */
export const bitsOf = (type: string): number => Number(/^u?int([0-9]+)$/.exec(type)?.[1] ?? 256);

function isAtomic(type: string): boolean {
	return ATOMIC.test(type) && bitsOf(type) % 8 === 0 && bitsOf(type) <= 256;
}

export function structOf(types: TypedTypes, name: string): readonly TypedMember[] | null {
	return Object.hasOwn(types, name) ? (types[name] ?? null) : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Rejects names that every object inherits, e.g. "constructor". */
export function isIdentifier(name: string): boolean {
	return IDENTIFIER.test(name) && !(name in Object.prototype);
}

/**
 * A field name is visible text without commas and parentheses, because either would end the name in
 * encodeType. Spaces are only allowed inside the name, because a type ends at the first space.
 */
const MEMBER = /^(?! )[^\p{C}\p{Zl}\p{Zp}\p{DI},()]{1,128}(?<! )$/u;
const OTHER_SPACE = /(?! )\p{Zs}/u;

const isMemberName = (name: string): boolean =>
	MEMBER.test(name) && !OTHER_SPACE.test(name) && !(name in Object.prototype);

const isStructName = (name: string): boolean => (name.includes(":") ? STRUCT.test(name) : isIdentifier(name));

function readMember(value: unknown, field: string): TypedMember {
	if (!isRecord(value)) throw new TypedDataError(field, message("match.typed-data.type-member-malformed"));
	const { name, type, ...others } = value;
	if (typeof name !== "string" || typeof type !== "string" || Object.keys(others).length > 0)
		throw new TypedDataError(field, message("match.typed-data.type-member-surplus"));
	if (!isMemberName(name)) throw new TypedDataError(field, message("match.typed-data.type-member-name"));
	if (type.length > 256) throw new TypedDataError(field, message("match.typed-data.type-too-long"));
	return { name, type };
}

function readStruct(name: string, value: unknown): readonly TypedMember[] {
	const field = `types.${name}`;
	if (!Array.isArray(value))
		throw new TypedDataError(field, message("match.typed-data.type-not-list", { type: name }));
	if (value.length > MAX_MEMBERS)
		throw new TypedDataError(field, message("match.typed-data.type-too-many-members", { type: name }));
	const members = value.map((member: unknown, at) => readMember(member, `${field}[${at}]`));
	if (new Set(members.map((member) => member.name)).size !== members.length)
		throw new TypedDataError(field, message("match.typed-data.type-member-twice", { type: name }));
	return members;
}

function within(types: TypedTypes, name: string, arrays: boolean): string[] {
	return (structOf(types, name) ?? [])
		.map((member) => (arrays ? baseOf(member.type) : member.type))
		.filter((type) => structOf(types, type) !== null);
}

function refuseUndefined(types: TypedTypes): void {
	for (const [name, members] of Object.entries(types))
		for (const [at, member] of members.entries()) {
			const base = baseOf(member.type);
			if (base === DOMAIN_TYPE || (!isAtomic(base) && structOf(types, base) === null))
				throw new TypedDataError(
					`types.${name}[${at}]`,
					message("match.typed-data.type-undefined", { member: plain(member.name, 64) }),
				);
		}
}

/** If no struct has the full name, libraries look up the part before the colon. */
const beforeColon = (name: string): string => name.slice(0, name.indexOf(":"));

/**
 * Allows a colon only in a primary type that doesn't reference any structs. Programs may parse other colons
 * differently.
 */
function refuseColons(types: TypedTypes, primary: string, all: readonly string[]): void {
	const [name] = Object.keys(types).filter((each) => each.includes(":"));
	if (name === undefined) return;
	if (name !== primary || within(types, name, true).length > 0 || all.includes(beforeColon(name)))
		throw new TypedDataError("types", message("match.typed-data.colon-name"));
}

function reachable(types: TypedTypes, primary: string): ReadonlySet<string> {
	const found = new Set([primary]);
	for (const name of found) for (const next of within(types, name, true)) found.add(next);
	return found;
}

function refuseEndless(types: TypedTypes): void {
	const done = new Set<string>();
	const visit = (name: string, path: readonly string[]): void => {
		if (path.includes(name))
			throw new TypedDataError(`types.${name}`, message("match.typed-data.type-endless", { type: name }));
		if (done.has(name)) return;
		for (const next of within(types, name, false)) visit(next, [...path, name]);
		done.add(name);
	};
	for (const name of Object.keys(types)) visit(name, []);
}

/** Checks all type names, because libraries prefer a struct to an elementary type with the same name. */
export function readTypes(value: unknown, primary: string): TypedTypes {
	if (!isRecord(value)) throw new TypedDataError("types", message("match.typed-data.no-types"));
	const all = Object.keys(value);
	if (all.length > MAX_STRUCTS) throw new TypedDataError("types", message("match.typed-data.too-many-types"));
	if (all.some((name) => !isStructName(name) || RESERVED.test(name)))
		throw new TypedDataError("types", message("match.typed-data.type-name"));
	if (primary === DOMAIN_TYPE || !Object.hasOwn(value, primary))
		throw new TypedDataError("primaryType", message("match.typed-data.primary-type-not-there"));
	const needed = new Set([primary, ...all.filter((name) => name === DOMAIN_TYPE)]);
	const entries: [name: string, members: readonly TypedMember[]][] = [];
	let left = MAX_MEMBERS;
	for (const name of needed) {
		const members = readStruct(name, value[name]);
		entries.push([name, members]);
		left -= members.length;
		if (left < 0) throw new TypedDataError("types", message("match.typed-data.too-many-type-members"));
		for (const { type } of members) if (Object.hasOwn(value, baseOf(type))) needed.add(baseOf(type));
	}
	const types: TypedTypes = Object.fromEntries(entries);
	refuseUndefined(types);
	refuseColons(types, primary, all);
	refuseEndless(types);
	return types;
}

export function encodeType(types: TypedTypes, primary: string): string {
	const [, ...others] = reachable(types, primary);
	return [primary, ...others.toSorted()]
		.map((name) => {
			const members = structOf(types, name) ?? [];
			return `${name}(${members.map((member) => `${member.type} ${member.name}`).join(",")})`;
		})
		.join("");
}
