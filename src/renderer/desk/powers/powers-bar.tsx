import { useEffect } from "react";
import type { PowerRow } from "../../../ipc/powers.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Tick } from "../inbox/tick.tsx";
import { revocable } from "./power-table.tsx";
import { exposedText } from "./power-text.ts";

/** Revoking opens the first review. It signs nothing by itself. */
export function PowersBar({
	all,
	shown,
	picked,
	onPick,
	onClear,
}: {
	all: readonly PowerRow[];
	shown: readonly PowerRow[];
	picked: ReadonlySet<string>;
	onPick: (ids: readonly string[], on: boolean) => void;
	onClear: () => void;
}) {
	const { bridge } = useDesk();
	const command = useCommand();
	const ids = revocable(shown);
	const rows = all.filter(({ id }) => picked.has(id));
	const networks = new Set(rows.map(({ chain }) => chain.id)).size;
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key === "Escape" && document.querySelector("dialog[open]") === null) onClear();
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [onClear]);
	const revoke = async () => {
		const outcome = await command.send(() => bridge.call("revokePowers", { ids: rows.map(({ id }) => id) }));
		if (outcome?.ok === true) onClear();
	};
	return (
		<section
			aria-label={t("desk.powers.bar")}
			className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-3"
		>
			<Tick
				label={t("desk.powers.picked.all")}
				on={rows.length === ids.length ? true : "some"}
				onTurn={(on) => (on ? onPick(ids, true) : onClear())}
			/>
			<b className="font-semibold" role="status">
				{t("desk.powers.bar.selected", { count: rows.length })}
			</b>
			<p className="min-w-0 flex-1 basis-48 text-f2 text-ink-2 tabular-nums">
				{t("desk.powers.bar.exposed", {
					before: exposedText(all),
					after: exposedText(all.filter(({ id }) => !picked.has(id))),
				})}{" "}
				· {t("desk.powers.bar.reviews", { count: rows.length, networks })}
			</p>
			<span className="ml-auto flex flex-wrap gap-2">
				<Button variant="quiet" size="small" onClick={onClear}>
					{t("desk.powers.bar.clear")}
					<kbd
						className="num rounded-sm border border-line px-1 text-f1 text-ink-3 max-mid:hidden"
						aria-hidden
					>
						{t("desk.powers.bar.escape")}
					</kbd>
				</Button>
				<Button variant="primary" size="small" busy={command.busy} onClick={() => void revoke()}>
					{t("desk.powers.bar.revoke", { count: rows.length })}
				</Button>
			</span>
			<Fault text={command.fault} className="basis-full" />
		</section>
	);
}
