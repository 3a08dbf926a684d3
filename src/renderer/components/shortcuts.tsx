import { Fragment } from "react";
import type { Message } from "../../core/localized-text.ts";
import { t, textOf } from "../../text/index.ts";
import { Dialog } from "./dialog.tsx";
import { Kbd } from "./kbd.tsx";

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
