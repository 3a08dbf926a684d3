import { useCallback, useRef, useState } from "react";
import type { Outcome } from "../../bridge/procedures.ts";

export interface Wish {
	/** Sends a wish to main; one at a time. Gives what main answered, or null where one is still under way. */
	readonly send: <O extends Outcome>(call: () => Promise<O>) => Promise<O | null>;
	readonly busy: boolean;
	/** What main refused, in its own words; null after a wish that was granted. */
	readonly fault: string | null;
	readonly clear: () => void;
}

const UNANSWERED =
	"Countersign’s own background process did not answer. Nothing was approved or changed by this click. Try again; if it stays so, quit and open Countersign again.";

/** One button's wish to main: whether it is under way, and why it was refused. */
export function useWish(): Wish {
	const [busy, setBusy] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const running = useRef(false);
	const send = useCallback(async <O extends Outcome>(call: () => Promise<O>): Promise<O | null> => {
		if (running.current) return null;
		running.current = true;
		setBusy(true);
		setFault(null);
		try {
			const outcome = await call();
			if (!outcome.ok) setFault(outcome.words);
			return outcome;
		} catch {
			setFault(UNANSWERED);
			return null;
		} finally {
			running.current = false;
			setBusy(false);
		}
	}, []);
	const clear = useCallback(() => setFault(null), []);
	return { send, busy, fault, clear };
}
