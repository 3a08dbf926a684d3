import { useId } from "react";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { optionFaults, type TurnOptions } from "./turn-options.ts";

const MODES = [
	{ value: "auto", words: "Auto" },
	{ value: "direct", words: "Direct" },
] as const;

const MEANS = {
	auto: "The service picks the app and the way, and submits what you sign itself.",
	direct:
		"The message goes to the app that you name, and your own wallet submits what you sign, where the app allows it.",
} as const;

/** How the message is to be carried out: mode, app, model. */
export function TurnOptionsFields({
	options,
	onChange,
}: {
	options: TurnOptions;
	onChange: (options: TurnOptions) => void;
}) {
	const id = useId();
	const faults = optionFaults(options);
	return (
		<section
			aria-label="Options"
			// Enter in one of these would send the message.
			onKeyDown={(event) => {
				if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
			}}
			className="grid gap-3 border-t border-line-2 px-3.5 py-3"
		>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
				<Segmented
					label="Mode"
					value={options.mode}
					options={MODES}
					onChoose={(mode) => onChange({ ...options, mode })}
				/>
				<p id={id} className="min-w-0 flex-1 basis-60 text-f1 text-ink-3">
					{MEANS[options.mode]}
				</p>
			</div>
			<div className="grid gap-3 mid:grid-cols-3">
				<Field
					label="App"
					value={options.app}
					onText={(app) => onChange({ ...options, app })}
					wrong={faults.app ?? null}
					spellCheck={false}
					autoComplete="off"
					placeholder="Any app"
				/>
				<Field
					label="Application id"
					value={options.applicationId}
					onText={(applicationId) => onChange({ ...options, applicationId })}
					wrong={faults.applicationId ?? null}
					inputMode="numeric"
					autoComplete="off"
					placeholder="In place of a name"
				/>
				<Field
					label="Model"
					value={options.model}
					onText={(model) => onChange({ ...options, model })}
					wrong={faults.model ?? null}
					spellCheck={false}
					autoComplete="off"
					placeholder="The service’s own choice"
				/>
			</div>
		</section>
	);
}
