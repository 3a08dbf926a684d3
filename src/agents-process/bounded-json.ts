/** Maximum nesting of arrays and objects in a request. */
const MAX_JSON_DEPTH = 64;

/** Thrown for text that isn't JSON, or is nested too deeply for recursive checks. */
export class JsonError extends Error {
	override readonly name = "JsonError";
}

/**
 * Returns whether brackets outside of strings nest deeper than `most`. The text doesn't have to be valid
 * JSON.
 */
function isDeeperThan(text: string, most: number): boolean {
	let depth = 0;
	let isInString = false;
	for (let at = 0; at < text.length; at += 1) {
		const character = text[at];
		if (isInString) {
			if (character === "\\") at += 1;
			else if (character === '"') isInString = false;
		} else if (character === '"') isInString = true;
		else if (character === "{" || character === "[") {
			depth += 1;
			if (depth > most) return true;
		} else if (character === "}" || character === "]") depth -= 1;
	}
	return false;
}

/** Parses JSON from a program. @throws JsonError, which never quotes the text */
export function parseBoundedJson(text: string): unknown {
	if (isDeeperThan(text, MAX_JSON_DEPTH))
		throw new JsonError(`The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
	try {
		return JSON.parse(text);
	} catch {
		throw new JsonError("The text is not valid JSON.");
	}
}
