import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Composer } from "../session/composer.tsx";
import { canTalk } from "../settings/standing.ts";

/** Where a conversation begins: what may be asked, and what will be asked back. */
export function NewConversation() {
	const { view, openSession } = useDesk();
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
						<dd>the service picks the app, and submits what you sign</dd>
						<dt className="font-medium text-ink">Direct</dt>
						<dd>you name the app; your own wallet submits what you sign, where the app allows it</dd>
					</dl>
					{!canTalk(view.identity, view.settings.hasToken) && <SignInFirst />}
				</div>
			</div>
			<Composer sessionId={null} pending={null} fault={null} onStarted={openSession} />
		</section>
	);
}

/** Nothing reaches the agent yet: signing in comes first, and a pasted token is for development. */
function SignInFirst() {
	const { bridge, view } = useDesk();
	const signIn = useWish();
	const paste = useWish();
	const { environment, grants, locked } = view.identity;
	const ended = grants.some(({ resource, state }) => resource === "agent" && state === "ended");
	const where = environment?.name ?? view.settings.baseUrl;
	const standing = locked
		? "Your sign-in is locked with your keys"
		: ended
			? "Your sign-in has ended"
			: "You are not signed in";
	return (
		<Notice tone="caution" className="mt-5">
			<p>
				{where === ""
					? "No service is in use yet. Choose one and sign in; only then can an agent answer."
					: `${standing} at ${where}, so the service will not answer.`}
			</p>
			<div className="mt-2.5 flex flex-wrap gap-2">
				<Button
					size="small"
					look="primary"
					busy={signIn.busy}
					onClick={() => void signIn.send(() => bridge.call("openTrusted", { screen: "signIn" }))}
				>
					{locked ? "Unlock…" : ended ? "Sign in again…" : "Sign in…"}
				</Button>
				<Button
					size="small"
					look="quiet"
					busy={paste.busy}
					onClick={() => void paste.send(() => bridge.call("openTrusted", { screen: "network" }))}
				>
					Paste a token…
				</Button>
			</div>
			<Fault words={signIn.fault ?? paste.fault} className="mt-2" />
		</Notice>
	);
}
