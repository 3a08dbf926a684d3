import { useEffect, useRef } from "react";
import { message } from "../../../core/localized-text.ts";
import type { LedgerView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Notice } from "../../components/notice.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { CompareGroups } from "../device/device-plan.tsx";
import { GiveUp } from "../device/give-up.tsx";

type AddressCheck = NonNullable<LedgerView["verifying"]>;

const STATES = {
	asking: { tone: "accent", title: message("trusted.ledger.states.asking.title") },
	same: { tone: "in", title: message("trusted.ledger.states.same.title") },
	refused: { tone: "caution", title: message("trusted.ledger.states.refused.title") },
	different: { tone: "danger", title: message("trusted.ledger.states.different.title") },
	failed: { tone: "danger", title: message("trusted.ledger.states.failed.title") },
} as const satisfies Readonly<Record<AddressCheck["state"], object>>;

export function Verifying({ verifying }: { verifying: AddressCheck }) {
	const announce = useAnnounce();
	const { address, state } = verifying;
	const text = textOf(verifying.text);
	const { tone, title } = STATES[state];
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => announce(`${textOf(title)}. ${text}`), [announce, title, text]);
	// The address may be out of view below a long list.
	useEffect(() => {
		if (state === "asking") box.current?.scrollIntoView({ block: "nearest" });
	}, [state]);
	return (
		<div ref={box} className="grid scroll-my-4 gap-3">
			<Notice tone={tone}>
				<p className="font-semibold">{textOf(title)}</p>
				<p className="mt-0.5">{text}</p>
			</Notice>
			{(state === "asking" || state === "same") && (
				<div className="rounded-sm bg-sunken px-3 py-2.5">
					<CompareGroups value={address.address} large />
				</div>
			)}
			{state === "asking" && <GiveUp what={t("trusted.ledger.the-check")} asking />}
		</div>
	);
}
