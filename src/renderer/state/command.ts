import { useCallback, useRef, useState } from "react";
import { message } from "../../core/localized-text.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { textOf } from "../../text/index.ts";

export interface CommandState {
	readonly send: <O extends CommandOutcome>(call: () => Promise<O>) => Promise<O | null>;
	readonly busy: boolean;
	/** Error message of the last command, or `null` if it succeeded. */
	readonly fault: string | null;
	readonly clear: () => void;
}

const UNANSWERED = message("state.main.silent");

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
