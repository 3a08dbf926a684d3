import { Download, Upload, UserPlus } from "lucide-react";
import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { BookView, SeenView } from "../../../ipc/address-book.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { Part } from "../ledger/part.tsx";
import { Page } from "../page.tsx";
import { ContactForm } from "./contact-form.tsx";
import { ContactRows, counterpartyText } from "./contact-rows.tsx";
import { Importing } from "./importing.tsx";

const FAMILIES = { evm: "EVM", svm: message("trusted.contacts.families.svm") } as const;

function SeenRows({ seen, needsPassword }: { seen: readonly SeenView[]; needsPassword: boolean }) {
	return (
		<ul className="card" aria-label={t("trusted.contacts.dealt-with-before")}>
			{seen.map((each) => (
				<SeenRow key={each.address.address} seen={each} needsPassword={needsPassword} />
			))}
		</ul>
	);
}

function SeenRow({ seen, needsPassword }: { seen: SeenView; needsPassword: boolean }) {
	const { view } = useTrusted();
	const [naming, setNaming] = useState(false);
	return (
		<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="min-w-0 flex-1 basis-52">
					<Address view={seen.address} size={20} className="max-w-full" />
					<p className="mt-0.5 text-f1 text-ink-3">
						{textOf(FAMILIES[seen.family])} · {counterpartyText(seen.dealing, view.now)}
					</p>
				</div>
				{!naming && (
					<Button
						size="small"
						aria-label={t("trusted.contacts.add-named", { short: seen.address.short })}
						onClick={() => setNaming(true)}
					>
						<UserPlus size={14} aria-hidden /> {t("trusted.contacts.add-to-contacts")}
					</Button>
				)}
			</div>
			{naming && (
				<div className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5">
					<ContactForm
						draft={{ address: seen.address.address, label: "", known: "met" }}
						needsPassword={needsPassword}
						onDone={() => setNaming(false)}
					/>
				</div>
			)}
		</li>
	);
}

const NEW = { address: "", label: "", known: null } as const;

export function ContactsScreen({ book }: { book: BookView }) {
	const { bridge } = useTrusted();
	const leave = useCommand();
	const files = useCommand();
	const [adding, setAdding] = useState(false);
	const { contacts, seen, importing } = book;
	return (
		<Page
			title={t("trusted.contacts.address-book")}
			lead={t("trusted.contacts.intro")}
			bar={
				<>
					<Fault text={leave.fault} className="basis-full" />
					<Button variant="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
						{t("trusted.contacts.back-to-accounts")}
					</Button>
					<Button variant="primary" disabled={adding} onClick={() => setAdding(true)}>
						<UserPlus size={15} aria-hidden /> {t("trusted.contacts.add-a-contact")}
					</Button>
				</>
			}
		>
			<div className="grid gap-6 *:min-w-0">
				{adding && (
					<Part title={t("trusted.contacts.new-contact")}>
						<div className="card px-3.5 py-3">
							<ContactForm draft={NEW} needsPassword={book.needsPassword} onDone={() => setAdding(false)} />
						</div>
					</Part>
				)}
				{importing !== null && (
					<Importing key={importing.id} importing={importing} needsPassword={book.needsPassword} />
				)}
				<Part
					title={t("trusted.contacts.contacts")}
					aside={
						contacts.length === 0 ? undefined : t("trusted.contacts.contacts-2", { count: contacts.length })
					}
				>
					<ContactRows contacts={contacts} />
					<div className="mt-2.5 flex flex-wrap gap-2">
						<Button
							size="small"
							busy={files.busy}
							onClick={() => void files.send(() => bridge.call("importContacts", {}))}
						>
							<Upload size={14} aria-hidden /> {t("trusted.contacts.import-a-file")}
						</Button>
						<Button
							size="small"
							disabled={contacts.length === 0}
							busy={files.busy}
							onClick={() => void files.send(() => bridge.call("exportContacts", {}))}
						>
							<Download size={14} aria-hidden /> {t("trusted.contacts.export")}
						</Button>
					</div>
					<Fault text={files.fault} className="mt-2.5" />
				</Part>
				{seen.length > 0 && (
					<Part
						title={t("trusted.contacts.dealt-with-before")}
						aside={t("trusted.contacts.the-latest-first")}
					>
						<SeenRows seen={seen} needsPassword={book.needsPassword} />
					</Part>
				)}
			</div>
		</Page>
	);
}
