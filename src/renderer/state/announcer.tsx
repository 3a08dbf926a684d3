import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

const Announce = createContext<(text: string) => void>(() => {});

export function useAnnounce(): (text: string) => void {
	return useContext(Announce);
}

/** Longer text would delay other announcements. */
const MAX_SPOKEN = 200;

export function spoken(text: string): string {
	const letters = [...text];
	if (letters.length <= MAX_SPOKEN) return text;
	return `${letters
		.slice(0, MAX_SPOKEN - 1)
		.join("")
		.replace(/\s+\S{0,20}$/u, "")}…`;
}

/** Provides the window's only live region. */
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
