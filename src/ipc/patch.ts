/**
 * What changed from one plain value to the next, so that windows are told that and no more. Objects change by their
 * fields, lists of named rows (an `id`, or a `key`) by their rows, a text that goes on by what was added. What did not
 * change stays the same object where a patch is applied, so that whoever draws it need not look.
 */

export type Patch =
	| { readonly kind: "set"; readonly value: unknown }
	/** `from`: how many UTF-16 units stay. */
	| { readonly kind: "append"; readonly from: number; readonly text: string }
	| {
			readonly kind: "fields";
			readonly fields: readonly (readonly [string, Patch])[];
			readonly gone: readonly string[];
	  }
	/** `order`: all rows by name; null where the same ones stand as they stood. */
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

/** By their names, in order; null where a row has none, or two have the same. */
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

/*
 * Views are compared many times a second, and most of what they hold did not change: for that, nothing is allocated.
 */

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
	return fields === null && gone === null ? null : { kind: "fields", fields: fields ?? [], gone: gone ?? [] };
}

function sameList(before: readonly unknown[], after: readonly unknown[]): boolean {
	return before.length === after.length && after.every((each, at) => patchBetween(before[at], each) === null);
}

/** Rows of the same names at the same places. */
function stands(before: readonly unknown[], after: readonly unknown[]): boolean {
	return (
		before.length === after.length &&
		after.every((row, at) => {
			const name = nameOf(row);
			return name !== null && name === nameOf(before[at]);
		})
	);
}

function ofStandingRows(before: readonly unknown[], after: readonly unknown[]): Patch | null {
	let rows: (readonly [string, Patch])[] | null = null;
	for (const [at, row] of after.entries()) {
		const patch = patchBetween(before[at], row);
		const name = patch === null ? null : nameOf(row);
		if (patch === null || name === null) continue;
		rows ??= [];
		rows.push([name, patch]);
	}
	if (rows === null) return null;
	// Where two have the same name, none can be told by it.
	return namedRows(after) === null ? set(after) : { kind: "rows", rows, order: null };
}

function ofLists(before: readonly unknown[], after: readonly unknown[]): Patch | null {
	if (stands(before, after)) return ofStandingRows(before, after);
	const [known, next] = [namedRows(before), namedRows(after)];
	if (known === null || next === null || known.size === 0) return sameList(before, after) ? null : set(after);
	const rows = [...next].flatMap(([name, row]) => {
		const patch = known.has(name) ? patchBetween(known.get(name), row) : set(row);
		return patch === null ? [] : [[name, patch] as const];
	});
	return { kind: "rows", rows, order: [...next.keys()] };
}

/** Null where nothing changed. Both are plain: what a window can be sent. */
export function patchBetween(before: unknown, after: unknown): Patch | null {
	if (Object.is(before, after)) return null;
	if (typeof before === "string" && typeof after === "string" && before !== "" && after.startsWith(before))
		return { kind: "append", from: before.length, text: after.slice(before.length) };
	if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after);
	return isFields(before) && isFields(after) ? ofFields(before, after) : set(after);
}

const UNFIT = "this patch is not of what is held";

function withFields(before: unknown, { fields, gone }: Patch & { readonly kind: "fields" }): unknown {
	if (!isFields(before)) throw new TypeError(UNFIT);
	const left = Object.entries(before).filter(([name]) => !gone.includes(name));
	const changed = fields.map(([name, patch]) => [
		name,
		patched(Object.hasOwn(before, name) ? before[name] : undefined, patch),
	]);
	// Defined one by one, whatever their names are: none of them reaches a prototype.
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

/** Throws a TypeError where the patch is of something else. */
export function patched(before: unknown, patch: Patch): unknown {
	if (patch.kind === "set") return patch.value;
	if (patch.kind === "fields") return withFields(before, patch);
	if (patch.kind === "rows") return withRows(before, patch);
	if (typeof before !== "string" || before.length !== patch.from) throw new TypeError(UNFIT);
	return before + patch.text;
}
