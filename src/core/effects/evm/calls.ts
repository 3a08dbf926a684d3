import type { Decoded } from "../../decode/evm/meaning.ts";
import { type Hex, readBytes } from "../../format/numeral.ts";
import type { CallContext, Subject, User } from "../../subject/subject.ts";

/** Calls that a transaction makes by its own bytes, those that hold others among them. */

/** A call with all that its effects depend on; its signer is whoever makes it. */
export type CallReading = Pick<CallContext, "decoded" | "facts" | "chainRef" | "signer"> & {
	readonly user: Pick<User, "accounts">;
	/** Bytes of the call itself; without them none that it carries unread are looked for. */
	readonly data?: Hex | null;
};

export interface MadeCall {
	/** Caller: the signer, a Safe that acts for them, or a contract that makes inner calls. */
	readonly as: string;
	readonly how: "call" | "delegatecall";
	readonly decoded: Decoded;
	/** null for a step of a router, which is no call of its own. */
	readonly data: Hex | null;
	/** It can't fail alone, and every contract on the way is known to make the calls that it is given. */
	readonly isCertain: boolean;
}

function inside({ as, decoded: { meaning }, isCertain }: MadeCall): MadeCall[] {
	if (meaning.kind !== "calls") return [];
	const { sure, verified, calls } = meaning;
	return calls.flatMap(({ decoded, how, by, data, optional }) => {
		const call: MadeCall = {
			as: by === "caller" ? as : by,
			how,
			decoded,
			data,
			isCertain: isCertain && sure && verified && !optional,
		};
		return [call, ...inside(call)];
	});
}

/** A call, and all calls inside of it. */
export function callsIn(as: string, decoded: Decoded, data: Hex | null): readonly MadeCall[] {
	const call: MadeCall = { as, how: "call", decoded, data, isCertain: true };
	return [call, ...inside(call)];
}

/** The payload's call, and all calls inside of it. */
export const callsOf = ({ signer, decoded, payload }: Subject): readonly MadeCall[] =>
	callsIn(signer.toLowerCase(), decoded, readBytes(payload.transaction.data));

/** Not all of what the call itself does is read, or it is read only for how it begins. */
export const unreadIn = ({ meaning }: Decoded): boolean =>
	meaning.kind === "unknown" || (meaning.kind === "calls" && (meaning.left > 0 || !meaning.sure));

/** It can't be read, holds more calls than are read, or only speaks like a contract that makes the calls it is given. */
export const isUnread = (decoded: Decoded): boolean =>
	unreadIn(decoded) || (decoded.meaning.kind === "calls" && !decoded.meaning.verified);
