import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

const Announce = createContext<(words: string) => void>(() => {});

/** Says something to assistive technology without moving the focus. */
export function useAnnounce(): (words: string) => void {
	return useContext(Announce);
}

/** The window's one polite live region. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
	const [said, setSaid] = useState({ words: "", at: 0 });
	const say = useCallback((words: string) => setSaid((last) => ({ words, at: last.at + 1 })), []);
	return (
		<Announce.Provider value={say}>
			{children}
			<div aria-live="polite" role="status" className="sr-only">
				<span key={said.at}>{said.words}</span>
			</div>
		</Announce.Provider>
	);
}
