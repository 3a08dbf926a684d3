import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

const Announce = createContext<(text: string) => void>(() => {});

/** Says something to assistive technology without moving the focus. */
export function useAnnounce(): (text: string) => void {
	return useContext(Announce);
}

/** The window's one polite live region. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
	const [spoken, setSpoken] = useState({ text: "", at: 0 });
	const say = useCallback((text: string) => setSpoken((last) => ({ text, at: last.at + 1 })), []);
	return (
		<Announce.Provider value={say}>
			{children}
			<div aria-live="polite" role="status" className="sr-only">
				<span key={spoken.at}>{spoken.text}</span>
			</div>
		</Announce.Provider>
	);
}
