import { useDesk } from "../../state/desk.tsx";
import { Composer } from "../session/composer.tsx";

/** Where a conversation begins: what may be asked, and what will be asked back. */
export function NewConversation() {
	const { view, openSession, go } = useDesk();
	return (
		<section aria-label="New conversation" className="flex min-h-0 flex-1 flex-col">
			<div className="grid min-h-0 flex-1 place-items-center overflow-y-auto px-6">
				<div className="max-w-md">
					<h2 className="text-f5 font-semibold tracking-tight text-balance">Start a conversation</h2>
					<p className="mt-2 text-pretty text-ink-2">
						Tell the agent what you want done. When something needs your signature it comes to the inbox, and
						nothing is signed before you have reviewed it and held to approve.
					</p>
					<dl className="mt-5 grid grid-cols-[4.5rem_1fr] gap-y-1.5 text-f2 text-ink-2">
						<dt className="font-medium text-ink">Auto</dt>
						<dd>the service picks the app and the way</dd>
						<dt className="font-medium text-ink">Direct</dt>
						<dd>the message goes to the app that you name</dd>
					</dl>
					{!view.settings.hasToken && (
						<p className="mt-5 text-f2 text-caution">
							No token is kept for {view.settings.baseUrl}, so the service will not answer.{" "}
							<button type="button" className="font-medium underline" onClick={() => go("settings")}>
								Set it in Settings
							</button>
						</p>
					)}
				</div>
			</div>
			<Composer sessionId={null} pending={null} fault={null} onStarted={openSession} />
		</section>
	);
}
