import clsx from "clsx";
import { type Message, message } from "../../core/localized-text.ts";
import { textOf } from "../../text/index.ts";

const STYLES = {
	row: "min-w-6 border-line bg-sunken px-1.5 py-0.5 text-center text-f2",
	button: "border-current/40 px-1 text-f1 leading-4",
} as const;

/** Keys labeled with a word. */
const NAMES: Readonly<Record<string, Message>> = {
	Esc: message("components.key.escape"),
	Space: message("components.key.space"),
};

/** A key. Hidden from screen readers inside a button, whose text names it. */
export function Kbd({ look = "button", of }: { look?: keyof typeof STYLES; of: string }) {
	return (
		<kbd
			aria-hidden={look === "button" || undefined}
			className={clsx("num rounded-sm border font-normal", STYLES[look])}
		>
			{textOf(NAMES[of] ?? of)}
		</kbd>
	);
}
