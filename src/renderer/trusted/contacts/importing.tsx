import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { ImportedView, ImportView } from "../../../bridge/book-views.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Switch } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Part } from "../ledger/part.tsx";
import { ContactPassword } from "./contact-password.tsx";

/** What a file holds: looked through before anything of it is kept. */
export function Importing({ importing, takesPassword }: { importing: ImportView; takesPassword: boolean }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const [doubtful, setDoubtful] = useState(false);
	const [password, setPassword] = useState("");
	const { good, shown, faults, already } = importing;
	const count = good + (doubtful ? importing.doubtful : 0);
	const confirm = () =>
		void wish.send(() =>
			bridge.call("confirmImport", {
				id: importing.id,
				doubtful,
				password: takesPassword ? password : null,
			}),
		);
	return (
		<Part title="From the file">
			<div className="card">
				<div className="grid gap-3 px-3.5 py-3">
					<p className="text-f2 text-pretty">
						{plural(good + importing.doubtful, "contact")} can be added.
						{already > 0 && ` ${already} ${already === 1 ? "is" : "are"} in your address book already.`}{" "}
						Nothing is kept before you add them.
					</p>
					{importing.doubtful > 0 && (
						<Switch
							label={
								importing.doubtful === 1
									? "Also the one with a warning"
									: `Also the ${importing.doubtful} with warnings`
							}
							help="Read what is said below first."
							on={doubtful}
							onTurn={setDoubtful}
						/>
					)}
					{takesPassword && count > 0 && <ContactPassword value={password} onText={setPassword} />}
					<Fault words={wish.fault} />
					<div className="flex flex-wrap gap-2">
						<Button
							size="small"
							look="primary"
							disabled={count === 0 || (takesPassword && password === "")}
							busy={wish.busy}
							onClick={confirm}
						>
							{count === 0 ? "Nothing to add" : `Add ${plural(count, "contact")}`}
						</Button>
						<Button
							size="small"
							look="quiet"
							onClick={() => void wish.send(() => bridge.call("discardImport", {}))}
						>
							Discard
						</Button>
					</div>
				</div>
				{faults.length > 0 && <Faults faults={faults} />}
				{shown.length > 0 && (
					<ul aria-label="Contacts in the file" className="border-t border-line-2">
						{shown.map((row) => (
							<ImportedRow key={row.line} row={row} />
						))}
					</ul>
				)}
				{shown.length < good + importing.doubtful && (
					<p className="border-t border-line-2 px-3.5 py-2.5 text-f1 text-ink-3">
						and {good + importing.doubtful - shown.length} more
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
				{plural(faults.length, "line")} can’t be used
			</p>
			<ul
				className="mt-1.5 grid max-h-40 gap-1 overflow-y-auto text-f2 text-ink-2"
				aria-label="Lines that can’t be used"
			>
				{faults.map(({ line, words }) => (
					<li key={line} className="wrap-anywhere">
						Line <span className="num">{line}</span>: {words}
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
			{row.warnings.map((words) => (
				<p key={words} className="mt-1 flex gap-1.5 text-f1 text-caution">
					<TriangleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
					<span className="min-w-0 wrap-anywhere">{words}</span>
				</p>
			))}
		</li>
	);
}
