import type { Basis, CalledContract, Movement, Right, StepEffects } from "../effects.ts";
import { type CallReading, callsIn, isUnread, type MadeCall } from "./calls.ts";
import { controlledIn } from "./controlled.ts";
import { mentionsOf } from "./mentions.ts";
import { movementsOfCall } from "./movements.ts";
import { relayedCalls } from "./relayed.ts";
import { rightsOfCall } from "./rights.ts";

interface CallIndex {
	readonly step: number;
	readonly basis: Basis;
	readonly until: bigint | null;
}

type CallEffects = Pick<
	StepEffects,
	"movements" | "rights" | "controlled" | "lenders" | "called" | "mentions" | "gaps"
>;

function calledIn(calls: readonly MadeCall[], step: number): readonly CalledContract[] {
	const found = new Map<string, CalledContract>();
	for (const [at, { decoded, data }] of calls.entries()) {
		if (found.has(decoded.target)) continue;
		found.set(decoded.target, {
			address: decoded.target,
			step,
			of: "contract",
			isOuter: at === 0,
			isRead: !isUnread(decoded),
			isPayment: data === "0x",
			isPlain: false,
		});
	}
	return [...found.values()];
}

export function callEffects(context: CallReading, { step, basis, until }: CallIndex): CallEffects {
	const { decoded, signer } = context;
	const relayed = relayedCalls(context);
	const moved = [
		...movementsOfCall(context),
		...relayed.flatMap(({ reading }) => movementsOfCall(reading).map((each) => ({ ...each, least: 0n }))),
	];
	const given = [...rightsOfCall(context), ...relayed.flatMap(({ reading }) => rightsOfCall(reading))];
	const calls = callsIn(signer, decoded, context.data ?? null);
	const carried = relayed.flatMap(({ reading }) => callsIn(reading.signer, reading.decoded, null));
	const isWhole = !calls.some((call) => isUnread(call.decoded));
	return {
		movements: moved.map(({ isLater, ...each }): Movement => {
			return { ...each, step, basis: isLater === true ? "permitted" : basis, until };
		}),
		rights: given.map((each): Right => ({ ...each, step, basis })),
		...controlledIn(context, relayed),
		mentions: mentionsOf([...calls, ...carried], given),
		called: calledIn(calls, step),
		gaps: isWhole ? [] : ["unread"],
	};
}
