import { useEffect, useState } from "react";
import type { ReviewView } from "../../../../ipc/review.ts";
import { useCommand } from "../../../state/command.ts";
import { useTrusted } from "../../../state/trusted.tsx";
import type { Asleep } from "./hold-button.tsx";
import { isTyped } from "./typed-word.tsx";

/** Why Approve can't be held yet, the first reason that holds; null once it can. */
export function asleepOf({
	offline,
	simulating,
	given,
	awake,
	wordFits,
}: {
	/** The service does not answer. */
	readonly offline: boolean;
	/** Only the second opinion is missing. */
	readonly simulating: boolean;
	/** Main is being asked, or has taken this ticket. */
	readonly given: boolean;
	/** What is to be read before was in sight. */
	readonly awake: boolean;
	/** The word that is asked for is typed, or none is. */
	readonly wordFits: boolean;
}): Asleep {
	if (offline) return "offline";
	if (simulating) return "simulating";
	if (given) return "busy";
	if (!awake) return "waking";
	return wordFits ? null : "word";
}

/** The approval of this very review: the word that is typed for it, and its ticket, which main takes once. */
export function useApproval(
	{ approval, fingerprint }: Pick<ReviewView, "approval" | "fingerprint">,
	ticket: string | null,
) {
	const { bridge } = useTrusted();
	const [word, setWord] = useState("");
	/** The ticket that main took: the button has done its part, whatever comes next. */
	const [given, setGiven] = useState<string | null>(null);
	const { send, clear, busy, fault } = useCommand();
	// A new ticket is a new question: nothing typed or refused for the last one counts.
	useEffect(() => {
		setWord("");
		clear();
	}, [ticket, clear]);
	const approve = async (): Promise<void> => {
		if (ticket === null || fingerprint === null) return;
		const outcome = await send(() =>
			bridge.call("approve", { ticket, fingerprint, word: approval.word === null ? null : word.trim() }),
		);
		if (outcome?.ok === true) setGiven(ticket);
	};
	return {
		word,
		setWord,
		wordFits: approval.word === null || isTyped(word, approval.word),
		given: busy || given === ticket,
		fault,
		approve,
	};
}
