import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

const Announce = createContext<(text: string) => void>(() => {});

/** Returns a function that announces text to assistive technology without moving the focus. */
export function useAnnounce(): (text: string) => void {
	return useContext(Announce);
}

/** Longer texts are too long to listen to and would delay important ones. */
const MAX_SPOKEN = 200;

/** Shortens text for screen readers, at a word boundary. */
export function spoken(text: string): string {
	const letters = [...text];
	if (letters.length <= MAX_SPOKEN) return text;
	return `${letters
		.slice(0, MAX_SPOKEN - 1)
		.join("")
		.replace(/\s+\S{0,20}$/u, "")}…`;
}

/** The window's only polite live region. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
	const [said, setSaid] = useState({ text: "", at: 0 });
	const say = useCallback((text: string) => setSaid((last) => ({ text: spoken(text), at: last.at + 1 })), []);
	return (
		<Announce.Provider value={say}>
			{children}
			<div aria-live="polite" role="status" className="sr-only">
				<span key={said.at}>{said.text}</span>
			</div>
		</Announce.Provider>
	);
}
