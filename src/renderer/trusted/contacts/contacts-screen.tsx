import type { BookView } from "../../../bridge/book-views.ts";
import { Page } from "../page.tsx";

/** The address book. */
export function ContactsScreen({ book }: { book: BookView }) {
	return (
		<Page title="Address book" lead={`${book.contacts.length} contacts`} bar={null}>
			{null}
		</Page>
	);
}
