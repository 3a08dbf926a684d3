import { z } from "zod";
import { type Message, message } from "../core/message.ts";
import { type MemberStanding, newerMember, type RecordName } from "./newer.ts";

/**
 * An object of the interface, open to read: members that the interface does not name are kept,
 * so that a newer service never breaks the log. What may be *signed* is decided by `refusedMembers`.
 */
export const open = z.looseObject;

type Schema = z.core.$ZodType;

/** What a schema is made of, told apart by its kind: zod's own `instanceof` takes many times as long. */
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** A value of a set that the interface text leaves open, and that this version does not know. */
export const unlisted = z.string().brand<"unlisted">();

/** One of these values, or one that is not among them: that is read, and is typed as unknown. */
export const openSet = <const T extends readonly [string, ...string[]]>(values: T) =>
	z.union([z.enum(values), unlisted]);

const NAMES = new WeakMap<Schema, RecordName>();

/** As `open`, of a record for which the table of newer members has rows, or which the interface text leaves open. */
export function record<S extends z.ZodRawShape>(name: RecordName, shape: S) {
	const schema = z.looseObject(shape);
	NAMES.set(schema, name);
	return schema;
}

/** Where in a value something stands, as in `review.legs[0].transactions[1].to`. */
export type MemberPath = string;

/** A member that the interface text does not name. */
export interface Stranger {
	readonly path: MemberPath;
	readonly value: unknown;
	readonly standing: MemberStanding;
	/** Why nothing is signed because of it; null where it does not stand against that. */
	readonly refusal: Message | null;
}

function join(path: MemberPath, key: string): MemberPath {
	return path === "" ? key : `${path}.${key}`;
}

function strangerOf(name: RecordName | null, key: string, path: MemberPath, value: unknown): Stranger {
	const known = newerMember(name, key);
	switch (known.standing) {
		case "blocking": {
			const refusal = message("contract.member-unknown", { path });
			return { path, value, standing: known.standing, refusal };
		}
		case "needed":
			return { path, value, standing: known.standing, refusal: known.judge(value) };
		case "inert":
		case "shown":
			return { path, value, standing: known.standing, refusal: null };
	}
}

/**
 * The value with null for each member that may be null and is left out. Nothing else is added, and a value that no
 * branch of a union reads stays as it is.
 */
export function withNulls(schema: Schema, value: unknown): unknown {
	const def = defOf(schema);
	switch (def.type) {
		case "optional":
		case "nullable":
			return value === undefined || value === null ? value : withNulls(def.innerType, value);
		case "array":
			return Array.isArray(value) ? value.map((item) => withNulls(def.element, item)) : value;
		case "union":
			for (const option of def.options) {
				const filled = withNulls(option, value);
				if (z.safeParse(option, filled).success) return filled;
			}
			return value;
		case "object": {
			if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
			const members = new Map(Object.entries(value));
			for (const [key, member] of Object.entries(def.shape)) {
				if (members.has(key)) members.set(key, withNulls(member, members.get(key)));
				else if (defOf(member).type === "nullable") members.set(key, null);
			}
			return Object.fromEntries(members);
		}
		default:
			return value;
	}
}

/** The only branches that could read the value: where one member tells them apart, those of its value. */
function candidatesOf(union: z.core.$ZodUnionDef, value: unknown): readonly Schema[] {
	if (!("discriminator" in union) || typeof value !== "object" || value === null) return union.options;
	const { discriminator } = union;
	if (typeof discriminator !== "string") return union.options;
	const tag: unknown = Object.getOwnPropertyDescriptor(value, discriminator)?.value;
	return union.options.filter((option) =>
		[...(option._zod.propValues?.[discriminator] ?? [])].some((each) => each === tag),
	);
}

/** The branch of a union that reads the value, or undefined where none does. */
function branchOf(union: z.core.$ZodUnionDef, value: unknown): Schema | undefined {
	return candidatesOf(union, value).find((option) => z.safeParse(option, value).success);
}

/** Tells of a stranger; the value is left out of what is kept where this answers false. */
type MeetStranger = (stranger: Stranger) => boolean;

/** What JSON can make; anything else stays what it is, so that those who refuse it find it. */
function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

const GONE = Symbol("left out");

