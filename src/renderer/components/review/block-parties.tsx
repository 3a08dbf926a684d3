import { useState } from "react";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { PartyView } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";
import { useCommand } from "../../state/command.ts";
import { AddressLabel } from "../address.tsx";
import { Button } from "../button.tsx";
import { Fault } from "../notice.tsx";

/** Excludes programs, because they hold no funds and rules about calls already cover them. */
export const blockable = (parties: readonly PartyView[]): readonly PartyView[] =>
	parties.filter(({ role }) => role !== "program");

export function BlockParties({
	parties,
	block,
}: {
	parties: readonly PartyView[];
	block: (address: string) => Promise<CommandOutcome>;
}) {
	return (
		<>
			<p className="mb-2 text-f2 text-ink-2">{t("components.block.lead")}</p>
			<ul className="grid gap-2">
				{parties.map((party) => (
					<Row key={party.address.address} party={party} block={block} />
				))}
			</ul>
		</>
	);
}

function Row({
	party: { address },
	block,
}: {
	party: PartyView;
	block: (address: string) => Promise<CommandOutcome>;
}) {
	const command = useCommand();
	const [blocked, setBlocked] = useState(false);
	const press = () =>
		command.send(
			() => block(address.address),
			() => setBlocked(true),
		);
	return (
		<li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
			<AddressLabel view={address} whole />
			{blocked ? (
				<p role="status" className="text-f2 text-ink-2">
					{t("components.block.done")}
				</p>
			) : (
				<Button
					size="small"
					variant="danger"
					busy={command.busy}
					onClick={() => void press()}
					aria-label={t("components.block.address", { address: address.label ?? address.short })}
				>
					{t("components.block")}
				</Button>
			)}
			<Fault text={command.fault} className="col-span-2" />
		</li>
	);
}
