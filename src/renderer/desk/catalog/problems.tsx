import { createContext, useContext } from "react";
import type { Problem } from "./schema-form.ts";

interface ShownProblems {
	readonly problems: readonly Problem[];
	readonly tried: boolean;
}

const Problems = createContext<ShownProblems>({ problems: [], tried: false });
export const ProblemsProvider = Problems.Provider;

/** An empty field isn't reported until the user tries to continue. */
export function useProblem(path: string): string | null {
	const { problems, tried } = useContext(Problems);
	const found = problems.find((problem) => problem.path === path);
	return found === undefined || (found.empty && !tried) ? null : found.text;
}
