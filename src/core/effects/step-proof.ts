import { directionOf } from "../../service-api/simulation.ts";
import type { Subject } from "../decoded-transaction/decoded-transaction.ts";
import { type Comparison, type LocalSimulation, passedOf } from "../decoded-transaction/opinion.ts";
import type { SvmSubject } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { readUint } from "../format/numeral.ts";
import type { MeasuredChange, StepProof } from "./effects.ts";

/** Skips items, because their amounts can't be summed. */
function measuredIn(own: LocalSimulation): readonly MeasuredChange[] {
	return (passedOf(own)?.balanceChanges ?? []).flatMap((change): readonly MeasuredChange[] => {
		const { account, asset, amount, tokenId } = change;
		const raw = readUint(amount.replace(/^-/, ""));
		if (raw === null || typeof tokenId === "string" || typeof account !== "string") return [];
		const direction = directionOf(change);
		const isOut = direction === "out" || (direction !== "in" && amount.startsWith("-"));
		return [{ account, asset, amount: isOut ? -raw : raw }];
	});
}

export function stepProof(
	{
		transaction,
		simulation,
		isUndeclared,
	}: Pick<Subject | SvmSubject, "transaction" | "simulation" | "isUndeclared">,
	own: LocalSimulation,
	verdict: Comparison["verdict"],
): StepProof {
	const isDone = own.state === "done";
	return {
		isWhole: isDone && own.revert === null && passedOf(own) !== null && own.gaps.length === 0,
		// The service declares nothing about the user's own requests.
		verdict:
			transaction === null && simulation === null
				? "not-declared"
				: isUndeclared === true
					? "undeclared-proposal"
					: verdict,
		losesControl: isDone && own.controls.some(({ mine }) => mine),
		measured: measuredIn(own),
	};
}
