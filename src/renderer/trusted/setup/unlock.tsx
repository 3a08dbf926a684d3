import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";
import { UnlockForm } from "./unlock-form.tsx";

/** Opens the keys for signing; `then` is what comes after, in main's words. */
export function Unlock({ then }: { then: string | null }) {
	const { bridge, view } = useTrusted();
	const wish = useWish();
	const minutes = view.vault.autoLockMinutes;
	return (
		<Page
			title="Unlock your keys"
			lead={
				<>
					{then !== null && (
						<>
							Then: <Claim text={then} max={200} className="text-ink" />.{" "}
						</>
					)}
					They lock again after {minutes} {minutes === 1 ? "minute" : "minutes"} without use.
				</>
			}
			bar={
				<Button look="quiet" onClick={() => void wish.send(() => bridge.call("close", {}))}>
					Not now
				</Button>
			}
		>
			<UnlockForm focus />
		</Page>
	);
}
