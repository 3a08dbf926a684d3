import { ChevronRight, CircleHelp, FileText, Folder, type LucideIcon, SquareFunction } from "lucide-react";
import { type Message, message } from "../../../core/message.ts";
import type { CatalogEntryView, CatalogListing } from "../../../ipc/catalog.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";

const KINDS: Readonly<Record<CatalogEntryView["kind"], { icon: LucideIcon; text: Message }>> = {
	directory: { icon: Folder, text: message("desk.catalog.kinds.directory") },
	operation: { icon: SquareFunction, text: message("desk.catalog.kinds.operation") },
	document: { icon: FileText, text: message("desk.catalog.kinds.document") },
	unknown: { icon: CircleHelp, text: message("desk.catalog.kinds.unknown") },
};

/** What stands in a directory. What leads elsewhere, or is of an unknown kind, is shown and not opened. */
export function EntryList({
	listing,
	busy,
	onOpen,
	onMore,
}: {
	listing: CatalogListing;
	busy: boolean;
	onOpen: (href: string) => void;
	onMore: () => void;
}) {
	const { entries, more, note } = listing;
	return (
		<>
			{entries.length === 0 ? (
				<p className="card px-3.5 py-2.5 text-ink-2">{t("desk.catalog.nothing-stands-directory")}</p>
			) : (
				<ul className="card *:not-first:border-t *:not-first:border-line-2">
					{entries.map((entry, index) => (
						// Entries may share a name and a link: the place in the listing is the identity.
						<li key={index}>
							<Entry entry={entry} onOpen={onOpen} />
						</li>
					))}
				</ul>
			)}
			{note !== undefined && note !== null && <p className="mt-2 text-f2 text-caution">{textOf(note)}</p>}
			<div className="mt-3 flex items-center justify-between gap-3">
				<p className="text-f2 text-ink-3" role="status">
					{entries.length > 0 && t("desk.catalog.entries", { count: entries.length })}
					{more && t("desk.catalog.and-there-are-more")}
				</p>
				{more && (
					<Button size="small" busy={busy} onClick={onMore}>
						{t("desk.catalog.more")}
					</Button>
				)}
			</div>
		</>
	);
}

function Entry({ entry, onOpen }: { entry: CatalogEntryView; onOpen: (href: string) => void }) {
	const { icon: Icon, text } = KINDS[entry.kind];
	const { href } = entry;
	if (href === null || entry.kind === "unknown")
		return (
			<div className="flex items-start gap-3 px-3.5 py-2.5 text-ink-2">
				<Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
				<div className="min-w-0 flex-1">
					<p className="wrap-anywhere">
						<Claim text={entry.name} max={120} />
					</p>
					<p className="text-f1 text-ink-3 wrap-anywhere">
						<Claim text={entry.stated} max={60} />
						{entry.kind === "unknown" && t("desk.catalog.kind.beside", { kind: text })}
						{href === null && (
							<>
								{t("desk.catalog.leads-elsewhere-not-followed")}
								{entry.leads !== undefined && entry.leads !== null && (
									<>
										: <Claim text={entry.leads} max={200} className="num" />
									</>
								)}
							</>
						)}
					</p>
				</div>
			</div>
		);
	return (
		<button
			type="button"
			onClick={() => onOpen(href)}
			className="flex w-full items-center gap-3 px-3.5 py-2.5 text-left -outline-offset-2 hover:bg-sunken"
		>
			<Icon size={16} aria-hidden className="shrink-0 text-ink-2" />
			<Claim text={entry.name} max={120} className="min-w-0 flex-1 font-medium wrap-anywhere" />
			<span className="shrink-0 text-f1 text-ink-3">{textOf(text)}</span>
			<ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
		</button>
	);
}
