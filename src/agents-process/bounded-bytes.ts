/** Maximum nesting depth of a request's JSON. */
const MAX_JSON_DEPTH = 64;

/** Thrown if text isn't JSON, or is nested too deeply for recursive checks. */
export class JsonError extends Error {
	override readonly name = "JsonError";
}

/**
 * Returns whether brackets outside strings are nested deeper than `most`. The text need not be valid JSON.
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

/**
 * Number of chunks to buffer before joining them. Without a limit, a million one-byte chunks would use a
 * hundred times their size in memory.
 */
const MAX_PIECES = 256;

export class BoundedBytes {
	readonly #maxBytes: number;
	#chunks: Buffer[] = [];
	/** Joined chunks. The buffer doubles as it grows, so joining takes linear time overall. */
	#joined = Buffer.alloc(0);
	#joinedSize = 0;
	#size = 0;

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	get size(): number {
		return this.#size;
	}

	get pieces(): number {
		return this.#chunks.length + 1;
	}

	/** Adds a chunk. Once the limit is exceeded, returns `false` and discards everything. */
	add(chunk: Buffer): boolean {
		this.#size += chunk.byteLength;
		if (this.#size > this.#maxBytes) {
			this.#drop();
			return false;
		}
		this.#chunks.push(chunk);
		if (this.#chunks.length >= MAX_PIECES) this.#join();
		return true;
	}

	/** Returns the collected text and resets the buffer. */
	consumeText(): string {
		this.#join();
		const text = this.#size > this.#maxBytes ? "" : this.#joined.toString("utf8", 0, this.#joinedSize);
		this.#drop();
		this.#size = 0;
		return text;
	}

	#drop(): void {
		this.#chunks = [];
		this.#joined = Buffer.alloc(0);
		this.#joinedSize = 0;
	}

	#join(): void {
		const added = Buffer.concat(this.#chunks);
		this.#chunks = [];
		const needed = this.#joinedSize + added.byteLength;
		if (needed > this.#joined.byteLength) {
			const larger = Buffer.alloc(Math.min(Math.max(needed, 2 * this.#joined.byteLength), this.#maxBytes));
			this.#joined.copy(larger, 0, 0, this.#joinedSize);
			this.#joined = larger;
		}
		added.copy(this.#joined, this.#joinedSize);
		this.#joinedSize = needed;
	}
}
