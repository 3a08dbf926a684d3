import { BookUser } from "lucide-react";
import type { BookView } from "../../../ipc/address-book.ts";
import { t } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";

const SHOWN = 6;

function countText({ contacts, seen }: BookView): string {
	if (contacts.length > 0) return t("ui.contacts", { count: contacts.length });
	return seen.length === 0
		? t("desk.accounts.contacts.empty")
		: t("desk.accounts.contacts.unnamed", { count: seen.length });
}

export function AddressBook() {
	const { view } = useDesk();
	const command = useDeskCommand();
	const { book } = view;
	const more = book.contacts.length - SHOWN;
	return (
		<section aria-label={t("ui.address-book")} className="mt-6">
			<h2 className="label mb-2">{t("ui.address-book")}</h2>
			<div className="card">
				<div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
					<p className="min-w-0 flex-1 text-f2 text-pretty text-ink-2">{countText(book)}</p>
					<Button size="small" {...command.press("openTrusted", { screen: "contacts" })}>
						<BookUser size={14} aria-hidden /> {t("desk.accounts.open-address-book")}
					</Button>
				</div>
				{book.contacts.length > 0 && (
					<ul className="grid gap-y-2 border-t border-line-2 px-4 py-3">
						{book.contacts.slice(0, SHOWN).map((contact) => (
							<li key={`${contact.family} ${contact.address.address}`} className="flex min-w-0 text-f2">
								<AddressLabel view={contact.address} size={16} />
							</li>
						))}
						{more > 0 && <li className="text-f2 text-ink-3">{t("desk.accounts.and-more", { more })}</li>}
					</ul>
				)}
			</div>
			<Fault text={command.fault} className="mt-2.5" />
		</section>
	);
}
