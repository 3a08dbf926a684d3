import { type Message, message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import { Dialog } from "../../components/dialog.tsx";

const SHORTCUTS: readonly (readonly [keys: readonly string[], text: Message])[] = [
	[["J", "K"], message("desk.shell.next-previous-entry-inbox")],
	[["Enter"], message("desk.shell.open-review-chosen-entry")],
	[["R"], message("desk.shell.reject-chosen")],
	[["C"], message("desk.shell.ask-change")],
	[["X"], message("desk.shell.select-chosen")],
	[["Shift", "J", "K"], message("desk.shell.select-more")],
	[["F6"], message("desk.shell.next-region")],
	[["1", "…", "7"], message("desk.shell.go-to-place")],
	[["N"], message("desk.shell.new-conversation")],
	[["Enter"], message("desk.shell.send-message-shift-enter-new")],
	[["/"], message("desk.shell.search-conversation-focus-ctrl-f")],
	[["Esc"], message("desk.shell.close-dialog-leave-message-box")],
	[["?"], message("desk.shell.these-shortcuts")],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title={t("desk.shell.keyboard-shortcuts")} onClose={onClose}>
			<dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-f3">
				{SHORTCUTS.map(([keys, text]) => (
					<div key={text.code} className="contents">
						<dt className="flex gap-1">
							{keys.map((key) => (
								<kbd
									key={key}
									className="num min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center text-f2"
								>
									{key}
								</kbd>
							))}
						</dt>
						<dd className="text-ink-2">{textOf(text)}</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 text-f2 text-ink-3">{t("desk.shell.approving-no-shortcut-takes-press")}</p>
		</Dialog>
	);
}
