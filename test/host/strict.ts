/** Asked of the host's `electron`, or of an object from it, that the host does not offer. */
export class NotOfferedError extends Error {
	constructor(member: string) {
		super(`The Chromium host does not offer electron's ${member}. Real Electron may; see test/host.`);
		this.name = "NotOfferedError";
	}
}

/** Members that the language itself looks for on any object; their absence is no missing feature. */
const askedByLanguage = new Set([
	"then",
	"toJSON",
	"constructor",
	"prototype",
	"__esModule",
	"asymmetricMatch",
]);

/** The same object, except that reading or writing a member that it lacks throws an error naming the member. */
export function strict<T extends object>(name: string, target: T): T {
	return new Proxy(target, {
		get(object, key, receiver) {
			if (key in object || typeof key === "symbol" || askedByLanguage.has(key))
				return Reflect.get(object, key, receiver);
			throw new NotOfferedError(`${name}.${key}`);
		},
		set(object, key, value, receiver) {
			if (key in object || typeof key === "symbol") return Reflect.set(object, key, value, receiver);
			throw new NotOfferedError(`${name}.${key}`);
		},
	});
}

/**
 * Returns a replacement for an unsupported member of `electron`: any use of it throws, importing it does not.
 */
export function notOffered(name: string): unknown {
	const refuse = (): never => {
		throw new NotOfferedError(name);
	};
	return new Proxy(function notOfferedMember() {}, {
		get: (_target, key) =>
			typeof key === "symbol" || askedByLanguage.has(key) ? undefined : refuseMember(`${name}.${key}`),
		set: refuse,
		apply: refuse,
		construct: refuse,
	});
}

function refuseMember(member: string): never {
	throw new NotOfferedError(member);
}
