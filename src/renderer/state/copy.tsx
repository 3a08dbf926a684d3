import { createContext, type ReactNode, useContext } from "react";
import type { Outcome } from "../../bridge/procedures.ts";

export type CopyText = (text: string) => Promise<Outcome>;

const Copy = createContext<CopyText>(async () => ({ ok: false, words: "Copying is not possible here." }));

/** Copies through main: a page has no clipboard of its own. */
export function useCopy(): CopyText {
	return useContext(Copy);
}

export function CopyProvider({ copy, children }: { copy: CopyText; children: ReactNode }) {
	return <Copy.Provider value={copy}>{children}</Copy.Provider>;
}
