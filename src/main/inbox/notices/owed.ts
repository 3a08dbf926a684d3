/** What could not be told when it came is kept under a key, until it is told or no more to be told. */

/** Of a row of the journal: how it ended. */
const ROW = "row:";
/** Of an entry that came back into sight. */
const BACK = "back:";

export type Owed =
	| { readonly kind: "row"; readonly rowId: string }
	| { readonly kind: "back"; readonly entryId: string };

export const rowKey = (rowId: string): string => `${ROW}${rowId}`;
export const backKey = (entryId: string): string => `${BACK}${entryId}`;

/** What is owed under this key; null where it is nothing that this app knows to tell. */
export function owedOf(key: string): Owed | null {
	if (key.startsWith(ROW)) return { kind: "row", rowId: key.slice(ROW.length) };
	return key.startsWith(BACK) ? { kind: "back", entryId: key.slice(BACK.length) } : null;
}
