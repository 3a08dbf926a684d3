import { type ItemOpinion, RUNNING } from "../../core/decoded-transaction/opinion.ts";
import { signedItemsOf } from "../../core/decoded-transaction/signed-item.ts";
import type { ShownEffects } from "../../core/journal/records.ts";
import type { Message } from "../../core/localized-text.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { requestEffects } from "../../core/review/effects/request-effects.ts";
import { shownEffectsOf } from "../../core/review/effects/shown-effects.ts";
import { analyzeItems } from "../../core/review/item-analysis.ts";
import { policyFactsOf } from "../../core/review/policy/policy-facts.ts";
import type { ItemFacts } from "../../core/rules/rule-facts.ts";
import { OpinionQuestions, type OpinionSources } from "./facts/opinion-questions.ts";
import type { Preparing } from "./facts/preparing.ts";
import type { ReviewInputs } from "./reviews/review-inputs.ts";

export interface StepCheck {
	/** `null` for a step without on-chain effects. */
	readonly shown: ShownEffects | null;
	readonly facts: ItemFacts | null;
	/** Block or slot of the simulation. `null` if there was no simulation. */
	readonly at: bigint | null;
	/** Reason why the RPC hasn't answered yet. `null` if it has. */
	readonly unanswered: Message | null;
}

/** Re-simulates one step of an approved request right before it is signed, on the chain's current state. */
export class StepChecks {
	readonly #app;
	readonly #questions: OpinionQuestions;

	constructor(app: {
		readonly sources: OpinionSources;
		readonly preparing: Pick<Preparing, "answerOf">;
		readonly inputs: Pick<ReviewInputs, "user">;
	}) {
		this.#app = app;
		this.#questions = new OpinionQuestions(app.sources);
	}

	async check(frozen: Frozen, step: number): Promise<StepCheck> {
		const { inputs, preparing, sources } = this.#app;
		const items = signedItemsOf(frozen);
		const item = items[step];
		if (item === undefined) throw new Error("the request has no such step");
		const [[own], addressFacts, answer] = await Promise.all([
			this.#questions.simulations([item], []),
			this.#questions.inspection(item, new Map()),
			preparing.answerOf(frozen, step),
		]);
		const opinion: ItemOpinion = own === undefined ? RUNNING : { local: own, addressFacts };
		const user = inputs.user(frozen.signer, frozen.session_id);
		const at = <Each>(each: Each) => items.map((_, index) => (index === step ? each : undefined));
		const analyses = analyzeItems(
			items,
			at(answer).map((each) => each ?? { family: "none" }),
			{
				user,
				shown: { title: "", app: null },
				now: sources.clock.now(),
				sameNonceHeadline: null,
				opinions: at(opinion).map((each) => each ?? RUNNING),
			},
		);
		const effects = requestEffects(items, analyses, user, frozen.chain_ref);
		const review = { analyses, effects, findings: [] };
		return {
			shown: shownEffectsOf(review, step),
			facts: policyFactsOf(review)[step] ?? null,
			at: opinion.local.state === "done" ? opinion.local.at : null,
			unanswered: "fault" in answer ? answer.fault : unansweredBy(opinion),
		};
	}
}

const unansweredBy = ({ local }: ItemOpinion): Message | null =>
	local.state === "impossible" && local.why === "failed" ? local.text : null;
