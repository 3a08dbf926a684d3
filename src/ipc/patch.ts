/**
 * Patches between two plain values, so that main pushes only changes. Objects are patched field by field, and
 * lists by row if their rows have an `id` or `key`. For a text that grows, only the new end is sent.
 * Unchanged values keep their identity, so components need no deep comparison.
 */

export type Patch =
	| { readonly kind: "set"; readonly value: unknown }
	| { readonly kind: "append"; readonly from: number; readonly text: string }
	| {
			readonly kind: "fields";
			readonly fields: readonly (readonly [string, Patch])[];
			readonly removed: readonly string[];
	  }
	| {
			readonly kind: "rows";
			readonly rows: readonly (readonly [string, Patch])[];
			readonly order: readonly string[] | null;
	  };

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(row: unknown): string | null {
	if (!isFields(row)) return null;
	const name = row["id"] ?? row["key"];
	return typeof name === "string" ? name : null;
}

function namedRows(list: readonly unknown[]): ReadonlyMap<string, unknown> | null {
	const rows = new Map<string, unknown>();
	for (const row of list) {
		const name = nameOf(row);
		if (name === null || rows.has(name)) return null;
		rows.set(name, row);
	}
	return rows;
}

const set = (value: unknown): Patch => ({ kind: "set", value });

/* Avoids allocations, because main compares views many times a second and most haven't changed. */

function ofFields(before: Fields, after: Fields): Patch | null {
	let fields: (readonly [string, Patch])[] | null = null;
	let gone: string[] | null = null;
	for (const name in after) {
		if (!Object.hasOwn(after, name)) continue;
		const patch = Object.hasOwn(before, name) ? patchBetween(before[name], after[name]) : set(after[name]);
		if (patch === null) continue;
		fields ??= [];
		fields.push([name, patch]);
	}
	for (const name in before) {
		if (!Object.hasOwn(before, name) || Object.hasOwn(after, name)) continue;
		gone ??= [];
		gone.push(name);
	}
	return fields === null && gone === null
		? null
		: { kind: "fields", fields: fields ?? [], removed: gone ?? [] };
}

function sameList(before: readonly unknown[], after: readonly unknown[]): boolean {
	return before.length === after.length && after.every((each, at) => patchBetween(before[at], each) === null);
}

function namesMatch(before: readonly unknown[], after: readonly unknown[]): boolean {
	return (
		before.length === after.length &&
		after.every((row, at) => {
			const name = nameOf(row);
			return name !== null && name === nameOf(before[at]);
		})
	);
}

function ofSameRows(before: readonly unknown[], after: readonly unknown[]): Patch | null {
	let rows: (readonly [string, Patch])[] | null = null;
	for (const [at, row] of after.entries()) {
		const patch = patchBetween(before[at], row);
		const name = patch === null ? null : nameOf(row);
		if (patch === null || name === null) continue;
		rows ??= [];
		rows.push([name, patch]);
	}
	if (rows === null) return null;
	return namedRows(after) === null ? set(after) : { kind: "rows", rows, order: null };
}

function ofLists(before: readonly unknown[], after: readonly unknown[]): Patch | null {
	if (namesMatch(before, after)) return ofSameRows(before, after);
	const [known, next] = [namedRows(before), namedRows(after)];
	if (known === null || next === null || known.size === 0) return sameList(before, after) ? null : set(after);
	const rows = [...next].flatMap(([name, row]) => {
		const patch = known.has(name) ? patchBetween(known.get(name), row) : set(row);
		return patch === null ? [] : [[name, patch] as const];
	});
	return { kind: "rows", rows, order: [...next.keys()] };
}

/** Returns the patch that turns one plain value into another, or `null` if they are equal. */
export function patchBetween(before: unknown, after: unknown): Patch | null {
	if (Object.is(before, after)) return null;
	if (typeof before === "string" && typeof after === "string" && before !== "" && after.startsWith(before))
		return { kind: "append", from: before.length, text: after.slice(before.length) };
	if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after);
	return isFields(before) && isFields(after) ? ofFields(before, after) : set(after);
}

const UNFIT = "this patch is not of what is held";

function withFields(before: unknown, { fields, removed }: Patch & { readonly kind: "fields" }): unknown {
	if (!isFields(before)) throw new TypeError(UNFIT);
	const left = Object.entries(before).filter(([name]) => !removed.includes(name));
	const changed = fields.map(([name, patch]) => [
		name,
		patched(Object.hasOwn(before, name) ? before[name] : undefined, patch),
	]);
	// `fromEntries` defines own properties, so a field named `__proto__` can't change the prototype.
	return Object.fromEntries([...left, ...changed]);
}

function withRows(before: unknown, { rows, order }: Patch & { readonly kind: "rows" }): unknown {
	const known = Array.isArray(before) ? namedRows(before) : null;
	if (known === null) throw new TypeError(UNFIT);
	const changed = new Map(rows);
	return (order ?? [...known.keys()]).map((name) => {
		const patch = changed.get(name);
		if (patch === undefined && !known.has(name)) throw new TypeError(UNFIT);
		return patch === undefined ? known.get(name) : patched(known.get(name), patch);
	});
}

/** @throws TypeError if the patch doesn't match the value */
export function patched(before: unknown, patch: Patch): unknown {
	if (patch.kind === "set") return patch.value;
	if (patch.kind === "fields") return withFields(before, patch);
	if (patch.kind === "rows") return withRows(before, patch);
	if (typeof before !== "string" || before.length !== patch.from) throw new TypeError(UNFIT);
	return before + patch.text;
}
