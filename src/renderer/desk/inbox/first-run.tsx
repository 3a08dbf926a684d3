import { KeyRound, LogIn } from "lucide-react";
import { message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { canTalk } from "../settings/standing.ts";

const POINTS = [
	[message("desk.inbox.reads-along"), message("desk.inbox.follows-conversations-collects-agent-asks")],
	[message("desk.inbox.proves"), message("desk.inbox.checks-field-field-would-signed")],
	[message("desk.inbox.signs"), message("desk.inbox.keys-stay-encrypted-computer-ledger")],
] as const;

/** No keys yet: leads to the trusted window, the only place where they are made. */
export function FirstRun() {
	const { bridge, view } = useDesk();
	const command = useCommand();
	const signIn = useCommand();
	const signedIn = canTalk(view.identity, view.settings.hasToken);
	return (
		<div className="grid h-full place-items-center overflow-y-auto p-6">
			<div className="w-full max-w-lg">
				<h1 className="text-f5 font-semibold tracking-tight text-balance">
					{t("desk.inbox.sign-reviewed-nothing-else")}
				</h1>
				<dl className="card mt-6">
					{POINTS.map(([name, text]) => (
						<div
							key={textOf(name)}
							className="grid grid-cols-[7rem_1fr] gap-4 px-4 py-3 not-first:border-t not-first:border-line-2"
						>
							<dt className="font-medium">{textOf(name)}</dt>
							<dd className="text-ink-2">{textOf(text)}</dd>
						</div>
					))}
				</dl>
				<p className="mt-5 text-f2 text-ink-2">
					{t("desk.inbox.begin-create-recovery-phrase-bring", { signedIn: signedIn ? "yes" : "no" })}{" "}
					{signedIn ? t("desk.inbox.that-happens") : t("desk.inbox.both-happen")}{" "}
					{t("desk.inbox.separate-window-shows-nothing-agent")}
				</p>
				<Fault text={command.fault ?? signIn.fault} className="mt-4" />
				<div className="mt-5 flex flex-wrap gap-2">
					<Button
						look="primary"
						busy={command.busy}
						onClick={() => void command.send(() => bridge.call("openTrusted", { screen: "unlock" }))}
					>
						<KeyRound size={16} aria-hidden /> {t("desk.inbox.set-up-keys")}
					</Button>
					{!signedIn && (
						<Button
							busy={signIn.busy}
							onClick={() => void signIn.send(() => bridge.call("openTrusted", { screen: "signIn" }))}
						>
							<LogIn size={16} aria-hidden /> {t("desk.inbox.sign-in")}
						</Button>
					)}
				</div>
			</div>
		</div>
	);
}
