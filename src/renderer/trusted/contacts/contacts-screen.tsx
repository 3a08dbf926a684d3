import { Download, Upload, UserPlus } from "lucide-react";
import { useState } from "react";
import type { BookView } from "../../../bridge/book-views.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Part } from "../ledger/part.tsx";
import { Page } from "../page.tsx";
import { ContactForm } from "./contact-form.tsx";
import { ContactRows } from "./contact-rows.tsx";
import { Importing } from "./importing.tsx";
import { MetRows } from "./met-rows.tsx";

const NEW = { address: "", label: "", known: null } as const;

/** The person's own names for addresses: the only place where they are written. */
export function ContactsScreen({ book }: { book: BookView }) {
	const { bridge } = useTrusted();
	const leave = useWish();
	const files = useWish();
	const [adding, setAdding] = useState(false);
	const { contacts, met, importing } = book;
	return (
		<Page
			title="Address book"
			lead="Your own names for addresses. Nobody else writes here: no name comes from the service, and none goes to it."
			bar={
				<>
					<Fault words={leave.fault} className="basis-full" />
					<Button look="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
						Back to accounts
					</Button>
					<Button look="primary" disabled={adding} onClick={() => setAdding(true)}>
						<UserPlus size={15} aria-hidden /> Add a contact
					</Button>
				</>
			}
		>
			<div className="grid gap-6 *:min-w-0">
				{adding && (
					<Part title="New contact">
						<div className="card px-3.5 py-3">
							<ContactForm draft={NEW} takesPassword={book.takesPassword} onDone={() => setAdding(false)} />
						</div>
					</Part>
				)}
				{importing !== null && (
					<Importing key={importing.id} importing={importing} takesPassword={book.takesPassword} />
				)}
				<Part title="Contacts" aside={contacts.length === 0 ? undefined : plural(contacts.length, "contact")}>
					<ContactRows contacts={contacts} />
					<div className="mt-2.5 flex flex-wrap gap-2">
						<Button
							size="small"
							busy={files.busy}
							onClick={() => void files.send(() => bridge.call("importContacts", {}))}
						>
							<Upload size={14} aria-hidden /> Import a file…
						</Button>
						<Button
							size="small"
							disabled={contacts.length === 0}
							busy={files.busy}
							onClick={() => void files.send(() => bridge.call("exportContacts", {}))}
						>
							<Download size={14} aria-hidden /> Export…
						</Button>
					</div>
					<Fault words={files.fault} className="mt-2.5" />
				</Part>
				{met.length > 0 && (
					<Part title="Dealt with before" aside="the latest first">
						<MetRows met={met} takesPassword={book.takesPassword} />
					</Part>
				)}
			</div>
		</Page>
	);
}
