import { useCallback, useRef, useState } from "react";
import { message } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { textOf } from "../../text/index.ts";

export interface CommandState {
	/** Sends a command to main, one at a time. Returns main's answer, or `null` if another is running. */
	readonly send: <O extends CommandOutcome>(call: () => Promise<O>) => Promise<O | null>;
	readonly busy: boolean;
	/** Main's reason for refusing; `null` after success. */
	readonly fault: string | null;
	readonly clear: () => void;
}

const UNANSWERED = message("state.countersigns-own-background-process-did");

/** State of one button's command: running, and reason for a refusal. */
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
