import { type Message, message } from "../../../core/message.ts";
import type { ProgressStep, ProgressStepName } from "../../../ipc/signing.ts";

/** The steps of an answer, gathered to the few that a bar shows. */

type StageName = "checked" | "signed" | "handed" | "sent" | "answered" | "chain";

const STAGE_OF: Readonly<Record<ProgressStepName, StageName>> = {
	matched: "checked",
	claimed: "checked",
	signed: "signed",
	recorded: "signed",
	handed_in: "handed",
	submitted: "sent",
	reported: "sent",
	answered: "answered",
	confirmed: "chain",
};

const NAMES: Readonly<Record<StageName, Message>> = {
	checked: message("trusted.progress.stage.checked"),
	signed: message("trusted.progress.stage.signed"),
	handed: message("trusted.progress.stage.handed"),
	sent: message("trusted.progress.stage.sent"),
	answered: message("trusted.progress.stage.answered"),
	chain: message("trusted.progress.stage.chain"),
};

export interface Stage {
	readonly name: Message;
	readonly done: boolean;
}

/** A stage is done once each of its steps is; none after one that is not. */
export function stagesOf(steps: readonly Pick<ProgressStep, "name" | "state">[]): readonly Stage[] {
	const names = [...new Set(steps.map(({ name }) => STAGE_OF[name]))];
	let isReached = true;
	return names.map((name) => {
		isReached &&= steps.every((step) => STAGE_OF[step.name] !== name || step.state === "done");
		return { name: NAMES[name], done: isReached };
	});
}
