import { createContext, type ReactNode, useContext } from "react";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { t } from "../../text/index.ts";

export type CopyText = (text: string) => Promise<CommandOutcome>;

const Copy = createContext<CopyText>(async () => ({ ok: false, text: t("state.copying-not-possible") }));

/** Copies through main, because the page has no access to the clipboard. */
export function useCopy(): CopyText {
	return useContext(Copy);
}

export function CopyProvider({ copy, children }: { copy: CopyText; children: ReactNode }) {
	return <Copy.Provider value={copy}>{children}</Copy.Provider>;
}
