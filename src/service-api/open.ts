import { z } from "zod";
import { type Message, message } from "../core/localized-text.ts";
import { type MemberStatus, newerMember, type RecordName } from "./newer.ts";

/**
 * Keeps unknown fields, so a newer service never breaks the log. `refusedMembers` decides what may be signed.
 */
export const open = z.looseObject;

type Schema = z.core.$ZodType;

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

export const unlisted = z.string().brand<"unlisted">();

export const openSet = <const T extends readonly [string, ...string[]]>(values: T) =>
	z.union([z.enum(values), unlisted]);

const NAMES = new WeakMap<Schema, RecordName>();

/** Creates an `open` schema with a name, which is used to look up the rules for newer fields. */
export function record<S extends z.ZodRawShape>(name: RecordName, shape: S) {
	const schema = z.looseObject(shape);
	NAMES.set(schema, name);
	return schema;
}

export type MemberPath = string;

export interface Stranger {
	readonly path: MemberPath;
	readonly value: unknown;
	readonly status: MemberStatus;
	readonly refusal: Message | null;
}

function join(path: MemberPath, key: string): MemberPath {
	return path === "" ? key : `${path}.${key}`;
}

function strangerOf(name: RecordName | null, key: string, path: MemberPath, value: unknown): Stranger {
	const known = newerMember(name, key);
	switch (known.status) {
		case "blocking": {
			const refusal = message("contract.member-unknown", { path });
			return { path, value, status: known.status, refusal };
		}
		case "needed":
			return { path, value, status: known.status, refusal: known.judge(value) };
		case "inert":
		case "shown":
			return { path, value, status: known.status, refusal: null };
	}
}

/** Adds `null` for each absent nullable field. A value that matches no branch of a union stays unchanged. */
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

function candidatesOf(union: z.core.$ZodUnionDef, value: unknown): readonly Schema[] {
	if (!("discriminator" in union) || typeof value !== "object" || value === null) return union.options;
	const { discriminator } = union;
	if (typeof discriminator !== "string") return union.options;
	const tag: unknown = Object.getOwnPropertyDescriptor(value, discriminator)?.value;
	return union.options.filter((option) =>
		[...(option._zod.propValues?.[discriminator] ?? [])].some((each) => each === tag),
	);
}

function branchOf(union: z.core.$ZodUnionDef, value: unknown): Schema | undefined {
	return candidatesOf(union, value).find((option) => z.safeParse(option, value).success);
}

type MeetStranger = (stranger: Stranger) => boolean;

function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

const LEFT_OUT = Symbol("left out");

const HOLDING = new WeakMap<Schema, boolean>();

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
			if (!met(strangerOf(name, key, join(path, key), member))) changed.set(key, LEFT_OUT);
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
	return Object.fromEntries(members.filter(([, member]) => member !== LEFT_OUT));
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

/** Visits the unknown fields in order and drops those for which `met` returns `false`. */
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
			met({ path, value, status: "blocking", refusal });
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

export function strangersIn(schema: Schema, value: unknown, path: MemberPath = ""): readonly Stranger[] {
	const found: Stranger[] = [];
	walk(schema, value, path, (stranger) => {
		found.push(stranger);
		return true;
	});
	return found;
}

export function unknownMembers(schema: Schema, value: unknown, path: MemberPath = ""): MemberPath[] {
	return strangersIn(schema, value, path)
		.filter(({ status }) => status !== "inert")
		.map((stranger) => stranger.path);
}

export interface RefusedMember {
	readonly field: MemberPath;
	readonly text: Message;
	readonly saysUnsigned?: boolean;
}

export function refusedMembers(schema: Schema, value: unknown): readonly RefusedMember[] {
	return strangersIn(schema, value).flatMap(({ path, refusal, status }) =>
		refusal === null
			? []
			: [{ field: path, text: refusal, ...(status === "needed" ? { saysUnsigned: true } : {}) }],
	);
}

/**
 * Returns the part covered by an approval: the value without fields that affect neither the signature nor the
 * answer.
 */
export function withoutShown(schema: Schema, value: unknown): unknown {
	return walk(schema, value, "", ({ status }) => status === "needed" || status === "blocking");
}
