import type { Effects, Right, RightScope } from "../../effects/effects.ts";
import { isOwn } from "../../effects/losses.ts";
import { type Message, message, type Param } from "../../message.ts";
import type { Finding } from "../finding.ts";
import { type GeneralEvidence, stakeAt } from "./evidence.ts";

/** Somebody else gets control of an account, a token, a stake or a contract, or the user loses it. */

/** Powers that move nothing, and that can be taken back. */
const MOVES_NOTHING: ReadonlySet<string> = new Set(["vote", "votes"]);

type ControlScope = Extract<RightScope, { kind: "control" }>;
type ControlRight = Pick<Right, "holder" | "extent" | "basis"> & { readonly scope: ControlScope };

const controlsIn = ({ rights }: Effects): readonly ControlRight[] =>
	rights.flatMap(({ holder, extent, basis, scope }) =>
		scope.kind === "control" ? [{ holder, extent, basis, scope }] : [],
	);

const isWeak = ({ scope }: ControlRight): boolean => MOVES_NOTHING.has(scope.what);

const scopeKey = ({ scope }: ControlRight): string => JSON.stringify([scope.over, scope.what]);

/** Rights of others: what can't be taken back first, and strangers before contacts. */
function givenIn(effects: Effects): readonly ControlRight[] {
	const isContact = ({ holder }: ControlRight) => effects.parties.get(holder)?.isContact === true;
	return controlsIn(effects)
		.filter((right) => right.extent !== 0n && !isOwn(effects, right.holder))
		.filter((right) => !(isWeak(right) && isContact(right)))
		.toSorted(
			(left, right) =>
				Number(isWeak(left)) - Number(isWeak(right)) || Number(isContact(left)) - Number(isContact(right)),
		);
}

/**
 * Control that the user loses and none of their accounts gets, or that the request takes from others: a Safe may lack
 * owners afterwards. A change of others' control that only the simulation shows is not the request's own.
 */
function lostIn(effects: Effects): ControlRight | null {
	const all = controlsIn(effects);
	const gained = new Set(
		all.filter(({ holder, extent }) => extent !== 0n && isOwn(effects, holder)).map(scopeKey),
	);
	const lost = all.filter(
		(right) =>
			right.extent === 0n &&
			!isWeak(right) &&
			!gained.has(scopeKey(right)) &&
			(right.basis !== "observed" || isOwn(effects, right.holder)),
	);
	return lost.find(({ holder }) => isOwn(effects, holder)) ?? lost[0] ?? null;
}

/** Powers of code that runs as the account or the contract itself. */
const RUNS: ReadonlySet<string> = new Set(["account", "code", "delegatecall", "upgrade"]);

function textOf(isLost: boolean, { what }: ControlScope, who: Param, over: Param): Message {
	if (isLost) return message("finding.control.lost", { who, over });
	return RUNS.has(what)
		? message("finding.control.runs", { who, over })
		: message("finding.control", { who, over });
}

export function control({ effects, words }: GeneralEvidence): Finding | null {
	const [given] = givenIn(effects);
	const lost = lostIn(effects);
	const grave = given === undefined || (isWeak(given) && lost !== null) ? lost : given;
	if (grave === null) return null;
	const { holder, scope } = grave;
	const who = words.name(holder);
	const over = words.name(scope.over);
	const about = [holder, scope.over, scope.what];
	if (isWeak(grave))
		return {
			id: "control",
			severity: "caution",
			text: message("finding.control.votes", { who, over }),
			needsWord: false,
			about,
		};
	const isLost = grave === lost;
	return {
		id: "control",
		severity: "danger",
		text: textOf(isLost, scope, who, over),
		needsWord: true,
		about,
		...stakeAt(isLost ? scope.over : holder),
	};
}
