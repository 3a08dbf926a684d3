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

function ofFields(before: Fields, after: Fields): Patch | null {
	const fields = Object.entries(after).flatMap(([name, value]) => {
		const patch = Object.hasOwn(before, name) ? patchBetween(before[name], value) : set(value);
		return patch === null ? [] : [[name, patch] as const];
	});
	const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
	return fields.length === 0 && gone.length === 0 ? null : { kind: "fields", fields, gone };
}

function sameList(before: readonly unknown[], after: readonly unknown[]): boolean {
	return before.length === after.length && after.every((each, at) => patchBetween(before[at], each) === null);
}

function ofLists(before: readonly unknown[], after: readonly unknown[]): Patch | null {
	const [known, next] = [namedRows(before), namedRows(after)];
	if (known === null || next === null || known.size === 0) return sameList(before, after) ? null : set(after);
	const rows = [...next].flatMap(([name, row]) => {
		const patch = known.has(name) ? patchBetween(known.get(name), row) : set(row);
		return patch === null ? [] : [[name, patch] as const];
	});
	const [former, order] = [[...known.keys()], [...next.keys()]];
	const stays = former.length === order.length && order.every((name, at) => name === former[at]);
	return stays && rows.length === 0 ? null : { kind: "rows", rows, order: stays ? null : order };
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
