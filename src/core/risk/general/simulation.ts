import {
	type PipelineSimulation,
	type UnstatedResult,
	unlistedWords,
	unstatedResult,
} from "../../../service-api/simulation.ts";
import type { TransactionFacts } from "../../effects/step-facts.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message, sameText, sentences, verbatim } from "../../localized-text.ts";
import { type Finding, newFinding } from "../finding.ts";
import { specialStepFindings } from "../special/index.ts";
import { declaredDiffers, descriptionContradicted } from "./declared-differs.ts";

export const stepFindings = (facts: TransactionFacts): readonly (Finding | null)[] => [
	...specialStepFindings(facts),
	...declaredDiffers(facts),
	descriptionContradicted(facts),
	...simulationFindings(facts),
];

const ID = "not-simulated";
const SILENT = verbatim("");
const MAX_WORDS_LENGTH = 160;

const danger = (text: Message): Finding => newFinding(ID, "danger", text, { isDoubt: true });

type SimulationFacts = Pick<
	TransactionFacts,
	"local" | "unavailable" | "isOverridden" | "isUndeclared" | "isUnread" | "cause" | "unseen"
>;

function fails({ local, cause }: SimulationFacts): Finding | null {
	if (local.state !== "done" || local.simulation.status !== "failed") return null;
	const { revert } = local;
	const said =
		revert === null || sameText(revert, SILENT)
			? message("finding.own-simulation-failed")
			: message("finding.own-simulation-failed.reason", { reason: revert });
	const why = cause === null ? said : cause.isWhole ? cause.text : sentences(said, cause.text);
	return newFinding("own-simulation-failed", "block", sentences(why, message("finding.try-again")), {
		isPassing: true,
	});
}

function isPartial({ local }: SimulationFacts): Finding | null {
	if (local.state !== "done" || local.simulation.status !== "passed" || local.gaps.length === 0) return null;
	return danger(sentences(...local.gaps, message("finding.own-simulation-partial")));
}

/** Preventing a simulation is never treated as less severe than the effects it could hide. */
function isImpossible({ local, isUndeclared, isUnread }: SimulationFacts): Finding | null {
	if (local.state !== "impossible") return null;
	switch (local.why) {
		case "too_many_steps":
			return newFinding(ID, "block", sentences(local.text, message("finding.not-simulated.split")), {
				isDoubt: true,
			});
		case "exceeds":
			return danger(sentences(local.text, message("finding.not-simulated.exceeds")));
		case "failed":
			return null;
		default:
			if (isUndeclared) return danger(message("finding.not-simulated.by-nobody", { why: local.text }));
			return isUnread ? danger(message("finding.not-simulated.unread", { why: local.text })) : null;
	}
}

const UNSTATED: Readonly<Record<UnstatedResult, Message>> = {
	pending: message("finding.service-silent.pending"),
	unavailable: message("finding.service-silent"),
};

function silenceText(unavailable: PipelineSimulation): Message {
	const strange = unlistedWords(unavailable)[0];
	return strange === undefined
		? UNSTATED[unstatedResult(unavailable) ?? "unavailable"]
		: message("finding.service-silent.unlisted", {
				of: strange.of,
				value: plain(strange.value, MAX_WORDS_LENGTH),
			});
}

function isAlone({ unavailable, local }: SimulationFacts): Finding | null {
	if (unavailable === null) return null;
	const [claim] = [...unavailable.warnings, ...unavailable.guards.map((guard) => guard.message ?? "")].filter(
		(text) => text.trim() !== "",
	);
	const quote =
		claim === undefined
			? []
			: [message("finding.service-silent.says", { text: plain(claim, MAX_WORDS_LENGTH) })];
	const alone = message(
		local.state === "impossible" ? "finding.service-silent.unproven" : "finding.service-silent.own-alone",
	);
	return danger(sentences(silenceText(unavailable), ...quote, alone));
}

/**
 * An account with different balances may be able to do things that the user's account can't, and vice versa.
 */
function overridden({ isOverridden }: SimulationFacts): Finding | null {
	if (!isOverridden) return null;
	return newFinding("service-overrides", "danger", message("finding.service-overrides"), { isDoubt: true });
}

function isUnseen({ unseen }: SimulationFacts): Finding | null {
	if (unseen === null) return null;
	const { text, short, contract } = unseen;
	return newFinding("value-not-seen", "danger", text, {
		...(short === undefined ? {} : { short }),
		stake: { kind: "address", address: contract },
	});
}

export const simulationFindings = (facts: SimulationFacts): readonly (Finding | null)[] => [
	fails(facts),
	isPartial(facts),
	isAlone(facts),
	overridden(facts),
	isImpossible(facts),
	isUnseen(facts),
];
