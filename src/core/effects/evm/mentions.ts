import { partiesOf } from "../../decoded-transaction/inspected-addresses.ts";
import type { Mention, Right } from "../effects.ts";
import { payeesOf } from "./call-parties.ts";
import type { MadeCall } from "./calls.ts";

const ZERO = `0x${"0".repeat(40)}`;

type GivenRight = Pick<Right, "holder" | "scope" | "extent" | "isRest">;

const SPENDS_NOTHING: ReadonlySet<string> = new Set(["vote", "votes"]);

const isPermission = ({ holder, scope, extent, isRest }: GivenRight): boolean => {
	if (extent === 0n || isRest === true || holder === ZERO) return false;
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
