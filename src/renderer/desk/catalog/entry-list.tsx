import { ChevronRight, CircleHelp, FileText, Folder, type LucideIcon, SquareFunction } from "lucide-react";
import type { CatalogEntryView, CatalogListing } from "../../../bridge/catalog-views.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { plural } from "../../components/words.ts";

const KINDS: Readonly<Record<CatalogEntryView["kind"], { icon: LucideIcon; words: string }>> = {
	directory: { icon: Folder, words: "directory" },
	operation: { icon: SquareFunction, words: "operation" },
	document: { icon: FileText, words: "document" },
	unknown: { icon: CircleHelp, words: "of a kind that this version does not know" },
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
				<p className="card px-3.5 py-2.5 text-ink-2">Nothing stands in this directory.</p>
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
			{note !== undefined && note !== null && <p className="mt-2 text-f2 text-caution">{note}</p>}
			<div className="mt-3 flex items-center justify-between gap-3">
				<p className="text-f2 text-ink-3" role="status">
					{entries.length > 0 && plural(entries.length, "entry", "entries")}
					{more && ", and there are more"}
				</p>
				{more && (
					<Button size="small" busy={busy} onClick={onMore}>
						More
					</Button>
				)}
			</div>
		</>
	);
}

function Entry({ entry, onOpen }: { entry: CatalogEntryView; onOpen: (href: string) => void }) {
	const { icon: Icon, words } = KINDS[entry.kind];
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
						{entry.kind === "unknown" && `, ${words}`}
						{href === null && (
							<>
								{" · leads elsewhere and is not followed"}
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
			<span className="shrink-0 text-f1 text-ink-3">{words}</span>
			<ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
		</button>
	);
}
