import { BookUser } from "lucide-react";
import type { BookView } from "../../../bridge/book-views.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

const SHOWN = 6;

function countWords({ contacts, met }: BookView): string {
	if (contacts.length > 0) return plural(contacts.length, "contact");
	return met.length === 0
		? "No contacts yet. A named address is shown by your name for it in every review."
		: `No contacts yet. You dealt with ${plural(met.length, "address", "addresses")} that could have a name.`;
}

/** The address book for reading; it is edited in the trusted window. */
export function AddressBook() {
	const { bridge, view } = useDesk();
	const wish = useWish();
	const { book } = view;
	const more = book.contacts.length - SHOWN;
	return (
		<section aria-label="Address book" className="mt-6">
			<h2 className="label mb-2">Address book</h2>
			<div className="card">
				<div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
					<p className="min-w-0 flex-1 text-f2 text-pretty text-ink-2">{countWords(book)}</p>
					<Button
						size="small"
						busy={wish.busy}
						onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "contacts" }))}
					>
						<BookUser size={14} aria-hidden /> Open address book
					</Button>
				</div>
				{book.contacts.length > 0 && (
					<ul className="grid gap-y-2 border-t border-line-2 px-4 py-3">
						{book.contacts.slice(0, SHOWN).map((contact) => (
							<li key={`${contact.family} ${contact.address.address}`} className="flex min-w-0 text-f2">
								<AddressLabel view={contact.address} size={16} />
							</li>
						))}
						{more > 0 && <li className="text-f2 text-ink-3">and {more} more</li>}
					</ul>
				)}
			</div>
			<Fault words={wish.fault} className="mt-2.5" />
		</section>
	);
}
