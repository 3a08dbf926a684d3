import { useCallback, useRef, useState } from "react";
import type { CommandClient, CommandOutcome, InputOf } from "../../ipc/primitives.ts";
import { t, textOf } from "../../text/index.ts";

type Accepted<Outcome> = Extract<Outcome, { readonly ok: true }>;

export interface CommandState {
	/** @param then called if the command succeeded */
	readonly send: <O extends CommandOutcome>(
		call: () => Promise<O>,
		then?: (outcome: Accepted<O>) => void,
	) => Promise<O | null>;
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
	/** @param then called if the command succeeded */
	readonly call: <Name extends Outcomes<Procedures>>(
		name: Name,
		input: InputOf<Procedures[Name]>,
		then?: (outcome: Accepted<OutputOf<Procedures, Name>>) => void,
	) => Promise<OutputOf<Procedures, Name> | null>;
	/** Returns the props of a button that sends a command. */
	readonly press: <Name extends Outcomes<Procedures>>(
		name: Name,
		input: InputOf<Procedures[Name]>,
	) => { readonly busy: boolean; readonly onClick: () => void };
}

export function useCommand(): CommandState {
	const [busy, setBusy] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const running = useRef(false);
	const send = useCallback<CommandState["send"]>(async (call, then) => {
		if (running.current) return null;
		running.current = true;
		setBusy(true);
		setFault(null);
		// Also catches what the call throws before it returns a promise.
		const outcome = await (async () => call())().catch(() => null);
		running.current = false;
		setBusy(false);
		if (outcome === null) setFault(t("state.main.silent"));
		else if (outcome.ok) then?.(outcome as Accepted<typeof outcome>);
		else setFault(textOf(outcome.text));
		return outcome;
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
	const { send, busy } = command;
	const call = useCallback<WindowCommand<Procedures>["call"]>(
		async <Name extends Outcomes<Procedures>>(
			name: Name,
			input: InputOf<Procedures[Name]>,
			then?: (outcome: Accepted<OutputOf<Procedures, Name>>) => void,
		) => {
			type Output = OutputOf<Procedures, Name> & CommandOutcome;
			return send(
				() => bridge.call(name, input) as Promise<Output>,
				then as (outcome: Accepted<Output>) => void,
			);
		},
		[send, bridge],
	);
	return { ...command, call, press: (name, input) => ({ busy, onClick: () => void call(name, input) }) };
}
