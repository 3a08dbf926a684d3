import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { t } from "../../text/index.ts";

export type CopyText = (text: string) => Promise<CommandOutcome>;

const Copy = createContext<CopyText>(async () => ({ ok: false, text: t("state.copying-not-possible") }));

/** Copies through main, because the page has no access to the clipboard. */
export function useCopied(text: string): { copied: boolean; copy: () => void } {
	const send = useContext(Copy);
	const [copied, setCopied] = useState(false);
	useEffect(() => {
		if (!copied) return;
		const timer = setTimeout(() => setCopied(false), 2000);
		return () => clearTimeout(timer);
	}, [copied]);
	const copy = () => {
		send(text).then(
			(outcome) => setCopied(outcome.ok),
			() => setCopied(false),
		);
	};
	return { copied, copy };
}

export function CopyProvider({ copy, children }: { copy: CopyText; children: ReactNode }) {
	return <Copy.Provider value={copy}>{children}</Copy.Provider>;
}
