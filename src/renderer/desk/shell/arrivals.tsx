import { useEffect, useRef } from "react";
import { useAnnounce } from "../../state/announcer.tsx";
import { ownerKey, useDesk } from "../../state/desk.tsx";
import { spokenChanges } from "./spoken.ts";

/** Speaks arrivals and step changes to assistive technology. Draws nothing. */
export function Arrivals() {
	const { view } = useDesk();
	const { inbox } = view;
	const owner = ownerKey(view);
	const announce = useAnnounce();
	const last = useRef({ inbox, owner });
	useEffect(() => {
		const before = last.current;
		last.current = { inbox, owner };
		// Another service or another person: nothing has arrived, and what was said last is not theirs.
		if (before.owner !== owner) announce("");
		else {
			const sentence = spokenChanges(before.inbox, inbox);
			if (sentence !== null) announce(sentence);
		}
	}, [inbox, owner, announce]);
	return null;
}
