import { createContext, useContext } from "react";
import type { Problem } from "./schema-form.ts";

interface ShownProblems {
	readonly problems: readonly Problem[];
	/** The user tried to continue: empty fields are reported too. */
	readonly tried: boolean;
}

const Problems = createContext<ShownProblems>({ problems: [], tried: false });
export const ProblemsProvider = Problems.Provider;

/** Returns the fault at a path of the form; `null` if none, or if it may still be empty. */
export function useProblem(path: string): string | null {
	const { problems, tried } = useContext(Problems);
	const found = problems.find((problem) => problem.path === path);
	return found === undefined || (found.empty && !tried) ? null : found.text;
}
