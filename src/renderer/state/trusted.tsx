import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from "react";
import type { TrustedBridge, TrustedProcedures, TrustedView } from "../../ipc/windows.ts";
import { useCommandOf, type WindowCommand } from "./command.ts";

export interface Trusted {
	readonly bridge: TrustedBridge;
	readonly view: TrustedView;
}

export const TrustedContext = createContext<Trusted | null>(null);

export function useTrusted(): Trusted {
	const trusted = useContext(TrustedContext);
	if (trusted === null) throw new Error("useTrusted must be used inside TrustedProvider");
	return trusted;
}

export const useTrustedCommand = (): WindowCommand<TrustedProcedures> => useCommandOf(useTrusted().bridge);

export const useIsTriage = (): boolean => useContext(TrustedContext)?.view.screen.screen === "triage";

/** @param waiting shown until main's first push */
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
	// A layout effect, so that the first paint already shows the latest state.
	useLayoutEffect(() => bridge.onPush((push) => setView(push.view)), [bridge]);
	const trusted = useMemo(() => (view === null ? null : { bridge, view }), [bridge, view]);
	if (trusted === null) return waiting;
	return <TrustedContext.Provider value={trusted}>{children}</TrustedContext.Provider>;
}
