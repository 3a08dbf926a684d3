import type { Decoded } from "../../decode/evm/meaning.ts";
import type {
	CallContext,
	DecodedEvmTransaction,
	User,
} from "../../decoded-transaction/decoded-transaction.ts";
import { type Hex, readBytes } from "../../format/numeral.ts";

export type CallReading = Pick<CallContext, "decoded" | "facts" | "chainRef" | "signer"> & {
	readonly user: Pick<User, "accounts">;
	readonly data?: Hex | null;
};

export interface MadeCall {
	/** The signer, a Safe that acts for them, or a contract that makes inner calls. */
	readonly as: string;
	readonly how: "call" | "delegatecall";
	readonly decoded: Decoded;
	/** `null` for a router's step, which isn't a call. */
	readonly data: Hex | null;
	/**
	 * The call can't fail on its own, and every contract in between is known to make the calls passed to it.
	 */
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

export function callsIn(as: string, decoded: Decoded, data: Hex | null): readonly MadeCall[] {
	const call: MadeCall = { as, how: "call", decoded, data, isCertain: true };
	return [call, ...inside(call)];
}

export const callsOf = ({ signer, decoded, payload }: DecodedEvmTransaction): readonly MadeCall[] =>
	callsIn(signer.toLowerCase(), decoded, readBytes(payload.transaction.data));

export const unreadIn = ({ meaning }: Decoded): boolean =>
	meaning.kind === "unknown" || (meaning.kind === "calls" && (meaning.left > 0 || !meaning.sure));

export const isUnread = (decoded: Decoded): boolean =>
	unreadIn(decoded) || (decoded.meaning.kind === "calls" && !decoded.meaning.verified);
