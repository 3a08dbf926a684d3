import { LoaderCircle } from "lucide-react";
import { Button } from "../components/button.tsx";
import { Claim } from "../components/claim.tsx";
import { plural } from "../components/words.ts";
import { useTrusted } from "../state/trusted.tsx";
import { useWish } from "../state/wish.ts";
import { Page } from "./page.tsx";

/** No review is open. */
export function NothingOpen({ waiting }: { waiting: number }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	return (
		<Page
			title={
				waiting === 0 ? "Nothing waits for you" : `${plural(waiting, "entry waits", "entries wait")} for you`
			}
			lead={
				waiting === 0
					? "What an agent asks you to sign is reviewed and approved in this window. It opens by itself when you choose an entry or a notification."
					: "Choose an entry in the inbox to review it here."
			}
		>
			<div className="flex gap-2">
				<Button look="primary" onClick={() => void wish.send(() => bridge.call("openDesk", {}))}>
					Open the inbox
				</Button>
				<Button look="quiet" onClick={() => void wish.send(() => bridge.call("close", {}))}>
					Close
				</Button>
			</div>
		</Page>
	);
}

/** Main reads the service and the chain before it shows a review. */
export function Loading({ headline }: { headline: string }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	return (
		<Page
			title="Reading it again before you decide"
			lead={<Claim text={headline} max={200} />}
			bar={
				<Button look="quiet" onClick={() => void wish.send(() => bridge.call("openDesk", {}))}>
					Back to inbox
				</Button>
			}
		>
			<p className="flex items-center gap-3 text-f2 text-ink-2" role="status">
				<LoaderCircle size={16} aria-hidden className="motion-turn" />
				Asking the service for its current review, and the chain for what it would do.
			</p>
		</Page>
	);
}
