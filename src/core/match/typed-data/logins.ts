import type { TypedDataBody } from "./reading.ts";
import type { TypedMember } from "./types.ts";
import { structOf } from "./types.ts";

/** Logins signed for a server. No contract accepts them as an order, permit or call. */

const BARE_DOMAINS: ReadonlySet<string> = new Set([
	"EIP712Domain(string name)",
	"EIP712Domain(string name,string version)",
]);

const NAMES: ReadonlySet<string> = new Set(["Authentication", "LogIn", "Login", "SignIn"]);

const TEXT = /^string$/;
const TEXT_OR_WHOLE = /^(?:string|uint[0-9]*)$/;
const TEXT_OR_ADDRESS = /^(?:string|address)$/;

/** Field names and types that a login may have. A field with any other name could mean anything. */
const MEMBERS: Readonly<Record<string, RegExp>> = {
	account: TEXT_OR_ADDRESS,
	address: TEXT_OR_ADDRESS,
	user: TEXT_OR_ADDRESS,
	username: TEXT,
	wallet: TEXT_OR_ADDRESS,
	message: TEXT,
	statement: TEXT,
	nonce: TEXT_OR_WHOLE,
	issuedAt: TEXT_OR_WHOLE,
	timestamp: TEXT_OR_WHOLE,
	expiresAt: TEXT_OR_WHOLE,
};

const isLoginMember = ({ name, type }: TypedMember): boolean =>
	Object.hasOwn(MEMBERS, name) && MEMBERS[name]?.test(type) === true;

/** Recognizes a login by its domain, its name, and all of its fields. Its text could still say anything. */
export function isLogin({ domainType, primaryType, types }: TypedDataBody): boolean {
	const members = structOf(types, primaryType) ?? [];
	return (
		BARE_DOMAINS.has(domainType) &&
		NAMES.has(primaryType) &&
		members.every(isLoginMember) &&
		members.some(({ name }) => name === "statement" || name === "message")
	);
}

/**
 * Polymarket's login creates API keys, but every order still needs its own signature. Sources: Polymarket's
 * clob-client, py-clob-client and documentation.
 */
export function isPolymarketLogin({ domain, domainType, encodedType, message }: TypedDataBody): boolean {
	return (
		domainType === "EIP712Domain(string name,string version,uint256 chainId)" &&
		domain.name === "ClobAuthDomain" &&
		domain.version === "1" &&
		encodedType === "ClobAuth(address address,string timestamp,uint256 nonce,string message)" &&
		message["message"] === "This message attests that I control the given wallet"
	);
}