/** By schema, since each is asked about many times. */
const HOLDING = new WeakMap<Schema, boolean>();

/** False for texts, numbers and the like, of which nothing is asked. */
function mayHoldStrangers(schema: Schema): boolean {
	const known = HOLDING.get(schema);
	if (known !== undefined) return known;
	const def = defOf(schema);
	const holds =
		def.type === "optional" || def.type === "nullable"
			? mayHoldStrangers(def.innerType)
			: ["pipe", "array", "union", "object"].includes(def.type);
	HOLDING.set(schema, holds);
	return holds;
}

function walkObject(
	schema: Schema,
	shape: z.core.$ZodShape,
	value: object,
	path: MemberPath,
	met: MeetStranger,
): object {
	const name = NAMES.get(schema) ?? null;
	const changed = new Map<string, unknown>();
	for (const [key, member] of Object.entries(value)) {
		const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
		if (known === undefined) {
			if (!met(strangerOf(name, key, join(path, key), member))) changed.set(key, GONE);
		} else if (mayHoldStrangers(known)) {
			const next = walk(known, member, join(path, key), met);
			if (next !== member) changed.set(key, next);
		}
	}
	if (changed.size === 0 || !isPlain(value)) return value;
	const members = Object.entries(value).map(([key, member]): [string, unknown] => [
		key,
		changed.has(key) ? changed.get(key) : member,
	]);
	return Object.fromEntries(members.filter(([, member]) => member !== GONE));
}

function walkList(
	element: Schema,
	list: readonly unknown[],
	path: MemberPath,
	met: MeetStranger,
): readonly unknown[] {
	const next = list.map((item, index) => walk(element, item, `${path}[${index}]`, met));
	return next.every((item, index) => item === list[index]) ? list : next;
}

/** Meets every stranger in a value, in its order; returns the value without those that are not kept. */
function walk(schema: Schema, value: unknown, path: MemberPath, met: MeetStranger): unknown {
	const def = defOf(schema);
	switch (def.type) {
		case "optional":
		case "nullable":
			return value === undefined || value === null ? value : walk(def.innerType, value, path, met);
		case "pipe":
			return walk(def.in, value, path, met);
		case "array":
			return Array.isArray(value) ? walkList(def.element, value, path, met) : value;
		case "union": {
			const branch = branchOf(def, value);
			if (branch !== undefined) return walk(branch, value, path, met);
			const refusal = message("contract.member-unreadable", { path });
			met({ path, value, standing: "blocking", refusal });
			return value;
		}
		case "object":
			return typeof value !== "object" || value === null || Array.isArray(value)
				? value
				: walkObject(schema, def.shape, value, path, met);
		default:
			return value;
	}
}

/** Every member of `value` that `schema` does not name. Paths are relative to `path`. */
export function strangersIn(schema: Schema, value: unknown, path: MemberPath = ""): readonly Stranger[] {
	const found: Stranger[] = [];
	walk(schema, value, path, (stranger) => {
		found.push(stranger);
		return true;
	});
	return found;
}

/** What the interface text does not name, but for what is known to be inert: for those who compare with the text. */
export function unknownMembers(schema: Schema, value: unknown, path: MemberPath = ""): MemberPath[] {
	return strangersIn(schema, value, path)
		.filter(({ standing }) => standing !== "inert")
		.map((stranger) => stranger.path);
}

/** A member because of which nothing is signed, and why. */
export interface RefusedMember {
	readonly field: MemberPath;
	readonly text: Message;
	/** The words tell themselves that nothing was signed. */
	readonly saysUnsigned?: boolean;
}

/** Every member because of which nothing is signed: unknown where it may matter, or known and forbidding it. */
export function refusedMembers(schema: Schema, value: unknown): readonly RefusedMember[] {
	return strangersIn(schema, value).flatMap(({ path, refusal, standing }) =>
		refusal === null
			? []
			: [{ field: path, text: refusal, ...(standing === "needed" ? { saysUnsigned: true } : {}) }],
	);
}

/** The value without the members that change nothing of what is signed or answered: what an approval binds. */
export function withoutShown(schema: Schema, value: unknown): unknown {
	return walk(schema, value, "", ({ standing }) => standing === "needed" || standing === "blocking");
}
