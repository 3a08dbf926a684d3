import type { SvmContext } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { SvmInnerStep } from "../../simulate/svm/inner-steps.ts";
import { type AppSentence, describeStep } from "./describe.ts";
import { isGrave } from "./headline.ts";

export function innerContext(context: SvmContext, inner: readonly SvmInnerStep[]): SvmContext {
	return { ...context, steps: [...context.steps, ...inner.map(({ step }) => step)] };
}

export function describeInner(
	context: SvmContext,
	{ step }: SvmInnerStep,
): AppSentence & { readonly grave: boolean } {
	return { ...describeStep(context, step), grave: isGrave(context, step) };
}
