import type { Effects, Right, RightScope } from "../../effects/effects.ts";
import { isOwn } from "../../effects/losses.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";
import { type GeneralEvidence, stakeAt } from "./evidence.ts";

/** Somebody else gets control of an account, a token, a stake or a contract, or the user loses it. */

/** Powers that move nothing, and that can be taken back. */
const MOVES_NOTHING: ReadonlySet<string> = new Set(["vote", "votes"]);

type ControlScope = Extract<RightScope, { kind: "control" }>;
type ControlRight = Pick<Right, "holder" | "extent"> & { readonly scope: ControlScope };

const controlsIn = ({ rights }: Effects): readonly ControlRight[] =>
	rights.flatMap(({ holder, extent, scope }) =>
		scope.kind === "control" ? [{ holder, extent, scope }] : [],
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

/** What one of the user's accounts loses and no other one of them gets. */
function lostIn(effects: Effects): ControlRight | null {
	const own = controlsIn(effects).filter(({ holder }) => isOwn(effects, holder));
	const kept = new Set(own.filter(({ extent }) => extent !== 0n).map(scopeKey));
	const lost = own.filter((right) => right.extent === 0n && !isWeak(right) && !kept.has(scopeKey(right)));
	return lost[0] ?? null;
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
		text: message(isLost ? "finding.control.lost" : "finding.control", { who, over }),
		needsWord: true,
		about,
		...stakeAt(isLost ? scope.over : holder),
	};
}
