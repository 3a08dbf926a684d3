import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from "react";
import type { TrustedBridge, TrustedView } from "../../ipc/windows.ts";

export interface Trusted {
	readonly bridge: TrustedBridge;
	readonly view: TrustedView;
}

/** Source of all components; tests provide it directly. */
export const TrustedContext = createContext<Trusted | null>(null);

export function useTrusted(): Trusted {
	const trusted = useContext(TrustedContext);
	if (trusted === null) throw new Error("useTrusted is for what is drawn inside TrustedProvider");
	return trusted;
}

/** Keeps the latest view pushed by main. `waiting` is rendered until the first one arrives. */
export function TrustedProvider({
	bridge,
	waiting,
	children,
}: {
	bridge: TrustedBridge;
	waiting: ReactNode;
	children: ReactNode;
}) {
	const [view, setView] = useState<TrustedView | null>(null);
	// Before the first paint, so that the latest state is the first thing seen.
	useLayoutEffect(() => bridge.onPush((push) => setView(push.view)), [bridge]);
	const trusted = useMemo(() => (view === null ? null : { bridge, view }), [bridge, view]);
	if (trusted === null) return waiting;
	return <TrustedContext.Provider value={trusted}>{children}</TrustedContext.Provider>;
}
