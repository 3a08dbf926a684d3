import { Dialog } from "../../components/dialog.tsx";

const SHORTCUTS: readonly (readonly [keys: readonly string[], words: string])[] = [
	[["J", "K"], "Next and previous entry of the inbox"],
	[["Enter"], "Open the review of the chosen entry"],
	[["1", "…", "6"], "Inbox, Sessions, Accounts, Approvals, Activity, Settings"],
	[["N"], "New conversation"],
	[["Enter"], "Send the message; Shift and Enter for a new line"],
	[["/"], "Search the conversation that is in focus; Ctrl or ⌘ and F from anywhere"],
	[["Esc"], "Close a dialog, leave the message box"],
	[["?"], "These shortcuts"],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title="Keyboard shortcuts" onClose={onClose}>
			<dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-f3">
				{SHORTCUTS.map(([keys, words]) => (
					<div key={words} className="contents">
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
						<dd className="text-ink-2">{words}</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 text-f2 text-ink-3">
				Approving has no shortcut: it takes a press and hold in the review window.
			</p>
		</Dialog>
	);
}
