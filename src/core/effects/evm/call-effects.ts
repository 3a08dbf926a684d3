import type { Basis, Movement, Right, StepEffects } from "../effects.ts";
import { type CallReading, callsIn, isUnread } from "./calls.ts";
import { controlledBy } from "./controlled.ts";
import { movementsOfCall } from "./movements.ts";
import { rightsOfCall } from "./rights.ts";

interface CallPlace {
	readonly step: number;
	readonly basis: Basis;
	/** Unix seconds after which the call can't be made; `null` without an end. */
	readonly until: bigint | null;
}

type CallEffects = Pick<StepEffects, "movements" | "rights" | "controlled" | "gaps">;

/**
 * Effects of a call and all calls inside of it, by their bytes: of a transaction, and of a call that a signature lets
 * others carry out.
 * @param context its signer is whoever makes the call, as a Safe or an account does of a call that is signed for it
 */
export function callEffects(context: CallReading, { step, basis, until }: CallPlace): CallEffects {
	const { decoded, signer } = context;
	const movements = movementsOfCall(context).map((each): Movement => ({ ...each, step, basis, until }));
	const rights = rightsOfCall(context).map((each): Right => ({ ...each, step, basis }));
	const isWhole = !callsIn(signer, decoded, null).some((call) => isUnread(call.decoded));
	return {
		movements,
		rights,
		controlled: controlledBy(context, movements, rights),
		gaps: isWhole ? [] : ["unread"],
	};
}
