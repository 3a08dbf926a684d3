import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

/** Nothing can be read before somebody signs in for the account; `words` are main's own. */
export function SignInFirst({ words }: { words: string | null }) {
	const { bridge } = useDesk();
	const wish = useWish();
	return (
		<div>
			<p className="text-pretty text-ink-2">
				{words ?? "Sign in for your account with the service to see its credit and apps."}
			</p>
			<Button
				size="small"
				className="mt-2.5"
				busy={wish.busy}
				onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "signIn" }))}
			>
				Sign in…
			</Button>
			<Fault words={wish.fault} className="mt-2" />
		</div>
	);
}
