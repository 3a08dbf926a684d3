import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Composer } from "../session/composer.tsx";
import { canTalk } from "../settings/sign-in-status.ts";

export function NewConversation() {
	const { view, openSession } = useDesk();
	return (
		<section aria-label={t("desk.sessions.new-conversation")} className="flex min-h-0 flex-1 flex-col">
			<div className="grid min-h-0 flex-1 place-items-center overflow-y-auto px-6">
				<div className="max-w-md">
					<h2 className="text-f5 font-semibold tracking-tight text-balance">
						{t("desk.sessions.start-a-conversation")}
					</h2>
					<p className="mt-2 text-pretty text-ink-2">{t("desk.sessions.new.help")}</p>
					<dl className="mt-5 grid grid-cols-[4.5rem_1fr] gap-y-1.5 text-f2 text-ink-2">
						<dt className="font-medium text-ink">{t("desk.session.modes.auto")}</dt>
						<dd>{t("desk.sessions.mode.service")}</dd>
						<dt className="font-medium text-ink">{t("desk.session.modes.direct")}</dt>
						<dd>{t("desk.sessions.mode.wallet")}</dd>
					</dl>
					{!canTalk(view.identity, view.settings.hasToken) && <SignInFirst />}
				</div>
			</div>
			<Composer sessionId={null} pending={null} fault={null} onStarted={openSession} />
		</section>
	);
}

/** Also offers pasting a token, which is meant for development. */
function SignInFirst() {
	const { view } = useDesk();
	const signIn = useDeskCommand();
	const paste = useDeskCommand();
	const { environment, grants, locked } = view.identity;
	const ended = grants.some(({ resource, state }) => resource === "agent" && state === "ended");
	const where = environment?.name ?? view.settings.baseUrl;
	const standing = locked
		? t("desk.sessions.sign-locked-keys")
		: ended
			? t("desk.sessions.sign-ended")
			: t("desk.sessions.not-signed");
	return (
		<Notice tone="caution" className="mt-5">
			<p>
				{where === ""
					? t("desk.sessions.service-missing")
					: t("desk.sessions.service-offline", { standing, where })}
			</p>
			<div className="mt-2.5 flex flex-wrap gap-2">
				<Button size="small" variant="primary" {...signIn.press("openTrusted", { screen: "signIn" })}>
					{locked ? t("desk.sessions.unlock") : ended ? t("desk.sessions.sign-in-again") : t("ui.sign-in")}
				</Button>
				<Button size="small" variant="quiet" {...paste.press("openTrusted", { screen: "network" })}>
					{t("ui.paste-token")}
				</Button>
			</div>
			<Fault text={signIn.fault ?? paste.fault} className="mt-2" />
		</Notice>
	);
}
