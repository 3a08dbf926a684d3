import { claimedMeaning, type Leaf, leavesOf } from "../../decode/evm/leaves.ts";
import type { StepEffects } from "../effects.ts";
import type { CallReading } from "./calls.ts";
import { movementsOfCall } from "./movements.ts";
import { type RelayedCall, relayedCalls } from "./relayed.ts";
import { rightsOfCall } from "./rights.ts";

const spokenFor = ({ as, via }: Leaf): readonly string[] =>
	via.some(({ way, at }) => at === as && (way === "safe" || way === "account")) ? [as] : [];

function actedFor({ decoded }: Leaf): readonly string[] {
	const meaning = claimedMeaning(decoded);
	return meaning.kind === "act" && meaning.owner !== null ? [meaning.owner] : [];
}

/** Returns contracts that only hold assets to pass them on. They don't count as accounts. */
function passThroughAccounts({ decoded, via }: Leaf): readonly string[] {
	return [decoded.target, ...via.flatMap(({ way, at }) => (way === "safe" || way === "account" ? [] : [at]))];
}

interface ControlledAccounts {
	readonly spoken: readonly string[];
	readonly lenders: readonly string[];
}

function namedBy(call: CallReading, own: ReadonlySet<string>): ControlledAccounts {
	const leaves = leavesOf(call.decoded, call.signer);
	const holders = new Set(leaves.flatMap(passThroughAccounts));
	const lenders = [
		...leaves.flatMap(actedFor),
		...movementsOfCall(call).flatMap(({ from }) => (holders.has(from) ? [] : [from])),
		...rightsOfCall(call).flatMap(({ holder, account, extent, scope }) =>
			scope.kind === "asset" && extent !== 0n && own.has(holder) ? [account] : [],
		),
	];
	return { spoken: leaves.flatMap(spokenFor), lenders };
}

export function controlledIn(
	call: CallReading,
	relayed: readonly RelayedCall[] = relayedCalls(call),
): Pick<StepEffects, "controlled" | "lenders"> {
	const own = new Set([call.signer, ...call.user.accounts].map((each) => each.toLowerCase()));
	const found = [namedBy(call, own), ...relayed.map(({ reading }) => namedBy(reading, own))];
	const spoken = new Set([...found.flatMap((each) => each.spoken), ...relayed.map((each) => each.for)]);
	const all = new Set([...spoken, ...found.flatMap(({ lenders }) => lenders)]);
	const controlled = [...all].filter((each) => !own.has(each));
	return { controlled, lenders: controlled.filter((each) => !spoken.has(each)) };
}
