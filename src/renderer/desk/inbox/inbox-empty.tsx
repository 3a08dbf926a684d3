import { Inbox, Unplug } from "lucide-react";
import type { ConnectionView } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { Empty } from "../../components/empty.tsx";
import { useDesk } from "../../state/desk.tsx";

/** The service can’t be heard, so something may wait that is not here. */
const CUT_OFF: readonly ConnectionView["state"][] = ["offline", "unauthorized"];

/** Nothing waits: says what will appear, and whether the user will be told. */
export function InboxEmpty() {
	const { view, go } = useDesk();
	const { connection } = view;
	if (CUT_OFF.includes(connection.state))
		return (
			<Empty icon={Unplug} title={t("desk.inbox.cut-off")}>
				<p>{textOf(connection.text)}</p>
			</Empty>
		);
	return (
		<Empty icon={Inbox} title={t("desk.inbox.nothing-waits")}>
			<p>{t("desk.inbox.when-agent-asks-sign-something")}</p>
			<p className="mt-2">
				{view.settings.notifications
					? t("desk.inbox.notifications-told-even-when-window")
					: t("desk.inbox.notifications-off-nothing-tells-while")}{" "}
				{!view.settings.notifications && (
					<button
						type="button"
						className="font-medium text-accent hover:underline"
						onClick={() => go("settings")}
					>
						{t("desk.inbox.turn-settings")}
					</button>
				)}
			</p>
		</Empty>
	);
}
