import type {
	Effects,
	IssuerPower,
	Proposal,
	RetainedPowers,
	Right,
	RightScope,
} from "../../effects/effects.ts";
import { isUsersAccount } from "../../effects/losses.ts";
import { type Message, message, type Param } from "../../localized-text.ts";
import { type Finding, gravestFirst, newFinding } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence } from "./evidence.ts";

/**
 * Assesses multisig proposals. A proposal's instructions run once the members of the multisig agree, without
 * another signature from the user. Because no simulation shows them yet, their bytes are the only evidence.
 */

/**
 * Being a known contract isn't enough. The address must belong to the user or a contact, or must have been
 * paid before.
 */
function isUnknown({ parties }: Effects, address: string): boolean {
	const party = parties.get(address);
	return party === undefined || !(party.relation === "own" || party.isContact || party.dealt.paid);
}

export function proposal({ effects }: GeneralEvidence): Finding | null {
	const { proposals } = effects;
	if (proposals.length === 0) return null;
	const unknown = proposals
		.flatMap(({ payees }: Proposal) => payees)
		.find((payee) => isUnknown(effects, payee));
	const isDanger = unknown !== undefined || proposals.some(({ doesMore }) => doesMore);
	return newFinding("proposal", isDanger ? "danger" : "caution", message("finding.proposal"), {
		about: [unknown ?? null, isDanger],
		...(isDanger ? atStakeAddress(unknown ?? null) : {}),
	});
}

const TEXTS: Readonly<Record<IssuerPower, Message>> = {
	"permanent-delegate": message("token.power.permanent-delegate"),
	"transfer-hook": message("token.power.transfer-hook"),
	"transfer-fee": message("token.power.transfer-fee"),
	"default-state": message("token.power.default-state"),
	pausable: message("token.power.pausable"),
	"non-transferable": message("token.power.non-transferable"),
};

/** A permanent delegate can take the token back at any time, so a buyer may end up with nothing. */
const isTrap = ({ use, isListed, powers }: RetainedPowers): boolean =>
	use === "comes" && !isListed && powers.includes("permanent-delegate");

function findingOf(evidence: GeneralEvidence, kept: RetainedPowers): Finding | null {
	const [first, ...others] = kept.powers.map((power) => TEXTS[power]);
	if (first === undefined) return null;
	const { asset, use } = kept;
	const { symbol } = evidence.formatter.amount(asset, 0n);
	const powers = others.reduce((text, next) => message("parts", { first: text, next }), first);
	const about = [aboutAsset(evidence, asset), use, ...kept.powers];
	if (isTrap(kept))
		return newFinding("mint-powers", "danger", message("finding.mint-powers.trap", { symbol, powers }), {
			about,
			...atStakeAddress(asset.address),
		});
	// A sender already owns the token, so a warning would come too late.
	const severity = use === "sent" ? "info" : "caution";
	return newFinding("mint-powers", severity, message("finding.mint-powers", { symbol, powers }), { about });
}

export const issuerPowers = (evidence: GeneralEvidence): Finding | null =>
	gravestFirst(evidence.effects.retainedPowers.map((each) => findingOf(evidence, each)))[0] ?? null;

const MOVES_NOTHING: ReadonlySet<string> = new Set(["vote", "votes"]);

const CAN_BE_UNDONE: ReadonlySet<string> = new Set(["cpi-guard", "frozen"]);

type ControlScope = Extract<RightScope, { kind: "control" }>;
type ControlRight = Pick<Right, "holder" | "account" | "extent" | "basis"> & { readonly scope: ControlScope };

const controlsIn = ({ rights }: Effects): readonly ControlRight[] =>
	rights.flatMap(({ holder, account, extent, basis, scope }) =>
		scope.kind === "control" ? [{ holder, account, extent, basis, scope }] : [],
	);

const isWeak = ({ scope }: ControlRight): boolean =>
	MOVES_NOTHING.has(scope.what) || CAN_BE_UNDONE.has(scope.what);

