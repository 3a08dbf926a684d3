import { getAddress } from "viem/utils";
import { WRAPPERS } from "../../describe/evm/call-text.ts";
import { byKey } from "../../effects/accounting.ts";
import {
	type AppCall,
	type AppDoubt,
	assetKey,
	type CallTail,
	type Effects,
	type Movement,
	type NamedAddress,
	type SimulationEvidence,
	type UnreadCall,
	type UnreadInstruction,
	type UnreadReason,
} from "../../effects/effects.ts";
import { isUsersAccount } from "../../effects/losses.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message, type Param, sentences } from "../../localized-text.ts";
import { doubt, type Finding, gravestFirst, newFinding, type Severity } from "../finding.ts";
import { goesToOthers } from "./elsewhere.ts";
import { atStakeAddress, type GeneralEvidence, inStep } from "./evidence.ts";

/**
 * Assesses calls to apps whose published interface is bundled. An app is identified only by its address, and
 * its upgrade authority can change the code, so the interface only shows what is requested. The user must
 * type a word unless their own RPC simulated the whole transaction and showed exactly the requested effects.
 */

const DOUBTS: Readonly<Record<AppDoubt, Message>> = {
	"not-shown": message("finding.app-call.not-shown"),
	"not-stated": message("finding.app-call.not-stated"),
	allows: message("finding.app-call.allows"),
	"changes-hands": message("finding.app-call.changes-hands"),
	"not-as-asked": message("finding.app-call.not-as-asked"),
	"no-return": message("finding.app-call.no-return"),
	"not-seen": message("finding.app-call.not-seen"),
	loose: message("finding.app-call.loose"),
	"dear-debt": message("finding.app-call.dear-debt"),
	"nothing-back": message("finding.app-call.nothing-back"),
	unlisted: message("finding.app-call.unlisted"),
	dust: message("finding.app-call.dust"),
};

const DEBT = message("finding.app-call.debt");
const UPGRADES = message("finding.app-call.upgrades");

function doubtText({ formatter }: GeneralEvidence, { alsoGiven, open, doubt }: AppCall): Message | null {
	if (alsoGiven !== null)
		return message("finding.app-call.also-given", { account: formatter.name(alsoGiven) });
	const why = open ?? (doubt === null ? null : DOUBTS[doubt]);
	return why === null ? null : sentences(why, UPGRADES);
}

function findingOf(evidence: GeneralEvidence, call: AppCall): Finding {
	const { formatter } = evidence;
	const { target, app, at, gainer, isDebt, isIntoPosition, isProposal, isVote } = call;
	const named = message("finding.app-call", { place: String(at), app, program: formatter.name(target) });
	const what = isDebt ? sentences(named, DEBT) : named;
	if (gainer !== null)
		return newFinding(
			"app-recipient",
			"danger",
			sentences(what, message("finding.app-recipient", { who: formatter.name(gainer) })),
			atStakeAddress(gainer),
		);
	const why = doubtText(evidence, call);
	if (why !== null) return newFinding("app-call", "danger", sentences(what, why), atStakeAddress(target));
	const seen = message(isProposal ? "finding.app-call.proposed" : "finding.app-call.same");
	const shown = [
		seen,
		...(isIntoPosition ? [message("finding.app-call.position")] : []),
		...(isVote ? [message("finding.ballot", { who: app })] : []),
	];
	return newFinding(
		"app-call",
		isDebt || isIntoPosition || isVote ? "caution" : "info",
		sentences(what, ...shown, UPGRADES),
	);
}

export function appCall(evidence: GeneralEvidence): Finding | null {
	const found = evidence.effects.appCalls.map((each) => findingOf(evidence, each));
	const recipient = found.find(({ id }) => id === "app-recipient");
	if (recipient === undefined) return gravestFirst(found)[0] ?? null;
	return goesToOthers(evidence)?.severity === "danger" ? null : recipient;
}

type Given = NonNullable<UnreadInstruction["gives"]>;

const WEIGHT: Readonly<Record<Given["of"], number>> = { signature: 0, account: 1, unread: 2 };
const LIGHTEST = 3;

const weightOf = ({ gives }: UnreadInstruction): number => (gives === null ? LIGHTEST : WEIGHT[gives.of]);

function accessText({ formatter }: GeneralEvidence, { of, account }: Given): Message {
	switch (of) {
		case "signature":
			return message("finding.unknown-program.signature");
		case "account":
			return message("finding.unknown-program.account", { account: formatter.name(account) });
		case "unread":
			return message("finding.unknown-program.unread-account", { account: formatter.name(account) });
	}
}

/**
 * No simulation reduces the severity, because a program that gets the user's signature or a writable account
 * may behave differently when the transaction lands.
 */
