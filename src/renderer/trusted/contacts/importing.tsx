import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { ImportedView, ImportView } from "../../../ipc/address-book.ts";
import { t, textOf } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Switch } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { NUM, rich } from "../../components/rich.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Part } from "../ledger/part.tsx";
import { ContactPassword } from "../password-field.tsx";

export function Importing({ importing, needsPassword }: { importing: ImportView; needsPassword: boolean }) {
	const command = useTrustedCommand();
	const [doubtful, setDoubtful] = useState(false);
	const [password, setPassword] = useState("");
	const { good, shown, faults, already } = importing;
	const count = good + (doubtful ? importing.doubtful : 0);
	const confirm = () =>
		void command.call("confirmImport", {
			id: importing.id,
			doubtful,
			password: needsPassword ? password : null,
		});
	return (
		<Part title={t("trusted.contacts.from-the-file")}>
			<div className="card">
				<div className="grid gap-3 px-3.5 py-3">
					<p className="text-f2 text-pretty">
						{t("trusted.contacts.contacts-added", { count: good + importing.doubtful })}
						{already > 0 && t("trusted.contacts.importing.already", { already })}{" "}
						{t("trusted.contacts.unsaved")}
					</p>
					{importing.doubtful > 0 && (
						<Switch
							label={
								importing.doubtful === 1
									? t("trusted.contacts.also-one-warning")
									: t("trusted.contacts.also-warnings", { doubtful: importing.doubtful })
							}
							help={t("trusted.contacts.warnings-first")}
							on={doubtful}
							onTurn={setDoubtful}
						/>
					)}
					{needsPassword && count > 0 && <ContactPassword value={password} onText={setPassword} />}
					<Fault text={command.fault} />
					<div className="flex flex-wrap gap-2">
						<Button
							size="small"
							variant="primary"
							disabled={count === 0 || (needsPassword && password === "")}
							busy={command.busy}
							onClick={confirm}
						>
							{count === 0
								? t("trusted.contacts.nothing-to-add")
								: t("trusted.contacts.add-contacts", { count })}
						</Button>
						<Button size="small" variant="quiet" onClick={() => void command.call("discardImport", {})}>
							{t("trusted.contacts.discard")}
						</Button>
					</div>
				</div>
				{faults.length > 0 && <Faults faults={faults} />}
				{shown.length > 0 && (
					<ul aria-label={t("trusted.contacts.contacts-file")} className="border-t border-line-2">
						{shown.map((row) => (
							<ImportedRow key={row.line} row={row} />
						))}
					</ul>
				)}
				{shown.length < good + importing.doubtful && (
					<p className="border-t border-line-2 px-3.5 py-2.5 text-f1 text-ink-3">
						{t("ui.and-more", { count: good + importing.doubtful - shown.length })}
					</p>
				)}
			</div>
		</Part>
	);
}

function Faults({ faults }: { faults: ImportView["faults"] }) {
	return (
		<div className="border-t border-line-2 px-3.5 py-3">
			<p className="flex items-center gap-1.5 text-f2 font-medium">
				<TriangleAlert size={14} aria-hidden className="shrink-0 text-caution" />
				{t("trusted.contacts.faults.count", { count: faults.length })}
			</p>
			<ul
				className="mt-1.5 grid max-h-40 gap-1 overflow-y-auto text-f2 text-ink-2"
				aria-label={t("trusted.contacts.faults.title")}
			>
				{faults.map(({ line, text: sentence }) => (
					<li key={line} className="wrap-anywhere">
						{rich("trusted.contacts.line", NUM, { line, words: textOf(sentence) })}
					</li>
				))}
			</ul>
		</div>
	);
}

function ImportedRow({ row }: { row: ImportedView }) {
	return (
		<li className="px-3.5 py-2.5 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<Claim text={row.name} max={60} className="min-w-0 truncate font-medium" />
				<AddressLabel view={row.address} size={16} />
			</div>
			{row.warnings.map((text) => (
				<p key={textOf(text)} className="mt-1 flex gap-1.5 text-f1 text-caution">
					<TriangleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
					<span className="min-w-0 wrap-anywhere">{textOf(text)}</span>
				</p>
			))}
		</li>
	);
}
