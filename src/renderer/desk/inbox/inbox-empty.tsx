import { Inbox } from "lucide-react";
import { Empty } from "../../components/empty.tsx";
import { useDesk } from "../../state/desk.tsx";

/** Nothing waits: says what will appear, and whether the person will be told. */
export function InboxEmpty() {
	const { view, go } = useDesk();
	return (
		<Empty icon={Inbox} title="Nothing waits for you">
			<p>
				When an agent asks you to sign something, it appears here with what it does and how long it is valid.
			</p>
			<p className="mt-2">
				{view.settings.notifications
					? "Notifications are on: you are told even when this window is closed."
					: "Notifications are off: nothing tells you while this window is closed."}{" "}
				{!view.settings.notifications && (
					<button
						type="button"
						className="font-medium text-accent hover:underline"
						onClick={() => go("settings")}
					>
						Turn them on in Settings
					</button>
				)}
			</p>
		</Empty>
	);
}
