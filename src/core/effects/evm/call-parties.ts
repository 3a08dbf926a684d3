import { claimedMeaning } from "../../decode/evm/leaves.ts";
import type { Hex } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
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
			default:
				return [];
		}
	};
	return paid().filter((to): to is Hex => to.startsWith("0x") && !sameAddress(to, as));
}
