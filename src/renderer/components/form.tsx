import type { ComponentProps, KeyboardEvent } from "react";

/** Handles a form in the page, without the browser's own submission. */
export function Form({
	onSubmit,
	onEscape,
	...rest
}: Omit<ComponentProps<"form">, "onSubmit" | "onKeyDown"> & {
	onSubmit: () => unknown;
	onEscape?: (event: KeyboardEvent) => void;
}) {
	return (
		<form
			{...rest}
			onSubmit={(event) => {
				event.preventDefault();
				void onSubmit();
			}}
			onKeyDown={(event) => {
				if (event.key === "Escape") onEscape?.(event);
			}}
		/>
	);
}
