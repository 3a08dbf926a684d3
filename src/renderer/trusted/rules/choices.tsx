import { type ReactNode, useId } from "react";

export interface ChoiceOption {
	readonly value: string;
	readonly text: ReactNode;
}

export function Checks({
	label,
	options,
	chosen,
	onChoose,
	wrong = null,
	single = false,
}: {
	label: string;
	options: readonly ChoiceOption[];
	chosen: readonly string[];
	onChoose: (chosen: readonly string[]) => void;
	wrong?: string | null;
	single?: boolean;
}) {
	const id = useId();
	const turn = (value: string, on: boolean) => {
		if (single) onChoose([value]);
		else onChoose(on ? [...chosen, value] : chosen.filter((each) => each !== value));
	};
	return (
		<fieldset aria-describedby={wrong === null ? undefined : `${id}-wrong`}>
			<legend className="mb-1 text-f2 font-medium text-ink-2">{label}</legend>
			<div className="flex flex-wrap gap-x-5 gap-y-1.5">
				{options.map(({ value, text }) => (
					<label key={value} className="inline-flex min-h-6 min-w-0 items-center gap-2 text-f2">
						<input
							type={single ? "radio" : "checkbox"}
							name={`${id}-choice`}
							checked={chosen.includes(value)}
							onChange={(event) => turn(value, event.target.checked)}
							className="size-4 shrink-0 accent-accent"
						/>
						<span className="min-w-0 wrap-anywhere">{text}</span>
					</label>
				))}
			</div>
			{wrong !== null && (
				<p id={`${id}-wrong`} className="mt-1 text-f1 text-danger">
					{wrong}
				</p>
			)}
		</fieldset>
	);
}
