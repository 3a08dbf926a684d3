import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { plural } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";
import { TransportSettings } from "./transport-settings.tsx";

/** What guards a signature, and which way it goes. */
export function SigningSettings() {
	const { view } = useDesk();
	const { settings } = view;
	return (
		<>
			<Guard title="Rules" screen="rules" button="Open…">
				What may never be approved, whatever a review says: amounts, recipients, contracts, hours.
			</Guard>
			<Guard title="Locking" screen="autoLock" button="Change…">
				Keys lock after {plural(settings.autoLockMinutes, "minute")} without use, on sleep and on quit.
			</Guard>
			<Guard
				title="Blind signing"
				screen="blindSigning"
				button={settings.blindSigning ? "Turn off…" : "Turn on…"}
			>
				<Pill tone={settings.blindSigning ? "caution" : "quiet"}>{settings.blindSigning ? "on" : "off"}</Pill>{" "}
				<span className="ml-1">
					{settings.blindSigning
						? "A request whose meaning can’t be seen may be signed, one at a time."
						: "A request whose meaning can’t be seen is shown, and refused."}
				</span>
			</Guard>
			<TransportSettings />
		</>
	);
}

/** One thing in a sentence; changed in the trusted window. */
function Guard({
	title,
	screen,
	button,
	children,
}: {
	title: string;
	screen: "rules" | "autoLock" | "blindSigning";
	button: string;
	children: ReactNode;
}) {
	const { bridge } = useDesk();
	const wish = useWish();
	return (
		<Group title={title}>
			<div>
				<div className="flex items-center justify-between gap-4">
					<p>{children}</p>
					<Button
						size="small"
						busy={wish.busy}
						onClick={() => void wish.send(() => bridge.call("openTrusted", { screen }))}
					>
						{button}
					</Button>
				</div>
				<Fault words={wish.fault} className="mt-2" />
			</div>
		</Group>
	);
}
