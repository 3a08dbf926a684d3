import clsx from "clsx";
import { Switch as RadixSwitch, ToggleGroup } from "radix-ui";
import { type ReactNode, useId } from "react";
import type { Text } from "../../core/localized-text.ts";
import { textOf } from "../../text/index.ts";

export function Segmented<Value extends string>({
	label,
	value,
	options,
	onChoose,
	disabled = false,
	inPairs = false,
	byFocus = false,
}: {
	label: string;
	value: Value;
	options: readonly { readonly value: Value; readonly text: Text }[];
	onChoose: (value: Value) => void;
	disabled?: boolean;
	/** Shows two options per line if they don't fit on one line. */
	inPairs?: boolean;
	/** Makes the options smaller and lets arrow keys select immediately, like in tabs. */
	byFocus?: boolean;
}) {
	return (
		<ToggleGroup.Root
			type="single"
			aria-label={label}
			value={value}
			disabled={disabled}
			onValueChange={(chosen) => {
				const option = options.find((candidate) => candidate.value === chosen);
				if (option !== undefined) onChoose(option.value);
			}}
			className={clsx(
				"inline-flex max-w-full flex-wrap gap-px rounded-md border border-line bg-sunken p-0.5",
				inPairs && "max-[44rem]:grid max-[44rem]:grid-cols-2",
			)}
		>
			{options.map((option) => (
				<ToggleGroup.Item
					key={option.value}
					value={option.value}
					onFocus={byFocus ? () => onChoose(option.value) : undefined}
					className={clsx(
						"rounded-sm text-f2 text-ink-2 -outline-offset-2 data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:ring-1 data-[state=on]:ring-line",
						byFocus ? "px-2 py-0.5" : "px-3 py-1",
					)}
				>
					{textOf(option.text)}
				</ToggleGroup.Item>
			))}
		</ToggleGroup.Root>
	);
}

export function Switch({
	label,
	help,
	on,
	onTurn,
	disabled = false,
}: {
	label: string;
	help?: ReactNode;
	on: boolean;
	onTurn: (on: boolean) => void;
	disabled?: boolean;
}) {
	const id = useId();
	return (
		<div className="flex items-center justify-between gap-4">
			<div>
				<label htmlFor={id} className="block text-f3">
					{label}
				</label>
				{help !== undefined && (
					<p id={`${id}-help`} className="text-f2 text-ink-3">
						{help}
					</p>
				)}
			</div>
			<RadixSwitch.Root
				id={id}
				checked={on}
				disabled={disabled}
				onCheckedChange={onTurn}
				aria-describedby={help === undefined ? undefined : `${id}-help`}
				className={clsx(
					"relative h-6 w-10 shrink-0 rounded-full border border-edge bg-sunken disabled:opacity-50",
					"data-[state=checked]:border-accent data-[state=checked]:bg-accent",
				)}
			>
				<RadixSwitch.Thumb className="block size-4 translate-x-[3px] rounded-full bg-edge motion-safe:transition-transform data-[state=checked]:translate-x-[19px] data-[state=checked]:bg-surface" />
			</RadixSwitch.Root>
		</div>
	);
}
