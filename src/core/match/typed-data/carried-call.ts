import { type Hex, readAddress, readBytes } from "../../format/numeral.ts";
import { kindOf, memberAt, type TypedKind } from "./kinds.ts";
import type { TypedData } from "./reading.ts";

export interface CarriedCall {
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
	readonly data: Hex;
}

/** Placeholder for the domain's verifying contract. */
const READER = Symbol("verifyingContract");

/** Names of the fields that describe the call. A user operation is a call from an account to itself. */
interface Members {
	readonly from: string | typeof READER;
	readonly to: string | typeof READER;
	/** `null` if the call can't transfer native coins. */
	readonly value: string | null;
	readonly data: string;
}

const MEMBERS: Readonly<Partial<Record<TypedKind, Members>>> = {
	safe_transaction: { from: READER, to: "to", value: "value", data: "data" },
	meta_transaction: { from: "from", to: READER, value: null, data: "functionSignature" },
	forward_request: { from: "from", to: "to", value: "value", data: "data" },
	sponsored_call: { from: "user", to: "target", value: null, data: "data" },
	packed_user_operation: { from: "sender", to: "sender", value: null, data: "callData" },
	euler_permit: { from: "signer", to: READER, value: "value", data: "data" },
	safe_operation: { from: "safe", to: "safe", value: null, data: "callData" },
};

const USUAL: Members = { from: "from", to: "to", value: "value", data: "data" };

const address = (value: unknown): Hex | null => (typeof value === "string" ? readAddress(value) : null);

function callAt({ message, domain }: TypedData, members: Members): CarriedCall | null {
	const at = (member: string | typeof READER) =>
		address(member === READER ? domain.verifyingContract : memberAt(message, member));
	const [from, to] = [at(members.from), at(members.to)];
	const bytes = memberAt(message, members.data);
	const data = typeof bytes === "string" ? readBytes(bytes) : null;
	const value = (members.value === null ? undefined : memberAt(message, members.value)) ?? 0n;
	// The call stays undecoded if the amount has a different type, because treating it as zero would hide a
	// payment.
	return from === null || to === null || data === null || typeof value !== "bigint"
		? null
		: { from, to, value, data };
}

/** The fields must also have the types that a call has, because a text field can contain anything. */
function namesCall({ tree }: TypedData): boolean {
	const typeOf = (member: string) => tree.find(({ name }) => name === member)?.type;
	return typeOf("from") === "address" && typeOf("to") === "address" && typeOf("data") === "bytes";
}

export function carriedCallOf(typed: TypedData): CarriedCall | null {
	const kind = kindOf(typed);
	if (kind === null) return namesCall(typed) ? callAt(typed, USUAL) : null;
	const members = MEMBERS[kind];
	return members === undefined ? null : callAt(typed, members);
}