export function unknownProgram(evidence: GeneralEvidence): Finding | null {
	const { effects, formatter } = evidence;
	const [first] = effects.unreadInstructions
		.filter(({ isUnread }) => isUnread)
		.toSorted((left, right) => weightOf(left) - weightOf(right));
	if (first === undefined) return null;
	const { target, name, at, gives } = first;
	const place = String(at);
	const what =
		name === null
			? message("finding.unknown-program", { place, program: formatter.name(target) })
			: message("finding.unknown-program.unread", { place, program: name });
	return doubt(
		newFinding(
			"unknown-program",
			gives === null ? "caution" : "danger",
			sentences(
				what,
				gives === null ? message("finding.unknown-program.nothing") : accessText(evidence, gives),
			),
			gives === null ? {} : atStakeAddress(target),
		),
	);
}

export function noProgram({ effects, formatter }: GeneralEvidence): Finding | null {
	const found = effects.unreadInstructions.find(({ isEmpty }) => isEmpty);
	if (found === undefined) return null;
	return newFinding(
		"no-program",
		"danger",
		message("finding.no-program", { program: formatter.name(found.target), place: String(found.at) }),
	);
}

const finding = (severity: Severity, text: Message): Finding =>
	doubt(newFinding("unknown-call", severity, text));

const MISFORMED = {
	cut: message("finding.unknown-call.cut"),
	loose: message("finding.unknown-call.loose"),
	extra: message("finding.unknown-call.extra"),
} as const;

/** No simulation covers a contract's own storage. */
const notLookedAt = (where: Param) => message("finding.unknown-call.not-looked-at", { where });

function evidenceText(evidence: Exclude<SimulationEvidence, "both" | "running">, where: Param): Message {
	switch (evidence) {
		case "neither":
			return sentences(message("finding.unknown-call.unseen"), notLookedAt(where));
		case "differ":
			return sentences(message("finding.unknown-call.disagree"), notLookedAt(where));
		case "own":
			return message("finding.unknown-call.own-alone", { where });
		case "declared":
			return message("finding.unknown-call.service-alone");
		case "none":
			return message("finding.unknown-call.nobody");
	}
}

function byEvidence({ evidence, keepsNothing }: UnreadCall, lead: Message, where: Param): Finding {
	if (evidence === "running")
		return finding("caution", sentences(lead, message("finding.unknown-call.not-simulated-yet")));
	if (evidence !== "both") return finding("danger", sentences(lead, evidenceText(evidence, where)));
	return keepsNothing
		? finding("info", sentences(lead, message("finding.unknown-call.keeps-nothing", { where })))
		: finding("caution", sentences(lead, message("finding.unknown-call.agree"), notLookedAt(where)));
}

const isSame = (decoded: Movement, observed: Movement): boolean =>
	decoded.from === observed.from &&
	decoded.to === observed.to &&
	assetKey(decoded.asset) === assetKey(observed.asset) &&
	observed.least >= decoded.least &&
	(decoded.most === null || (observed.least === decoded.most && observed.most === decoded.most));

/**
 * Returns whether our simulation shows exactly the movements in the bytes, nothing leaves the user's
 * accounts, and no one gets a right. Nothing may leave, because the contract could keep a payment in return
 * for a promise that moves nothing.
 */
function isBorneOut(effects: Effects, step: number): boolean {
	const { movements, rights } = effects;
	const its = movements.filter((each) => each.step === step);
	if (its.some(({ from }) => isUsersAccount(effects, from))) return false;
	const observed = its.filter(({ basis }) => basis === "observed");
	const read = its.filter(({ basis }) => basis !== "observed");
	return (
		read.length > 0 &&
		read.every((each) => observed.some((other) => isSame(each, other))) &&
		observed.every((each) => read.some((other) => isSame(other, each))) &&
		!rights.some((right) => right.step === step && right.extent !== 0n)
	);
}

