import type { SvmInnerStep } from "../../simulate/svm/inner-steps.ts";
import type { SvmContext } from "../../subject/svm/svm-subject.ts";
import { type AppSentence, describeStep } from "./describe.ts";
import { isGrave } from "./headline.ts";

/** What inner steps are told with: accounts that they open themselves are known too. */
export function innerContext(context: SvmContext, inner: readonly SvmInnerStep[]): SvmContext {
	return { ...context, steps: [...context.steps, ...inner.map(({ step }) => step)] };
}

/** A sentence for one of them, and whether it takes something from the signer or gives somebody a right. */
export function describeInner(
	context: SvmContext,
	{ step }: SvmInnerStep,
): AppSentence & { readonly grave: boolean } {
	return { ...describeStep(context, step), grave: isGrave(context, step) };
}
