import { isDeepStrictEqual } from "node:util";
import type { Text } from "../../src/core/localized-text.ts";
import { fieldText } from "../../src/core/review/field-text.ts";

/** Returns a predicate for a check in a view, by the path of its field in the request. */
export const isCheckOf =
	(path: string) =>
	({ field }: { readonly field: Text }): boolean =>
		isDeepStrictEqual(field, fieldText(path));

interface Checks {
	readonly checks: readonly { readonly field: Text; readonly status: string }[];
}

/** Returns the displayed names of the fields whose check failed. */
export const failedFields = ({ checks }: Checks): readonly Text[] =>
	checks.filter(({ status }) => status === "failed").map(({ field }) => field);

/** Reports whether a check of the field with this path failed. */
export const hasFailed = ({ checks }: Checks, path: string): boolean =>
	checks.some((check) => check.status === "failed" && isCheckOf(path)(check));
