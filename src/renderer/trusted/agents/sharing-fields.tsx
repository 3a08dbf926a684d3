import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { AgentsScreen } from "../../../ipc/agents.ts";
import { t } from "../../../text/index.ts";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { Identicon } from "../../components/figure/pictures.tsx";
import { Fold } from "../../components/fold.tsx";
import { Checks } from "../rules/choices.tsx";
import { type SharingDraft, sharingFaults } from "./agent-draft.ts";

const WHICH = [
	{ value: "all", text: message("trusted.agents.networks.all") },
	{ value: "some", text: message("trusted.agents.networks.some") },
] as const;

/** Number of characters shown at each end of an address. */
const ENDS = 6;

function AccountName({ address, label }: AgentsScreen["accounts"][number]) {
	// An account without a name is labeled with its short address.
	const isNamed = !label.startsWith(address.slice(0, ENDS));
	return (
		<span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
			<Identicon address={address} size={18} />
			<span className="font-medium wrap-anywhere">{label}</span>
			{isNamed && (
				<span className="num text-ink-2">{`${address.slice(0, ENDS)}…${address.slice(-ENDS)}`}</span>
			)}
		</span>
	);
}

export function SharingFields({
	draft,
	screen,
	isSent,
	onChange,
}: {
	draft: SharingDraft;
	screen: Pick<AgentsScreen, "accounts" | "networks">;
	/** Whether the user has tried to submit. Empty fields aren't reported before that. */
	isSent: boolean;
	onChange: (change: Partial<SharingDraft>) => void;
}) {
	const faults = sharingFaults(draft);
	const [isOpen, setOpen] = useState(false);
	const hasCountFault = faults.maxWaiting !== undefined || faults.maxPerHour !== undefined;
	const { networks } = draft;
	return (
		<>
			<Field
				label={t("ui.name")}
				value={draft.name}
				maxLength={60}
				onText={(name) => onChange({ name })}
				wrong={isSent ? (faults.name ?? null) : null}
			/>
			<Checks
				label={t("trusted.agents.accounts")}
				options={screen.accounts.map((each) => ({
					value: each.address,
					text: <AccountName {...each} />,
				}))}
				chosen={draft.accounts}
				onChoose={(accounts) => onChange({ accounts })}
				wrong={isSent ? (faults.accounts ?? null) : null}
			/>
			<div className="grid gap-2">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
					<span className="text-f2 font-medium text-ink-2">{t("ui.networks")}</span>
					<Segmented
						label={t("ui.networks")}
						value={networks === "all" ? "all" : "some"}
						options={WHICH}
						onChoose={(which) => onChange({ networks: which === "all" ? "all" : [] })}
					/>
				</div>
				{networks !== "all" && (
					<Checks
						label={t("trusted.agents.networks.these")}
						options={screen.networks.map(({ ref, name }) => ({ value: ref, text: name }))}
						chosen={networks}
						onChoose={(chosen) => onChange({ networks: chosen })}
						wrong={isSent ? (faults.networks ?? null) : null}
					/>
				)}
			</div>
			<Fold
				title={t("trusted.agents.queue")}
				aside={t("ui.request-limits", { waiting: draft.maxWaiting, hour: draft.maxPerHour })}
				open={isOpen || hasCountFault}
				onOpenChange={setOpen}
			>
				<div className="mt-2 grid gap-4 min-[30rem]:grid-cols-2">
					<Field
						label={t("trusted.agents.max-waiting")}
						inputMode="numeric"
						maxLength={4}
						value={draft.maxWaiting}
						onText={(maxWaiting) => onChange({ maxWaiting })}
						wrong={faults.maxWaiting ?? null}
					/>
					<Field
						label={t("trusted.agents.max-per-hour")}
						inputMode="numeric"
						maxLength={4}
						value={draft.maxPerHour}
						onText={(maxPerHour) => onChange({ maxPerHour })}
						wrong={faults.maxPerHour ?? null}
					/>
				</div>
			</Fold>
		</>
	);
}
