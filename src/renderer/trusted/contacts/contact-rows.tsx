import { useState } from "react";
import type { ContactView } from "../../../bridge/book-views.ts";
import { Address } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { ContactForm } from "./contact-form.tsx";
import { dealingWords } from "./dealing.ts";

const FAMILIES = { evm: "EVM", svm: "Solana" } as const;
/** From here on, a box to search in helps. */
const MANY = 8;
const STEP = 50;

function matches({ name, address }: ContactView, text: string): boolean {
	const wanted = text.trim().toLowerCase();
	return name.toLowerCase().includes(wanted) || address.address.toLowerCase().includes(wanted);
}

/** The contacts, each to be renamed or removed. */
export function ContactRows({ contacts }: { contacts: readonly ContactView[] }) {
	const [search, setSearch] = useState("");
	const [most, setMost] = useState(STEP);
	if (contacts.length === 0)
		return (
			<p className="card px-3.5 py-3 text-f2 text-pretty text-ink-2">
				None yet. Name the addresses that you pay often: a review then shows your name for them, and warns of
				one that only looks like it.
			</p>
		);
	const found = contacts.filter((contact) => matches(contact, search));
	return (
		<div className="card">
			{contacts.length > MANY && (
				<div className="border-b border-line-2 p-2.5">
					<Field
						label="Search contacts"
						hideLabel
						value={search}
						onText={setSearch}
						placeholder="Search by name or address"
					/>
				</div>
			)}
			<ul aria-label="Contacts">
				{found.slice(0, most).map((contact) => (
					<ContactRow key={`${contact.family} ${contact.address.address}`} contact={contact} />
				))}
			</ul>
			{found.length === 0 && <p className="px-3.5 py-3 text-f2 text-ink-2">No contact has that in it.</p>}
			{found.length > most && (
				<div className="border-t border-line-2 px-2 py-2">
					<Button size="small" look="quiet" onClick={() => setMost(most + STEP)}>
						Show more
					</Button>
				</div>
			)}
		</div>
	);
}

function ContactRow({ contact }: { contact: ContactView }) {
	const { bridge, view } = useTrusted();
	const wish = useWish();
	const [doing, setDoing] = useState<"renaming" | "removing" | null>(null);
	const { family, name } = contact;
	const { address } = contact.address;
	const remove = () => void wish.send(() => bridge.call("removeContact", { family, address }));
	return (
		<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="min-w-0 flex-1 basis-52">
					<Address view={contact.address} size={20} className="max-w-full" />
					<p className="mt-0.5 text-f1 text-ink-3">
						{FAMILIES[family]} · {dealingWords(contact.dealing, view.now)}
					</p>
				</div>
				{doing === null && (
					<div className="flex flex-wrap gap-1">
						<Button
							size="small"
							look="quiet"
							aria-label={`Rename ${name}`}
							onClick={() => setDoing("renaming")}
						>
							Rename
						</Button>
						<Button
							size="small"
							look="quiet"
							aria-label={`Remove ${name}`}
							onClick={() => setDoing("removing")}
						>
							Remove
						</Button>
					</div>
				)}
			</div>
			{doing === "renaming" && (
				<div className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5">
					<ContactForm
						draft={{ address, label: name, known: "contact" }}
						takesPassword={false}
						onDone={() => setDoing(null)}
					/>
				</div>
			)}
			{doing === "removing" && (
				<fieldset className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5" aria-label={`Remove ${name}?`}>
					<p className="text-f2 text-pretty">
						Only the name goes. Reviews show this address without one, and no longer warn of those that look
						like it.
					</p>
					<div className="mt-2.5 flex flex-wrap gap-2">
						<Button size="small" look="danger" busy={wish.busy} onClick={remove}>
							{wish.busy ? "Removing…" : "Remove contact"}
						</Button>
						<Button size="small" look="quiet" onClick={() => setDoing(null)}>
							Keep it
						</Button>
					</div>
				</fieldset>
			)}
			<Fault words={wish.fault} className="mt-2.5" />
		</li>
	);
}
