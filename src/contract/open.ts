import { z } from "zod";

/**
 * An object of the interface, open to read: members that the interface does not name are kept,
 * so that a newer service never breaks the log. What may be *signed* is decided by `unknownMembers`.
 */
export const open = z.looseObject;

/** Where in a value something stands, as in `review.legs[0].transactions[1].to`. */
export type MemberPath = string;

/**
 * Newer members that are known to change nothing about what is signed (learnt.md, part 15).
 * Anything unknown that is not named here blocks a signature: "this needs a newer Countersign".
 * Members known to matter (commitStages, transactionSafety, signing_mode, continuation) are left out on purpose.
 */
export const INERT_MEMBERS: ReadonlySet<string> = new Set(["transaction_url"]);

type Schema = z.core.$ZodType;

function join(path: MemberPath, key: string): MemberPath {
	return path === "" ? key : `${path}.${key}`;
}

function objectMembers(
	schema: z.core.$ZodObject,
	value: Record<string, unknown>,
	path: MemberPath,
): MemberPath[] {
	const shape = schema._zod.def.shape;
	return Object.entries(value).flatMap(([key, member]) => {
		const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
		if (known !== undefined) return unknownMembers(known, member, join(path, key));
		return INERT_MEMBERS.has(key) ? [] : [join(path, key)];
	});
}

/** The branch of a union that reads the value, or undefined where none does. */
function branchOf(options: readonly Schema[], value: unknown): Schema | undefined {
	return options.find((option) => z.safeParse(option, value).success);
}

/**
 * Every member of `value` that `schema` does not name and that is not known to be inert.
 * @returns paths relative to `path`; empty where nothing is unknown.
 */
export function unknownMembers(schema: Schema, value: unknown, path: MemberPath = ""): MemberPath[] {
	if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable) {
		if (value === undefined || value === null) return [];
		return unknownMembers(schema._zod.def.innerType, value, path);
	}
	if (schema instanceof z.core.$ZodArray) {
		if (!Array.isArray(value)) return [];
		return value.flatMap((item, index) => unknownMembers(schema._zod.def.element, item, `${path}[${index}]`));
	}
	if (schema instanceof z.core.$ZodUnion) {
		const branch = branchOf(schema._zod.def.options, value);
		return branch === undefined ? [path] : unknownMembers(branch, value, path);
	}
	if (schema instanceof z.core.$ZodObject) {
		if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
		return objectMembers(schema, Object.fromEntries(Object.entries(value)), path);
	}
	return [];
}
