import clsx from "clsx";
import { Fragment } from "react";
import { type Message, message } from "../../core/localized-text.ts";
import { t, textOf } from "../../text/index.ts";
import { Dialog } from "./dialog.tsx";

const STYLES = {
	row: "min-w-6 border-line bg-sunken px-1.5 py-0.5 text-center text-f2",
	button: "border-current/40 px-1 text-f1 leading-4",
} as const;

/** Keys whose label is a word. */
const NAMES: Readonly<Record<string, Message>> = {
	Esc: message("ui.escape"),
	Space: message("components.key.space"),
};

/**
 * Shows a key. Inside a button it is hidden from screen readers, because the button's text already names the
 * key.
 */
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

export type KeyHelp = readonly [keys: readonly string[], text: Message];

export function Shortcuts({ keys, onClose }: { keys: readonly KeyHelp[]; onClose: () => void }) {
	return (
		<Dialog title={t("desk.shell.keyboard-shortcuts")} onClose={onClose}>
			<dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-f3">
				{keys.map(([each, text]) => (
					<Fragment key={text.code}>
						<dt className="flex gap-1">
							{each.map((key) => (
								<Kbd key={key} look="row" of={key} />
							))}
						</dt>
						<dd className="text-ink-2">{textOf(text)}</dd>
					</Fragment>
				))}
			</dl>
			<p className="mt-4 text-f2 text-ink-3">{t("desk.shell.approving-shortcut")}</p>
		</Dialog>
	);
}
