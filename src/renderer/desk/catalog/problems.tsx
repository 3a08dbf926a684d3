import { createContext, useContext } from "react";
import type { Problem } from "./schema-form.ts";

interface ShownProblems {
	readonly problems: readonly Problem[];
	/** Somebody tried to go on: what is still empty is said too. */
	readonly tried: boolean;
}

const Problems = createContext<ShownProblems>({ problems: [], tried: false });
export const ProblemsProvider = Problems.Provider;

/** What is wrong with the value at this place of the form; null where nothing is, or where it may still be empty. */
export function useProblem(path: string): string | null {
	const { problems, tried } = useContext(Problems);
	const found = problems.find((problem) => problem.path === path);
	return found === undefined || (found.empty && !tried) ? null : found.text;
}
