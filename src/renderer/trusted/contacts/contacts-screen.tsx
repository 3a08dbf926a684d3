import { Download, Upload, UserPlus } from "lucide-react";
import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { BookView, ContactView, CounterpartyView, SeenView } from "../../../ipc/address-book.ts";
import { t, textOf } from "../../../text/index.ts";
import { ago, isNow } from "../../../text/time.ts";
import { Address } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { BackToDesk } from "../keys/back.tsx";
import { Part } from "../ledger/part.tsx";
import { Page } from "../page.tsx";
import { ContactForm } from "./contact-form.tsx";
import { Importing } from "./importing.tsx";

const FAMILIES = { evm: "EVM", svm: message("ui.solana") } as const;
/** Maximum number of contacts without a search field. */
const MANY = 8;
const STEP = 50;

function matches({ name, address }: ContactView, text: string): boolean {
	const wanted = text.trim().toLowerCase();
	return name.toLowerCase().includes(wanted) || address.address.toLowerCase().includes(wanted);
}

function ContactRows({ contacts }: { contacts: readonly ContactView[] }) {
	const [search, setSearch] = useState("");
	const [most, setMost] = useState(STEP);
	if (contacts.length === 0)
		return <p className="card px-3.5 py-3 text-f2 text-pretty text-ink-2">{t("trusted.contacts.empty")}</p>;
	const found = contacts.filter((contact) => matches(contact, search));
	return (
		<div className="card">
			{contacts.length > MANY && (
				<div className="border-b border-line-2 p-2.5">
					<Field
						label={t("trusted.contacts.search-contacts")}
						hideLabel
						value={search}
						onText={setSearch}
						placeholder={t("trusted.contacts.search-name-address")}
					/>
				</div>
			)}
			<ul aria-label={t("trusted.contacts.contacts")}>
				{found.slice(0, most).map((contact) => (
					<ContactRow key={`${contact.family} ${contact.address.address}`} contact={contact} />
				))}
			</ul>
			{found.length === 0 && (
				<p className="px-3.5 py-3 text-f2 text-ink-2">{t("trusted.contacts.no-contact")}</p>
			)}
			{found.length > most && (
				<div className="border-t border-line-2 px-2 py-2">
					<Button size="small" variant="quiet" onClick={() => setMost(most + STEP)}>
						{t("ui.show-more")}
					</Button>
				</div>
			)}
		</div>
	);
}

function Who({ of: { address, family, dealing } }: { of: ContactView | SeenView }) {
	const { view } = useTrusted();
	return (
		<div className="min-w-0 flex-1 basis-52">
			<Address view={address} size={20} className="max-w-full" />
			<p className="mt-0.5 text-f1 text-ink-3">
				{textOf(FAMILIES[family])} · {counterpartyText(dealing, view.now)}
			</p>
		</div>
	);
}

function ContactRow({ contact }: { contact: ContactView }) {
	const command = useTrustedCommand();
	const [doing, setDoing] = useState<"renaming" | "removing" | null>(null);
	const { family, name } = contact;
	const { address } = contact.address;

	return (
		<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<Who of={contact} />
				{doing === null && (
					<div className="flex flex-wrap gap-1">
						<Button
							size="small"
							variant="quiet"
							aria-label={t("trusted.contacts.rename.label", { name })}
							onClick={() => setDoing("renaming")}
						>
							{t("ui.rename")}
						</Button>
						<Button
							size="small"
							variant="quiet"
							aria-label={t("ui.remove.named", { name })}
							onClick={() => setDoing("removing")}
						>
							{t("ui.remove")}
						</Button>
					</div>
				)}
			</div>
			{doing === "renaming" && (
				<div className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5">
					<ContactForm
						draft={{ address, label: name, known: "contact" }}
						needsPassword={false}
						onDone={() => setDoing(null)}
					/>
				</div>
			)}
			{doing === "removing" && (
				<fieldset
					className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5"
					aria-label={t("ui.remove.question", { name })}
				>
					<p className="text-f2 text-pretty">{t("trusted.contacts.remove.help")}</p>
					<div className="mt-2.5 flex flex-wrap gap-2">
						<Button size="small" variant="danger" {...command.press("removeContact", { family, address })}>
							{command.busy ? t("ui.removing") : t("trusted.contacts.remove-contact")}
						</Button>
						<Button size="small" variant="quiet" onClick={() => setDoing(null)}>
							{t("ui.keep")}
						</Button>
					</div>
				</fieldset>
			)}
			<Fault text={command.fault} className="mt-2.5" />
		</li>
	);
}

const times = (count: number): string =>
	count === 1 ? "once" : count === 2 ? "twice" : t("trusted.contacts.times", { count });

function since(at: number, now: number): string {
	return isNow(at, now) ? t("trusted.contacts.just-now") : t("trusted.contacts.ago", { ago: ago(at, now) });
}

export function counterpartyText({ paid, allowed, lastAt }: CounterpartyView, now: number): string {
	if (lastAt === null || paid + allowed === 0) return t("trusted.contacts.never-paid");
	const parts = [
		...(paid > 0 ? [t("trusted.contacts.paid", { times: times(paid) })] : []),
		...(allowed > 0 ? [t("trusted.contacts.allowed-take-something", { times: times(allowed) })] : []),
	];
	const text = t("trusted.contacts.last", { dealings: parts.join(", "), since: since(lastAt, now) });
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function SeenRow({ seen, needsPassword }: { seen: SeenView; needsPassword: boolean }) {
	const [naming, setNaming] = useState(false);
	return (
		<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<Who of={seen} />
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
	const files = useTrustedCommand();
	const [adding, setAdding] = useState(false);
	const { contacts, seen, importing } = book;
	return (
		<Page
			title={t("ui.address-book")}
			lead={t("trusted.contacts.intro")}
			bar={
				<>
					<BackToDesk text={t("ui.back.home")} />
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
					aside={contacts.length === 0 ? undefined : t("ui.contacts", { count: contacts.length })}
				>
					<ContactRows contacts={contacts} />
					<div className="mt-2.5 flex flex-wrap gap-2">
						<Button size="small" {...files.press("importContacts", {})}>
							<Upload size={14} aria-hidden /> {t("trusted.contacts.import-a-file")}
						</Button>
						<Button size="small" disabled={contacts.length === 0} {...files.press("exportContacts", {})}>
							<Download size={14} aria-hidden /> {t("ui.export")}
						</Button>
					</div>
					<Fault text={files.fault} className="mt-2.5" />
				</Part>
				{seen.length > 0 && (
					<Part
						title={t("trusted.contacts.dealt-with-before")}
						aside={t("trusted.contacts.the-latest-first")}
					>
						<ul className="card" aria-label={t("trusted.contacts.dealt-with-before")}>
							{seen.map((each) => (
								<SeenRow key={each.address.address} seen={each} needsPassword={book.needsPassword} />
							))}
						</ul>
					</Part>
				)}
			</div>
		</Page>
	);
}