const scopeKey = ({ scope }: ControlRight): string => JSON.stringify([scope.over, scope.what]);

function givenIn(effects: Effects): readonly ControlRight[] {
	const isContact = ({ holder }: ControlRight) => effects.parties.get(holder)?.isContact === true;
	return controlsIn(effects)
		.filter((right) => right.extent !== 0n && !isUsersAccount(effects, right.holder))
		.filter((right) => !(isWeak(right) && isContact(right)))
		.toSorted(
			(left, right) =>
				Number(isWeak(left)) - Number(isWeak(right)) || Number(isContact(left)) - Number(isContact(right)),
		);
}

/**
 * Includes control that the request takes from others, because a Safe could end up without owners. If only
 * the simulation shows a change in others' control, the request didn't ask for it.
 */
function lostIn(effects: Effects): ControlRight | null {
	const all = controlsIn(effects);
	const gained = new Set(
		all.filter(({ holder, extent }) => extent !== 0n && isUsersAccount(effects, holder)).map(scopeKey),
	);
	const lost = all.filter(
		(right) =>
			right.extent === 0n &&
			!MOVES_NOTHING.has(right.scope.what) &&
			!gained.has(scopeKey(right)) &&
			(right.basis !== "observed" || isUsersAccount(effects, right.holder)),
	);
	return (
		lost.toSorted(
			(left, right) =>
				Number(isWeak(left)) - Number(isWeak(right)) ||
				Number(isUsersAccount(effects, right.holder)) - Number(isUsersAccount(effects, left.holder)),
		)[0] ?? null
	);
}

const retainedControl = (effects: Effects): ControlRight | null =>
	controlsIn(effects).find(
		(right) =>
			right.basis === "decoded" &&
			right.extent !== 0n &&
			!isWeak(right) &&
			isUsersAccount(effects, right.account) &&
			isUsersAccount(effects, right.holder) &&
			(right.account !== right.holder || right.scope.what === "lockup"),
	) ?? null;

const RUNS: ReadonlySet<string> = new Set(["account", "code", "delegatecall", "upgrade"]);

function lostText(what: string, who: Param, over: Param): Message {
	switch (what) {
		case "data":
			return message("finding.control.data", { over });
		case "terms":
			return message("finding.control.terms", { over });
		case "frozen":
			return message("finding.control.frozen", { over });
		case "cpi-guard":
			return message("finding.control.guard-off", { over });
		default:
			return message("finding.control.lost", { who, over });
	}
}

function givenText(what: string, who: Param, over: Param): Message {
	if (MOVES_NOTHING.has(what)) return message("finding.control.votes", { who, over });
	if (what === "program") return message("finding.control.program", { who, over });
	if (what === "trading") return message("finding.control.trading", { who });
	if (what === "fees") return message("finding.control.fees", { who });
	if (what === "posts") return message("finding.control.posts");
	return RUNS.has(what)
		? message("finding.control.runs", { who, over })
		: message("finding.control", { who, over });
}

export function control({ effects, formatter }: GeneralEvidence): Finding | null {
	const [given] = givenIn(effects);
	const lost = lostIn(effects);
	const [grave] = [given, lost]
		.filter((each) => each !== undefined && each !== null)
		.toSorted((left, right) => Number(isWeak(left)) - Number(isWeak(right)));
	const changed = grave ?? retainedControl(effects);
	if (changed === null) return null;
	const { holder, scope, extent } = changed;
	const who = formatter.name(holder);
	const over = formatter.name(scope.over);
	const isMild = grave === undefined || isWeak(grave);
	return newFinding(
		"control",
		isMild ? "caution" : "danger",
		grave === undefined
			? message("finding.control.own", { who, over })
			: extent === 0n
				? lostText(scope.what, who, over)
				: givenText(scope.what, who, over),
		{
			about: [holder, scope.over, scope.what],
			...(isMild ? {} : atStakeAddress(extent === 0n ? scope.over : holder)),
		},
	);
}
