/** Thrown if the app uses a member of `electron`, or of one of its objects, that the host doesn't support. */
export class NotOfferedError extends Error {
	constructor(member: string) {
		super(`The Chromium host does not offer electron's ${member}. Real Electron may; see test/host.`);
		this.name = "NotOfferedError";
	}
}

/** Members that the language itself looks up on any object. Their absence is normal. */
const languageMembers = new Set([
	"then",
	"toJSON",
	"constructor",
	"prototype",
	"__esModule",
	"asymmetricMatch",
]);

/** Returns the same object, but accessing a missing member throws an error with its name. */
export function strict<T extends object>(name: string, target: T): T {
	return new Proxy(target, {
		get(object, key, receiver) {
			if (key in object || typeof key === "symbol" || languageMembers.has(key))
				return Reflect.get(object, key, receiver);
			throw new NotOfferedError(`${name}.${key}`);
		},
		set(object, key, value, receiver) {
			if (key in object || typeof key === "symbol") return Reflect.set(object, key, value, receiver);
			throw new NotOfferedError(`${name}.${key}`);
		},
	});
}

/** Returns a replacement for an unsupported member of `electron`. It can be imported, but any use throws. */
export function notOffered(name: string): unknown {
	const refuse = (): never => {
		throw new NotOfferedError(name);
	};
	return new Proxy(function notOfferedMember() {}, {
		get: (_target, key) =>
			typeof key === "symbol" || languageMembers.has(key) ? undefined : refuseMember(`${name}.${key}`),
		set: refuse,
		apply: refuse,
		construct: refuse,
	});
}

function refuseMember(member: string): never {
	throw new NotOfferedError(member);
}
