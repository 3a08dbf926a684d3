import { KeyRound, LogIn } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { canTalk } from "../settings/standing.ts";

const POINTS = [
	["Reads along", "It follows your conversations and collects what an agent asks you to sign."],
	["Proves", "It checks, field by field, that what would be signed is what you were shown."],
	[
		"Signs",
		"Your keys stay encrypted on this computer or on a Ledger, and sign only what you hold to approve.",
	],
] as const;

/** No keys yet: leads to the trusted window, the only place where they are made. */
export function FirstRun() {
	const { bridge, view } = useDesk();
	const wish = useWish();
	const signIn = useWish();
	const signedIn = canTalk(view.identity, view.settings.hasToken);
	return (
		<div className="grid h-full place-items-center overflow-y-auto p-6">
			<div className="w-full max-w-lg">
				<h1 className="text-f5 font-semibold tracking-tight text-balance">
					Sign what you reviewed, and nothing else
				</h1>
				<dl className="card mt-6">
					{POINTS.map(([name, words]) => (
						<div
							key={name}
							className="grid grid-cols-[7rem_1fr] gap-4 px-4 py-3 not-first:border-t not-first:border-line-2"
						>
							<dt className="font-medium">{name}</dt>
							<dd className="text-ink-2">{words}</dd>
						</div>
					))}
				</dl>
				<p className="mt-5 text-f2 text-ink-2">
					To begin, create a recovery phrase, bring your own, or use a Ledger
					{signedIn ? "" : ", and sign in to the service where your agents live"}.{" "}
					{signedIn ? "That happens" : "Both happen"} in a separate window which shows nothing that an agent
					wrote.
				</p>
				<Fault words={wish.fault ?? signIn.fault} className="mt-4" />
				<div className="mt-5 flex flex-wrap gap-2">
					<Button
						look="primary"
						busy={wish.busy}
						onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "unlock" }))}
					>
						<KeyRound size={16} aria-hidden /> Set up your keys
					</Button>
					{!signedIn && (
						<Button
							busy={signIn.busy}
							onClick={() => void signIn.send(() => bridge.call("openTrusted", { screen: "signIn" }))}
						>
							<LogIn size={16} aria-hidden /> Sign in…
						</Button>
					)}
				</div>
			</div>
		</div>
	);
}
