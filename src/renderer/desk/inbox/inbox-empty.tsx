import { Inbox } from "lucide-react";
import { t } from "../../../text/index.ts";
import { Empty } from "../../components/empty.tsx";
import { useDesk } from "../../state/desk.tsx";

/** Nothing waits: says what will appear, and whether the user will be told. */
export function InboxEmpty() {
	const { view, go } = useDesk();
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
