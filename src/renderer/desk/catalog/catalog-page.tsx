import clsx from "clsx";
import { ChevronRight, FolderOpen, Package } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { BuildView } from "../../../ipc/catalog.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { buildTitle, familyText, STATUS_WORDS } from "../../components/review/build-text.ts";
import { rich } from "../../components/rich.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { BuildPane } from "./build-pane.tsx";
import { TreePane } from "./tree-pane.tsx";

function BuildList({ onOpen }: { onOpen: (buildId: string) => void }) {
	const { builds } = useDesk().view.catalog;
	const command = useDeskCommand();
	const fromFile = (
		<Button size="small" {...command.press("openBuildFile", {})}>
			<FolderOpen size={14} aria-hidden /> {t("desk.catalog.open-file")}
		</Button>
	);
	if (builds.length === 0)
		return (
			<section aria-label={t("desk.catalog.builds")}>
				<Empty icon={Package} title={t("desk.catalog.no-build-open")} action={fromFile}>
					{rich("desk.catalog.builds.empty", {
						fault: () => <Fault text={command.fault} className="mt-3 text-left" />,
					})}
				</Empty>
			</section>
		);
	return (
		<section aria-label={t("desk.catalog.builds")} className="mt-4">
			<div className="mb-2 flex flex-wrap items-center justify-between gap-3">
				<h2 className="label">{t("desk.catalog.open-builds")}</h2>
				{fromFile}
			</div>
			<Fault text={command.fault} className="mb-3" />
			<ul className="card *:not-first:border-t *:not-first:border-line-2">
				{builds.map((build) => (
					<li key={build.id}>
						<Row build={build} onOpen={() => onOpen(build.id)} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Row({ build, onOpen }: { build: BuildView; onOpen: () => void }) {
	const status = STATUS_WORDS[build.status];
	const [first, ...others] = build.operations;
	return (
		<button
			type="button"
			onClick={onOpen}
			className="flex w-full items-center gap-3 px-3.5 py-2.5 text-left -outline-offset-2 hover:bg-sunken"
		>
			<Package size={16} aria-hidden className="shrink-0 text-ink-2" />
			<span className="grid min-w-0 flex-1 gap-0.5">
				<Claim text={buildTitle(build)} max={120} className="truncate font-medium" />
				<span className="truncate text-f1 text-ink-3">
					{familyText(build)}
					{first !== undefined && (
						<>
							{" · "}
							{rich(
								"components.build.operations.first",
								{ operation: () => <Claim text={first} max={120} /> },
								{ more: others.length },
							)}
						</>
					)}
				</span>
			</span>
			<span className="flex shrink-0 flex-col items-end gap-0.5">
				<Pill tone={build.committed === null ? status.tone : "in"}>
					{textOf(build.committed === null ? status.text : t("desk.catalog.committed"))}
				</Pill>
				{build.committed === null && <Countdown alone at={build.expiresAt} className="text-f1" />}
			</span>
			<ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
		</button>
	);
}

type CatalogPart = "tree" | "builds";

export function CatalogPage() {
	const { catalog } = useDesk().view;
	const [part, setPart] = useState<CatalogPart>("tree");
	const [buildId, setBuildId] = useState<string | null>(null);
	const count = catalog.builds.length;
	const build = catalog.builds.find(({ id }) => id === buildId);
	const content = useRef<HTMLDivElement>(null);
	const shown = `${part} ${build?.id ?? ""}`;
	// Scrolls to the top when the page changes.
	useLayoutEffect(() => {
		if (shown !== "") content.current?.scrollTo({ top: 0 });
	}, [shown]);
	const show = (id: string | null) => {
		setBuildId(id);
		setPart("builds");
	};
	return (
		<div ref={content} className="h-full overflow-y-auto">
			<div
				className={clsx(
					"mx-auto px-6 pt-5 pb-8",
					part === "builds" && build !== undefined ? "max-w-5xl" : "max-w-4xl",
				)}
			>
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<h1 className="text-f4 font-semibold tracking-tight">{t("desk.shell.items.catalog")}</h1>
					<Segmented
						label={t("desk.catalog.part-catalog")}
						value={part}
						options={[
							{ value: "tree", text: t("components.build.operations") },
							{
								value: "builds",
								text: count === 0 ? t("desk.catalog.builds") : t("desk.catalog.builds.count", { count }),
							},
						]}
						onChoose={(chosen) => {
							setBuildId(null);
							setPart(chosen);
						}}
					/>
				</div>
				{/* Stays mounted while the Builds are shown, so that it keeps its input. */}
				<div hidden={part !== "tree"}>
					<TreePane onBuild={show} />
				</div>
				{part === "builds" &&
					(build === undefined ? (
						<BuildList onOpen={show} />
					) : (
						<BuildPane key={build.id} build={build} onBack={() => show(null)} />
					))}
			</div>
		</div>
	);
}
