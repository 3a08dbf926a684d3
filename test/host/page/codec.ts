/** A value on its way between processes or worlds: JSON, with tagged arrays for types that JSON lacks. */
export type Wire = string | number | boolean | null | Wire[];

/** Extends the codec to values that structured clone refuses (functions and promises). */
export interface CodecHook {
	encode?: (value: object) => string | undefined;
	decode?: (token: string) => unknown;
}

export interface Codec {
	encode: (value: unknown, hook?: CodecHook) => Wire;
	decode: (wire: Wire, hook?: CodecHook) => unknown;
}

/**
 * Implements structured clone as JSON text. It accepts the values that Electron's IPC accepts, and preserves
 * identity and cycles. For other values it throws "An object could not be cloned.", like Electron.
 * Self-contained, because its source text is also injected into the browser's worlds.
 */
export function makeCodec(): Codec {
	const views: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = {
		Int8Array,
		Uint8Array,
		Uint8ClampedArray,
		Int16Array,
		Uint16Array,
		Int32Array,
		Uint32Array,
		Float32Array,
		Float64Array,
		BigInt64Array,
		BigUint64Array,
		DataView,
	};
	const errors: Record<string, ErrorConstructor> = {
		Error,
		EvalError,
		RangeError,
		ReferenceError,
		SyntaxError,
		TypeError,
		URIError,
	};

	function refuse(): never {
		throw new Error("An object could not be cloned.");
	}

	function toBase64(bytes: Uint8Array): string {
		let text = "";
		for (let at = 0; at < bytes.length; at += 8192)
			text += String.fromCharCode(...bytes.subarray(at, at + 8192));
		return btoa(text);
	}

	function fromBase64(text: string): ArrayBuffer {
		return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
	}

	function encodeNumber(value: number): Wire {
		return Number.isFinite(value) && !Object.is(value, -0)
			? value
			: ["N", Object.is(value, -0) ? "-0" : String(value)];
	}

	function encode(root: unknown, hook?: CodecHook): Wire {
		const seen = new Map<object, number>();
		const members = (value: object): Wire[] =>
			Object.entries(value).map(([key, member]): Wire => [key, walk(member)]);

		function walkObject(value: object): Wire {
			const before = seen.get(value);
			if (before !== undefined) return ["@", before];
			const token = hook?.encode?.(value);
			if (token !== undefined) return ["H", token];
			if (typeof value === "function") return refuse();
			const id = seen.size;
			seen.set(value, id);
			if (Array.isArray(value)) return ["A", Array.from(value, walk)];
			const tag = Object.prototype.toString.call(value).slice(8, -1);
			if (value instanceof Date) return ["D", encodeNumber(value.getTime())];
			if (value instanceof RegExp) return ["R", value.source, value.flags];
			if (value instanceof Map) return ["M", [...value].map(([k, v]): Wire => [walk(k), walk(v)])];
			if (value instanceof Set) return ["S", [...value].map(walk)];
			if (value instanceof ArrayBuffer) return ["Y", "ArrayBuffer", toBase64(new Uint8Array(value))];
			if (ArrayBuffer.isView(value)) {
				const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
				return ["Y", tag in views ? tag : "Uint8Array", toBase64(bytes)];
			}
			if (value instanceof Error || tag === "Error") {
				const error = value as Error;
				const cause: Wire[] = error.cause === undefined ? [] : [walk(error.cause)];
				return ["E", error.name, String(error.message), String(error.stack ?? ""), cause];
			}
			if (tag !== "Object") return refuse();
			return ["O", members(value)];
		}

		function walk(value: unknown): Wire {
			switch (typeof value) {
				case "string":
				case "boolean":
					return value;
				case "number":
					return encodeNumber(value);
				case "undefined":
					return ["U"];
				case "bigint":
					return ["B", String(value)];
				case "symbol":
					return refuse();
				default:
					return typeof value === "object" || typeof value === "function"
						? value === null
							? null
							: walkObject(value)
						: refuse();
			}
		}
		return walk(root);
	}

	function decode(root: Wire, hook?: CodecHook): unknown {
		const made: unknown[] = [];
		const remember = <T>(value: T): T => {
			made.push(value);
			return value;
		};
		const list = (wire: Wire | undefined): Wire[] => (Array.isArray(wire) ? wire : []);
		const text = (wire: Wire | undefined): string => String(wire);

		function walk(wire: Wire): unknown {
			if (!Array.isArray(wire)) return wire;
			const [tag, first = null, second = null] = wire;
			switch (tag) {
				case "U":
					return undefined;
				case "N":
					return Number(first);
				case "B":
					return BigInt(text(first));
				case "@":
					return made[Number(first)];
				case "H":
					return hook?.decode?.(text(first));
				case "D":
					return remember(new Date(Number(walk(first))));
				case "R":
					return remember(new RegExp(text(first), text(second)));
				case "Y": {
					const buffer = fromBase64(text(second));
					const View = views[text(first)];
					return remember(View === undefined ? buffer : new View(buffer));
				}
				case "A": {
					const array: unknown[] = remember([]);
					for (const member of list(first)) array.push(walk(member));
					return array;
				}
				case "M": {
					const map = remember(new Map<unknown, unknown>());
					for (const pair of list(first)) map.set(walk(list(pair)[0] ?? null), walk(list(pair)[1] ?? null));
					return map;
				}
				case "S": {
					const set = remember(new Set<unknown>());
					for (const member of list(first)) set.add(walk(member));
					return set;
				}
				case "E": {
					const name = text(first);
					const error = remember(new (errors[name] ?? Error)(text(second)));
					error.stack = text(wire[3]);
					const [cause] = list(wire[4]);
					if (cause !== undefined) error.cause = walk(cause);
					return error;
				}
				case "O": {
					const object: Record<string, unknown> = remember({});
					for (const pair of list(first)) {
						const [key, member = null] = list(pair);
						Object.defineProperty(object, text(key), {
							value: walk(member),
							writable: true,
							enumerable: true,
							configurable: true,
						});
					}
					return object;
				}
				default:
					throw new Error(`The Chromium host got a value that it can't read: ${String(tag)}`);
			}
		}
		return walk(root);
	}

	return { encode, decode };
}
