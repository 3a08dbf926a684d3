import type { SvmInnerStep } from "../../simulate/svm/inner-steps.ts";
import type { SvmContext } from "../../subject/svm/svm-subject.ts";
import { isGrave } from "./headline.ts";
import { type AppSentence, tellStep } from "./tell.ts";

/** What inner steps are told with: accounts that they open themselves are known too. */
export function innerTelling(telling: SvmContext, inner: readonly SvmInnerStep[]): SvmContext {
	return { ...telling, steps: [...telling.steps, ...inner.map(({ step }) => step)] };
}

/** A sentence for one of them, and whether it takes something from the signer or gives somebody a right. */
export function tellInner(
	telling: SvmContext,
	{ step }: SvmInnerStep,
): AppSentence & { readonly grave: boolean } {
	return { ...tellStep(telling, step), grave: isGrave(telling, step) };
}
