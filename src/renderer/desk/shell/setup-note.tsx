import { ListChecks } from "lucide-react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { showsFirstRun } from "../inbox/first-run.tsx";

/** The setup was left in the middle, or no account can sign what waits. */
export function SetupNote() {
	const { bridge, view, place } = useDesk();
	const command = useCommand();
	const { setup } = view;
	const lacksKeys = view.vault.state === "none" && view.accounts.length === 0;
	const isShownElsewhere = place === "inbox" && showsFirstRun(view);
	if (isShownElsewhere || (setup === null && !lacksKeys)) return null;
	return (
		<section
			aria-label={t("desk.shell.setup")}
			className="shrink-0 border-b border-line bg-surface px-4 py-2"
		>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<ListChecks size={16} aria-hidden className="shrink-0 text-accent" />
				<p className="min-w-0 flex-1">
					{setup === null
						? t("desk.shell.no-keys")
						: t("desk.shell.setup-left", { done: setup.done, of: setup.of })}
				</p>
				<Button
					size="small"
					busy={command.busy}
					onClick={() =>
						void command.send(() =>
							bridge.call("openTrusted", { screen: setup === null ? "unlock" : "setup" }),
						)
					}
				>
					{setup === null ? t("desk.inbox.set-up-keys") : t("desk.inbox.go-on-with-setup")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</section>
	);
}
