import { KeyRound, ListChecks } from "lucide-react";
import { message } from "../../../core/localized-text.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";

const POINTS = [
	[message("desk.inbox.reads-along"), message("desk.inbox.intro.collects")],
	[message("desk.inbox.proves"), message("desk.inbox.intro.checks")],
	[message("desk.inbox.signs"), message("desk.inbox.intro.keys")],
] as const;

/** Returns `true` if there are no accounts and no requests. */
export const showsFirstRun = ({
	vault,
	accounts,
	inbox,
}: Pick<DeskView, "vault" | "accounts" | "inbox">): boolean =>
	vault.state === "none" && accounts.length === 0 && inbox.length === 0;

export function FirstRun() {
	const { setup } = useDesk().view;
	const command = useDeskCommand();
	const screen = setup === null ? "unlock" : "setup";
	return (
		<div className="grid h-full place-items-center overflow-y-auto p-6">
			<div className="w-full max-w-lg">
				<h1 className="text-f5 font-semibold tracking-tight text-balance">{t("desk.inbox.intro.title")}</h1>
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
				<p className="mt-5 text-f2 text-pretty text-ink-2">
					{setup === null ? t("desk.inbox.keys-missing") : t("desk.inbox.setup-steps")}
				</p>
				<Fault text={command.fault} className="mt-4" />
				<div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
					<Button variant="primary" {...command.press("openTrusted", { screen })}>
						{setup === null ? (
							<>
								<KeyRound size={16} aria-hidden /> {t("desk.inbox.set-up-keys")}
							</>
						) : (
							<>
								<ListChecks size={16} aria-hidden /> {t("desk.inbox.continue-setup")}
							</>
						)}
					</Button>
					{setup !== null && (
						<span className="text-f2 text-ink-2">
							{t("desk.inbox.setup-done", { done: setup.done, of: setup.of })}
						</span>
					)}
				</div>
			</div>
		</div>
	);
}
