import { UserRoundX } from "lucide-react";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { signInStanding } from "../settings/standing.ts";

/** Nothing while the person is signed in. Else why not, and a press opens where one signs in. */
export function SignInState() {
	const { bridge, view } = useDesk();
	const wish = useWish();
	const { words } = signInStanding(view.identity);
	if (words === null) return null;
	const why = view.identity.grants.find(({ state }) => state === "ended")?.fault ?? words;
	return (
		<button
			type="button"
			title={why}
			aria-busy={wish.busy}
			onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "signIn" }))}
			className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 font-medium text-caution hover:bg-caution-soft"
		>
			<UserRoundX size={15} aria-hidden className="shrink-0" />
			<span className="sr-only wide:not-sr-only">{wish.fault ?? words}</span>
		</button>
	);
}
