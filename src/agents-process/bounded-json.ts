/** Maximum nesting of arrays and objects in a request. */
const MAX_JSON_DEPTH = 64;

/** Text that is no JSON, or too deeply nested to be read safely by recursive checks. */
export class JsonError extends Error {
	override readonly name = "JsonError";
}

/** Returns whether brackets outside of strings nest deeper than `most`; the text need not be valid JSON. */
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

/** Parses a program's JSON. @throws JsonError, without any of the text */
export function parseBoundedJson(text: string): unknown {
	if (isDeeperThan(text, MAX_JSON_DEPTH))
		throw new JsonError(`The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
	try {
		return JSON.parse(text);
	} catch {
		throw new JsonError("The text is not valid JSON.");
	}
}
