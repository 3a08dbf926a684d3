import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import { claimedMeaning } from "../../decode/evm/leaves.ts";
import { partiesOf } from "../../decoded-transaction/inspected-addresses.ts";
import type { Hex } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import type { Mention, Right } from "../effects.ts";
import type { MadeCall } from "./calls.ts";

export function payeesOf({ as, decoded }: Pick<MadeCall, "as" | "decoded">): readonly Hex[] {
	const { target, value } = decoded;
	const meaning = claimedMeaning(decoded);
	const paid = (): readonly (Hex | string)[] => {
		switch (meaning.kind) {
			case "native":
				return value === 0n ? [] : [target];
			case "transfer":
			case "transferFrom":
			case "items":
				return [meaning.to];
			case "moves":
				return meaning.rows.map(({ to }) => to);
			case "payment":
			case "wrap":
				return [meaning.to];
			case "swap":
				return meaning.to === null ? [] : [meaning.to];
			case "vault":
				return [meaning.receiver];
			case "act":
				return meaning.gets.flatMap(({ party }) => (party === meaning.owner ? [] : [party]));
			case "approve":
			case "allowance":
			case "operator":
			case "approve-item":
			case "calls":
			case "permits":
			case "control":
			case "vote":
			case "burn":
			case "check":
			case "unknown":
				return [];
		}
	};
	return paid().filter((to): to is Hex => to.startsWith("0x") && !sameAddress(to, as));
}

type GivenRight = Pick<Right, "holder" | "scope" | "extent" | "isRest">;

const SPENDS_NOTHING: ReadonlySet<string> = new Set(["vote", "votes"]);

const isPermission = ({ holder, scope, extent, isRest }: GivenRight): boolean => {
	if (extent === 0n || isRest === true || holder === ZERO_ADDRESS) return false;
	return scope.kind !== "control" || !(SPENDS_NOTHING.has(scope.what) || holder === scope.over);
};

export const allowedBy = (rights: readonly GivenRight[]): readonly Mention[] =>
	rights.filter(isPermission).map(({ holder }): Mention => ({ address: holder, role: "allowed" }));

export function mentionsOf(calls: readonly MadeCall[], rights: readonly GivenRight[]): readonly Mention[] {
	const paid = calls.flatMap(payeesOf);
	const named = calls.flatMap(({ decoded }) => partiesOf(decoded));
	return [
		...paid.map((address): Mention => ({ address, role: "paid" })),
		...allowedBy(rights),
		...named.map((address): Mention => ({ address, role: "other" })),
	];
}
