import { UserRoundX } from "lucide-react";
import { textOf } from "../../../text/index.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { signInStanding } from "../settings/standing.ts";

/** Nothing while the user is signed in. Else why not, and a press opens where one signs in. */
export function SignInState() {
	const { bridge, view } = useDesk();
	const command = useCommand();
	const { text } = signInStanding(view.identity);
	if (text === null) return null;
	const why = view.identity.grants.find(({ state }) => state === "ended")?.fault ?? text;
	return (
		<button
			type="button"
			title={textOf(why)}
			aria-busy={command.busy}
			onClick={() => void command.send(() => bridge.call("openTrusted", { screen: "signIn" }))}
			className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 font-medium text-caution hover:bg-caution-soft"
		>
			<UserRoundX size={15} aria-hidden className="shrink-0" />
			<span className="sr-only wide:not-sr-only">{command.fault ?? text}</span>
		</button>
	);
}
