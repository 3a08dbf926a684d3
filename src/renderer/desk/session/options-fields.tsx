import { useId } from "react";
import { message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { optionFaults, type TurnOptions } from "./turn-options.ts";

const MODES = [
	{ value: "auto", text: message("desk.session.modes.auto") },
	{ value: "direct", text: message("desk.session.modes.direct") },
] as const;

const MEANS = {
	auto: message("desk.session.means.auto"),
	direct: message("desk.session.means.direct"),
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
			aria-label={t("desk.session.options-2")}
			// Enter in one of these would send the message.
			onKeyDown={(event) => {
				if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
			}}
			className="grid gap-3 border-t border-line-2 px-3.5 py-3"
		>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
				<Segmented
					label={t("desk.session.mode")}
					value={options.mode}
					options={MODES}
					onChoose={(mode) => onChange({ ...options, mode })}
				/>
				<p id={id} className="min-w-0 flex-1 basis-60 text-f1 text-ink-3">
					{textOf(MEANS[options.mode])}
				</p>
			</div>
			<div className="grid gap-3 mid:grid-cols-3">
				<Field
					label={t("desk.session.app")}
					value={options.app}
					onText={(app) => onChange({ ...options, app })}
					wrong={faults.app ?? null}
					spellCheck={false}
					autoComplete="off"
					placeholder={t("desk.session.any-app")}
				/>
				<Field
					label={t("desk.session.application-id")}
					value={options.applicationId}
					onText={(applicationId) => onChange({ ...options, applicationId })}
					wrong={faults.applicationId ?? null}
					inputMode="numeric"
					autoComplete="off"
					placeholder={t("desk.session.place-name")}
				/>
				<Field
					label={t("desk.session.model")}
					value={options.model}
					onText={(model) => onChange({ ...options, model })}
					wrong={faults.model ?? null}
					spellCheck={false}
					autoComplete="off"
					placeholder={t("desk.session.services-own-choice")}
				/>
			</div>
		</section>
	);
}
