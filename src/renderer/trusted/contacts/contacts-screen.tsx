import { Download, Upload, UserPlus } from "lucide-react";
import { useState } from "react";
import type { BookView } from "../../../ipc/address-book.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { Part } from "../ledger/part.tsx";
import { Page } from "../page.tsx";
import { ContactForm } from "./contact-form.tsx";
import { ContactRows } from "./contact-rows.tsx";
import { Importing } from "./importing.tsx";
import { MetRows } from "./met-rows.tsx";

const NEW = { address: "", label: "", known: null } as const;

/** The user's own names for addresses: the only place where they are written. */
export function ContactsScreen({ book }: { book: BookView }) {
	const { bridge } = useTrusted();
	const leave = useCommand();
	const files = useCommand();
	const [adding, setAdding] = useState(false);
	const { contacts, met, importing } = book;
	return (
		<Page
			title={t("trusted.contacts.address-book")}
			lead={t("trusted.contacts.own-names-addresses-nobody-else")}
			bar={
				<>
					<Fault text={leave.fault} className="basis-full" />
					<Button look="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
						{t("trusted.contacts.back-to-accounts")}
					</Button>
					<Button look="primary" disabled={adding} onClick={() => setAdding(true)}>
						<UserPlus size={15} aria-hidden /> {t("trusted.contacts.add-a-contact")}
					</Button>
				</>
			}
		>
			<div className="grid gap-6 *:min-w-0">
				{adding && (
					<Part title={t("trusted.contacts.new-contact")}>
						<div className="card px-3.5 py-3">
							<ContactForm draft={NEW} takesPassword={book.takesPassword} onDone={() => setAdding(false)} />
						</div>
					</Part>
				)}
				{importing !== null && (
					<Importing key={importing.id} importing={importing} takesPassword={book.takesPassword} />
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
				{met.length > 0 && (
					<Part
						title={t("trusted.contacts.dealt-with-before")}
						aside={t("trusted.contacts.the-latest-first")}
					>
						<MetRows met={met} takesPassword={book.takesPassword} />
					</Part>
				)}
			</div>
		</Page>
	);
}
