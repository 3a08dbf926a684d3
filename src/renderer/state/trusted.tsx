import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from "react";
import type { TrustedBridge, TrustedView } from "../../ipc/windows.ts";

export interface Trusted {
	readonly bridge: TrustedBridge;
	readonly view: TrustedView;
}

/** What the windows are drawn from; tests give it at once. */
export const TrustedContext = createContext<Trusted | null>(null);

export function useTrusted(): Trusted {
	const trusted = useContext(TrustedContext);
	if (trusted === null) throw new Error("useTrusted is for what is drawn inside TrustedProvider");
	return trusted;
}

/** Holds the latest view that main pushed. `waiting` is drawn until the first one arrives. */
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
	// Before anything is painted: what main has told by now is the first thing to be seen.
	useLayoutEffect(() => bridge.onPush((push) => setView(push.view)), [bridge]);
	const trusted = useMemo(() => (view === null ? null : { bridge, view }), [bridge, view]);
	if (trusted === null) return waiting;
	return <TrustedContext.Provider value={trusted}>{children}</TrustedContext.Provider>;
}