function callFinding(effects: Effects, call: UnreadCall, reason: UnreadReason, where: Param): Finding {
	const { isInner, evidence } = call;
	switch (reason.kind) {
		case "misformed":
			// The contract may execute the call anyway, and these bytes would hide a permission from all
			// other rules.
			return finding("danger", MISFORMED[reason.how]);
		case "validator":
			return finding("danger", message("finding.unknown-call.validator"));
		case "right": {
			const { signature, isCertain } = reason;
			return finding(
				"danger",
				isCertain
					? message("finding.unknown-call.right", { signature })
					: message("finding.unknown-call.possible-right", { signature }),
			);
		}
		case "more-calls": {
			const { count } = reason;
			const lead = isInner
				? message("finding.unknown-call.more-calls-inside", { count })
				: message("finding.unknown-call.more-calls", { count });
			return byEvidence(call, lead, where);
		}
		case "unverified": {
			const lead = message("finding.unknown-call.unverified", { like: WRAPPERS[reason.like] });
			// The displayed meaning doesn't bind the contract, so it isn't enough that both simulations
			// agree.
			return evidence === "both" && !isBorneOut(effects, call.step)
				? finding("danger", sentences(lead, notLookedAt(where)))
				: byEvidence(call, lead, where);
		}
		case "position": {
			const { of, id: position } = reason;
			if (of === "holder")
				return byEvidence(call, message("finding.unknown-call.holder", { position, contract: where }), where);
			const text = message("finding.unknown-call.pool", { position, contract: where });
			return finding(evidence === "running" ? "caution" : "danger", text);
		}
		case "unknown":
			return byEvidence(
				call,
				message(isInner ? "finding.unknown-call.inside" : "finding.unknown-call"),
				where,
			);
	}
}

export function unknownCalls(evidence: GeneralEvidence): readonly Finding[] {
	const { effects, formatter } = evidence;
	const steps = byKey(effects.unreadCalls, ({ step }) => String(step));
	return [...steps.values()].flatMap((calls) => {
		const found = calls.flatMap((call) =>
			call.reason === null
				? []
				: [inStep(evidence, call.step, callFinding(effects, call, call.reason, formatter.name(call.target)))],
		);
		return gravestFirst(found).slice(0, 1);
	});
}

const MAX_LISTED = 2;

interface Stranger extends NamedAddress {
	readonly by: UnreadCall;
}

function strangersText(
	{ formatter }: GeneralEvidence,
	{ address, by, inPool }: Stranger,
	all: readonly Stranger[],
): Message {
	const others = [...new Set(all.map((each) => each.address))].filter((each) => each !== address);
	const listed = [address, ...others].slice(0, MAX_LISTED).map((each) => getAddress(each));
	const count = others.length + 1;
	if (inPool !== undefined) {
		const { as, position } = inPool;
		const params = { position, contract: formatter.name(by.target), who: formatter.name(address) };
		return as === "hook"
			? message("finding.unfamiliar-argument.hook", params)
			: message("finding.unfamiliar-argument.pool-token", params);
	}
	return message(by.isWhole ? "finding.unfamiliar-argument" : "finding.unfamiliar-argument.unread", {
		addresses: listed,
		more: count - listed.length,
		count,
		contract: formatter.name(by.target),
	});
}

/**
 * Reports an address that doesn't belong to the user or a contact, and that wasn't used in the same argument
 * before. No simulation reduces the severity, because none covers the called contract's own storage. If our
 * simulation calls the address as a contract, the finding is only a caution.
 */
export function unfamiliarArguments(evidence: GeneralEvidence): readonly Finding[] {
	const steps = byKey(evidence.effects.unreadCalls, ({ step }) => String(step));
	return [...steps.values()].flatMap((calls) => {
		const found = calls.flatMap((by) =>
			by.named.filter(({ isFamiliar }) => !isFamiliar).map((each): Stranger => ({ ...each, by })),
		);
		const first = found.find(({ isAtWork }) => !isAtWork) ?? found[0];
		if (first === undefined) return [];
		const isDanger = !first.isAtWork;
		return [
			inStep(
				evidence,
				first.by.step,
				doubt(
					newFinding(
						"unfamiliar-argument",
						isDanger ? "danger" : "caution",
						strangersText(evidence, first, found),
						atStakeAddress(first.address),
					),
				),
			),
		];
	});
}

const MAX_SHOWN = 130;

function tailText({ bytes, codes, text }: CallTail): Message {
	const count = (bytes.length - 2) / 2;
	if (codes !== null) return message("finding.call-tail.codes", { count, codes: plain(codes, MAX_SHOWN) });
	const shown = plain(bytes, MAX_SHOWN);
	return text === null
		? message("finding.call-tail", { count, bytes: shown })
		: message("finding.call-tail.text", { count, text: plain(text, MAX_SHOWN), bytes: shown });
}

/**
 * Other rules assess a call by its arguments. Only two matching simulations show that the contract does
 * nothing else with the bytes that follow them.
 */
export function callTails(evidence: GeneralEvidence): readonly Finding[] {
	return evidence.effects.tails.map((tail) => {
		const isProven = tail.evidence === "both";
		const unproven = message("finding.call-tail.unproven", { where: evidence.formatter.name(tail.target) });
		return inStep(
			evidence,
			tail.step,
			doubt(
				newFinding(
					"call-tail",
					isProven ? "info" : "danger",
					isProven ? tailText(tail) : sentences(tailText(tail), unproven),
				),
			),
		);
	});
}
