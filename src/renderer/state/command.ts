import { useCallback, useRef, useState } from "react";
import { message } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { textOf } from "../../text/index.ts";

export interface CommandState {
	/** Sends a command to main; one at a time. Gives what main answered, or null where one is still under way. */
	readonly send: <O extends CommandOutcome>(call: () => Promise<O>) => Promise<O | null>;
	readonly busy: boolean;
	/** What main refused, in its own words; null after a command that was carried out. */
	readonly fault: string | null;
	readonly clear: () => void;
}

const UNANSWERED = message("state.countersigns-own-background-process-did");

/** One button's command to main: whether it is under way, and why it was refused. */
export function useCommand(): CommandState {
	const [busy, setBusy] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const running = useRef(false);
	const send = useCallback(async <O extends CommandOutcome>(call: () => Promise<O>): Promise<O | null> => {
		if (running.current) return null;
		running.current = true;
		setBusy(true);
		setFault(null);
		try {
			const outcome = await call();
			if (!outcome.ok) setFault(textOf(outcome.text));
			return outcome;
		} catch {
			setFault(textOf(UNANSWERED));
			return null;
		} finally {
			running.current = false;
			setBusy(false);
		}
	}, []);
	const clear = useCallback(() => setFault(null), []);
	return { send, busy, fault, clear };
}
