import { useCallback, useRef, useState } from "react";
import { message } from "../../core/localized-text.ts";
import type { CommandClient, CommandOutcome, InputOf } from "../../ipc/primitives.ts";
import { textOf } from "../../text/index.ts";

export interface CommandState {
	readonly send: <O extends CommandOutcome>(call: () => Promise<O>) => Promise<O | null>;
	readonly busy: boolean;
	/** Error message of the last command, or `null` if it succeeded. */
	readonly fault: string | null;
	readonly clear: () => void;
}

type OutputOf<Procedures, Name extends keyof Procedures> = Awaited<
	ReturnType<CommandClient<Procedures>[Name]>
>;

/** Names of the commands that return a CommandOutcome. */
type Outcomes<Procedures> = {
	[Name in keyof Procedures]: OutputOf<Procedures, Name> extends CommandOutcome ? Name : never;
}[keyof Procedures];

export interface WindowCommand<Procedures> extends CommandState {
	readonly call: <Name extends Outcomes<Procedures>>(
		name: Name,
		input: InputOf<Procedures[Name]>,
	) => Promise<OutputOf<Procedures, Name> | null>;
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

/** Adds the commands of a window. */
export function useCommandOf<Procedures>(bridge: {
	call<Name extends keyof Procedures>(
		name: Name,
		input: InputOf<Procedures[Name]>,
	): ReturnType<CommandClient<Procedures>[Name]>;
}): WindowCommand<Procedures> {
	const command = useCommand();
	const { send } = command;
	const call = useCallback(
		async <Name extends Outcomes<Procedures>>(name: Name, input: InputOf<Procedures[Name]>) => {
			type Output = OutputOf<Procedures, Name> & CommandOutcome;
			return send(() => bridge.call(name, input) as Promise<Output>);
		},
		[send, bridge],
	);
	return { ...command, call };
}
