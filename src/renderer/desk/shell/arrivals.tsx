import { useEffect, useRef } from "react";
import { useAnnounce } from "../../state/announcer.tsx";
import { useDesk } from "../../state/desk.tsx";
import { spokenChanges } from "./spoken.ts";

/** Speaks arrivals and step changes to assistive technology. Draws nothing. */
export function Arrivals() {
	const { inbox } = useDesk().view;
	const announce = useAnnounce();
	const last = useRef(inbox);
	useEffect(() => {
		const words = spokenChanges(last.current, inbox);
		last.current = inbox;
		if (words.length > 0) announce(words.join(". "));
	}, [inbox, announce]);
	return null;
}
