import { useEffect, useRef } from "react";
import type { LedgerView } from "../../../bridge/device-views.ts";
import { Notice } from "../../components/notice.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { CompareGroups } from "../device/compare-groups.tsx";
import { GiveUp } from "../device/give-up.tsx";

type Check = NonNullable<LedgerView["verifying"]>;

const STATES = {
	asking: { tone: "accent", title: "Compare every character with your Ledger" },
	same: { tone: "in", title: "Confirmed on your Ledger" },
	refused: { tone: "caution", title: "Refused on your Ledger" },
	different: { tone: "danger", title: "This is another device" },
	failed: { tone: "danger", title: "Not confirmed" },
} as const satisfies Readonly<Record<Check["state"], object>>;

/** The address that a device shows now or showed last, to be compared with it. */
export function Verifying({ verifying }: { verifying: Check }) {
	const announce = useAnnounce();
	const { address, state, words } = verifying;
	const { tone, title } = STATES[state];
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => announce(`${title}. ${words}`), [announce, title, words]);
	// What is to be compared may stand below the fold of a long list.
	useEffect(() => {
		if (state === "asking") box.current?.scrollIntoView({ block: "nearest" });
	}, [state]);
	return (
		<div ref={box} className="grid scroll-my-4 gap-3">
			<Notice tone={tone}>
				<p className="font-semibold">{title}</p>
				<p className="mt-0.5">{words}</p>
			</Notice>
			{(state === "asking" || state === "same") && (
				<div className="rounded-sm bg-sunken px-3 py-2.5">
					<CompareGroups value={address.address} large />
				</div>
			)}
			{state === "asking" && <GiveUp what="the check" asking />}
		</div>
	);
}
