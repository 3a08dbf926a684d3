import {
	ChevronRight,
	CircleHelp,
	FileText,
	Folder,
	LoaderCircle,
	LogIn,
	type LucideIcon,
	RefreshCw,
	SquareFunction,
} from "lucide-react";
import { useEffect, useRef } from "react";
import type { CatalogEntryView, CatalogListing, CatalogView } from "../../../ipc/catalog.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { LinkOpener } from "../session/markdown/link.tsx";
import { Markdown } from "../session/markdown/markdown.tsx";
import { OperationPane } from "./operation-pane.tsx";

const ICONS: Readonly<Record<CatalogEntryView["kind"], LucideIcon>> = {
	directory: Folder,
	operation: SquareFunction,
	document: FileText,
	unknown: CircleHelp,
};

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
				<p className="card px-3.5 py-2.5 text-ink-2">{t("desk.catalog.directory.empty")}</p>
			) : (
				<ul className="card *:not-first:border-t *:not-first:border-line-2">
					{entries.map((entry, index) => (
						// Two entries may have the same name and link.
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
					{more && t("desk.catalog.more-exist")}
				</p>
				{more && (
					<Button size="small" busy={busy} onClick={onMore}>
						{t("ui.more")}
					</Button>
				)}
			</div>
		</>
	);
}

function Entry({ entry, onOpen }: { entry: CatalogEntryView; onOpen: (href: string) => void }) {
	const Icon = ICONS[entry.kind];
	const text = t(`desk.catalog.kinds.${entry.kind}`);
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
								{t("desk.catalog.link.foreign")}
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
			<span className="shrink-0 text-f1 text-ink-3">{text}</span>
			<ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
		</button>
	);
}

/** Roots to show if main provides none. */
const ROOTS: NonNullable<CatalogView["roots"]> = [
	{ name: "pipeline", href: "/v1/pipeline" },
	{ name: "svm", href: "/v1/pipeline/svm" },
];

export function TreePane({ onBuild }: { onBuild: (buildId: string) => void }) {
	const { catalog } = useDesk().view;
	const command = useDeskCommand();
	const { call } = command;
	const open = (href: string | null) => void call("openCatalog", { href });

	// Loads the root once. After that, it is loaded only when the user asks for it.
	const wanted = useRef(catalog.offered && catalog.open === null && !catalog.loading);
	useEffect(() => {
		if (!wanted.current) return;
		wanted.current = false;
		void call("openCatalog", { href: null });
	}, [call]);

	// The entry that was pressed disappears, so the focus moves to the new heading.
	const heading = useRef<HTMLHeadingElement>(null);
	const at = catalog.open?.href ?? null;
	const before = useRef(at);
	useEffect(() => {
		if (before.current !== null && at !== null && before.current !== at) heading.current?.focus();
		before.current = at;
	}, [at]);

	if (!catalog.offered)
		return (
			<Empty
				icon={LogIn}
				title={t("desk.catalog.not-signed-pipeline")}
				action={
					<div className="flex flex-wrap justify-center gap-2">
						<Button
							variant="primary"
							busy={command.busy}
							onClick={() => void call("openTrusted", { screen: "signIn" })}
						>
							{t("ui.sign-in")}
						</Button>
						<Button busy={catalog.loading} onClick={() => open(null)}>
							{t("ui.try-again")}
						</Button>
					</div>
				}
			>
				<p>{textOf(catalog.text ?? t("desk.catalog.sign-in.browse"))}</p>
				<Fault
					text={command.fault === textOrNull(catalog.text) ? null : command.fault}
					className="mt-3 text-left"
				/>
			</Empty>
		);

	const { open: opened, loading } = catalog;
	return (
		<section aria-label={t("ui.pipeline-name")} className="mt-4">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<Trail catalog={catalog} onOpen={open} />
				<Button size="small" busy={loading || command.busy} onClick={() => open(at)} className="ml-auto">
					<RefreshCw size={14} aria-hidden /> {t("ui.refresh")}
				</Button>
			</div>
			<Fault text={textOrNull(catalog.fault ?? command.fault)} className="mt-3" />
			{opened === null ? (
				<p className="mt-6 flex items-center gap-3 text-f2 text-ink-2" role="status">
					{loading && (
						<>
							<LoaderCircle size={16} aria-hidden className="motion-turn" />{" "}
							{t("desk.catalog.reading-the-pipeline")}
						</>
					)}
				</p>
			) : (
				<div aria-busy={loading || undefined} className="mt-3">
					<h2 ref={heading} tabIndex={-1} className="mb-2 text-f4 font-semibold wrap-anywhere">
						{opened.kind === "directory" ? (
							<Claim text={opened.path} max={200} />
						) : (
							<Claim text={opened.name} max={200} />
						)}
					</h2>
					{opened.kind === "directory" && (
						<EntryList
							listing={opened}
							busy={loading}
							onOpen={open}
							onMore={() => void call("moreCatalog", {})}
						/>
					)}
					{opened.kind === "operation" && (
						<OperationPane key={opened.href} operation={opened} onBuild={onBuild} />
					)}
					{opened.kind === "document" && <Document key={opened.href} text={opened.text} />}
				</div>
			)}
		</section>
	);
}

/**
 * Rendered with the same restrictions as an agent's text: no HTML, no fetched content, and links must be
 * confirmed.
 */
function Document({ text }: { text: string }) {
	const command = useDeskCommand();
	return (
		<article aria-label={t("desk.catalog.the-document")} className="card px-4 py-3">
			<LinkOpener value={(url) => void command.call("openLink", { url })}>
				<Markdown text={text} />
			</LinkOpener>
			<Fault text={command.fault} className="mt-3" />
		</article>
	);
}

function Trail({ catalog, onOpen }: { catalog: CatalogView; onOpen: (href: string) => void }) {
	const roots = catalog.roots ?? ROOTS;
	const at = catalog.open?.href ?? null;
	const [first, ...rest] = catalog.trail;
	const others = roots.filter(({ href }) => href !== first?.href && !rest.some((step) => step.href === href));
	const steps = first === undefined ? [] : [first, ...rest];
	return (
		<nav
			aria-label={t("desk.catalog.place-pipeline")}
			className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1"
		>
			<ol className="flex min-w-0 flex-wrap items-center gap-x-1">
				{steps.map((step, index) => (
					<li key={step.href} className="flex min-w-0 items-center gap-1">
						{index > 0 && <ChevronRight size={13} aria-hidden className="shrink-0 text-ink-3" />}
						{step.href === at ? (
							<span aria-current="page" className="truncate px-1 py-0.5 text-f2 text-ink-2">
								<Claim text={step.name} max={60} />
							</span>
						) : (
							<Step name={step.name} onOpen={() => onOpen(step.href)} />
						)}
					</li>
				))}
			</ol>
			{others.length > 0 && (
				<span className="flex items-center gap-1 text-f2 text-ink-3">
					<span className="ml-2">{t("desk.catalog.other-listings")}</span>
					{others.map(({ name, href }) => (
						<Step key={href} name={name} onOpen={() => onOpen(href)} />
					))}
				</span>
			)}
		</nav>
	);
}

function Step({ name, onOpen }: { name: string; onOpen: () => void }) {
	return (
		<TextButton onClick={onOpen} className="truncate px-1 py-0.5 text-f2">
			<Claim text={name} max={60} />
		</TextButton>
	);
}
