import { Download, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

/** What can be done with all of it: checked, and exported. @param children stand before it */
export function ActivityActions({ page, children }: { page: "list" | "statement"; children: ReactNode }) {
	const { bridge } = useDesk();
	const [chain, setChain] = useState<{ readonly ok: boolean; readonly text: string } | null>(null);
	const exporting = useCommand();
	const [verifying, setVerifying] = useState(false);

	const verify = async () => {
		setVerifying(true);
		try {
			const { ok, text } = await bridge.call("verifyJournal", {});
			setChain({ ok, text: textOf(text) });
		} catch {
			setChain({ ok: false, text: t("desk.activity.journal-could-not-checked-just") });
		} finally {
			setVerifying(false);
		}
	};
	const exports: readonly { readonly name: string; readonly call: () => Promise<CommandOutcome> }[] =
		page === "statement"
			? [{ name: t("desk.activity.export-csv"), call: () => bridge.call("exportStatement", {}) }]
			: [
					{ name: t("desk.activity.export"), call: () => bridge.call("exportJournal", {}) },
					{
						name: t("desk.activity.export-csv"),
						call: () => bridge.call("exportActivity", { form: "csv" }),
					},
					{
						name: t("desk.activity.export-lines"),
						call: () => bridge.call("exportActivity", { form: "lines" }),
					},
				];

	return (
		<>
			<div className="flex flex-wrap items-center gap-x-1 gap-y-2">
				{children}
				<div className="ml-auto flex flex-wrap justify-end gap-1">
					{page === "list" && (
						<Button size="small" look="quiet" busy={verifying} onClick={() => void verify()}>
							<ShieldCheck size={14} aria-hidden />{" "}
							{verifying ? t("desk.activity.verifying") : t("desk.activity.verify-chain")}
						</Button>
					)}
					{exports.map(({ name, call }) => (
						<Button
							key={name}
							size="small"
							look="quiet"
							busy={exporting.busy}
							onClick={() => void exporting.send(call)}
						>
							<Download size={14} aria-hidden /> {name}
						</Button>
					))}
				</div>
			</div>
			{chain !== null && (
				<Notice tone={chain.ok ? "in" : "danger"} alert>
					{chain.text}
				</Notice>
			)}
			<Fault text={exporting.fault} />
		</>
	);
}
