import type { Movement, Right } from "../../effects/effects.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import { type Finding, newFinding } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence, isUnpaid } from "./evidence.ts";

export function partial({ effects }: GeneralEvidence): Finding | null {
	const { gaps } = effects;
	if (!gaps.has("too-many")) return null;
	const isDanger = gaps.has("losses-left-out");
	return newFinding(
		"partial",
		isDanger ? "danger" : "caution",
		message(isDanger ? "finding.partial.losses" : "finding.partial"),
	);
}

const MAX_LISTED = 3;

type Change = Movement | Right;

const isMovement = (change: Change): change is Movement => "from" in change;

const gainerOf = (change: Change): string | null => {
	if (isMovement(change)) return change.to;
	return change.extent === 0n ? null : change.holder;
};

function controlText({ formatter }: GeneralEvidence, { holder, extent, scope }: Right): Message {
	const over = formatter.name(scope.kind === "control" ? scope.over : holder);
	return extent === 0n
		? message("finding.unexplained-loss.no-control", { over })
		: message("finding.unexplained-loss.control", { who: formatter.name(holder), over });
}

function changeText(evidence: GeneralEvidence, change: Change): Message {
	const { effects, formatter } = evidence;
	if (isMovement(change)) {
		const { from, to, asset, least } = change;
		return message("finding.unexplained-loss.leaves", {
			amount: formatter.amountParam(asset, least),
			isSigner: from === effects.signer,
			account: formatter.name(from),
			isNamed: to !== null,
			other: to === null ? "" : formatter.name(to),
		});
	}
	const { holder, account, scope, extent } = change;
	if (scope.kind !== "asset") return controlText(evidence, change);
	return extent === null
		? message("finding.unexplained-loss.right.any", {
				who: formatter.name(holder),
				account: formatter.name(account),
			})
		: message("finding.unexplained-loss.right", {
				who: formatter.name(holder),
				amount: formatter.amountParam(scope.asset, extent),
			});
}

function aboutChange(evidence: GeneralEvidence, change: Change): string {
	if (isMovement(change)) return JSON.stringify([change.from, change.to, aboutAsset(evidence, change.asset)]);
	const { holder, account, scope, extent } = change;
	const what = scope.kind === "asset" ? aboutAsset(evidence, scope.asset) : JSON.stringify(scope);
	return JSON.stringify([holder, account, what, extent === null, extent === 0n]);
}

/** Neither the size of the loss, nor its declaration, nor the call's name reduces the severity. */
export function unexplainedLoss(evidence: GeneralEvidence): Finding | null {
	const { unaccounted, parties } = evidence.effects;
	const changes = unaccounted.flatMap(({ movements, rights }): Change[] => [...movements, ...rights]);
	if (changes.length === 0) return null;
	const more = changes.length - MAX_LISTED;
	const gainer = changes
		.map(gainerOf)
		.find((each) => each !== null && parties.get(each)?.relation !== "nobody");
	const called = unaccounted.find((each) => each.called !== null)?.called ?? null;
	return newFinding(
		"unexplained-loss",
		"danger",
		sentences(
			message("finding.unexplained-loss"),
			...changes.slice(0, MAX_LISTED).map((each) => changeText(evidence, each)),
			...(more > 0 ? [message("finding.unexplained-loss.more", { count: more })] : []),
			message("finding.unexplained-loss.reject"),
		),
		{ about: changes.map((each) => aboutChange(evidence, each)), ...atStakeAddress(gainer ?? called) },
	);
}

export function unfamiliarReceiver({ effects, formatter }: GeneralEvidence): Finding | null {
	const first = effects.takers.find((address) => isUnpaid(effects, address));
	if (first === undefined) return null;
	return newFinding(
		"unfamiliar-receiver",
		"danger",
		message("finding.unfamiliar-receiver", { address: formatter.name(first) }),
		{
			short: message("reason.unfamiliar-receiver", { address: formatter.name(first) }),
			about: [first],
			...atStakeAddress(first),
		},
	);
}

export function unexplained({ effects, formatter }: GeneralEvidence): Finding | null {
	const [first] = effects.unexplained.filter(({ namesUser }) => namesUser);
	if (first === undefined) return null;
	const { address, owner } = first;
	const account = formatter.name(address);
	return newFinding(
		"unexplained-write",
		"danger",
		owner === null
			? message("finding.unexplained-write", { account })
			: message("finding.unexplained-write.program", { account, program: formatter.name(owner) }),
		{ about: [address, owner], ...atStakeAddress(owner ?? address) },
	);
}
