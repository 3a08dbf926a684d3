import { Download, ShieldCheck } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { ActivityRow } from "../../../ipc/activity.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

/** Maximum number of rows that main pushes. If there are fewer, no older rows exist. */
export const PUSHED = 200;

const NOTHING = message("desk.activity.export.nothing");
const NO_APPROVAL = message("desk.activity.export.no-approval");

const NARROW = "max-[44rem]:px-2";

function whyNoJournal(rows: readonly ActivityRow[]): Message | null {
	if (rows.length === 0) return NOTHING;
	return rows.length < PUSHED && rows.every(({ kind }) => kind !== "approved") ? NO_APPROVAL : null;
}

interface Export {
	readonly name: string;
	readonly call: () => Promise<CommandOutcome>;
	/** Why nothing can be exported, or `null` if something can. */
	readonly why: Message | null;
}

export function ActivityActions({ page, children }: { page: "list" | "statement"; children: ReactNode }) {
	const { bridge, view } = useDesk();
	const reason = useId();
	const [chain, setChain] = useState<{ readonly ok: boolean; readonly text: string } | null>(null);
	const exporting = useCommand();
	const [verifying, setVerifying] = useState(false);

	const verify = async () => {
		setVerifying(true);
		try {
			const { ok, text } = await bridge.call("verifyJournal", {});
			setChain({ ok, text: textOf(text) });
		} catch {
			setChain({ ok: false, text: t("desk.activity.check.failed") });
		} finally {
			setVerifying(false);
		}
	};
	const why = view.activity.length === 0 ? NOTHING : null;
	const exports: readonly Export[] =
		page === "statement"
			? [{ name: t("desk.activity.export-csv"), call: () => bridge.call("exportStatement", {}), why }]
			: [
					{
						name: t("desk.activity.export"),
						call: () => bridge.call("exportJournal", {}),
						why: whyNoJournal(view.activity),
					},
					{
						name: t("desk.activity.export-csv"),
						call: () => bridge.call("exportActivity", { form: "csv" }),
						why,
					},
					{
						name: t("desk.activity.export-lines"),
						call: () => bridge.call("exportActivity", { form: "lines" }),
						why,
					},
				];
	const told = exports.flatMap((each) => each.why ?? [])[0] ?? null;

	return (
		<>
			<div className="flex flex-wrap items-center gap-x-1 gap-y-2">
				{children}
				<div data-one-line className="ml-auto flex flex-wrap justify-end gap-1">
					{page === "list" && (
						<Button
							size="small"
							variant="quiet"
							className={NARROW}
							busy={verifying}
							onClick={() => void verify()}
						>
							<ShieldCheck size={14} aria-hidden />{" "}
							{verifying ? t("desk.activity.verifying") : t("desk.activity.verify-chain")}
						</Button>
					)}
					{exports.map(({ name, call, why: none }) => (
						<Button
							key={name}
							size="small"
							variant="quiet"
							className={NARROW}
							busy={exporting.busy}
							disabled={none !== null}
							aria-describedby={none === null ? undefined : reason}
							onClick={() => void exporting.send(call)}
						>
							<Download size={14} aria-hidden className="max-[44rem]:hidden" /> {name}
						</Button>
					))}
				</div>
			</div>
			{told !== null && (
				<p id={reason} className="text-right text-f1 text-ink-3">
					{textOf(told)}
				</p>
			)}
			{chain !== null && (
				<Notice tone={chain.ok ? "in" : "danger"} alert>
					{chain.text}
				</Notice>
			)}
			<Fault text={exporting.fault} />
		</>
	);
}
