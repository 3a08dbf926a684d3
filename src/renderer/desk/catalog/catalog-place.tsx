import clsx from "clsx";
import { useLayoutEffect, useRef, useState } from "react";
import { t } from "../../../text/index.ts";
import { Segmented } from "../../components/choice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { BuildList } from "./build-list.tsx";
import { BuildPane } from "./build-pane.tsx";
import { TreePane } from "./tree-pane.tsx";

type CatalogPart = "tree" | "builds";

/** The pipeline: its tree and operations, and the Builds that are open. Nothing of it is signed or committed here. */
export function CatalogPlace() {
	const { catalog } = useDesk().view;
	const [part, setPart] = useState<CatalogPart>("tree");
	const [buildId, setBuildId] = useState<string | null>(null);
	const count = catalog.builds.length;
	const build = catalog.builds.find(({ id }) => id === buildId);
	const content = useRef<HTMLDivElement>(null);
	const shown = `${part} ${build?.id ?? ""}`;
	// Another page begins at its top, wherever the one before was read to.
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
					<h1 className="text-f4 font-semibold tracking-tight">{t("desk.catalog.catalog")}</h1>
					<Segmented
						label={t("desk.catalog.part-catalog")}
						value={part}
						options={[
							{ value: "tree", text: t("desk.catalog.operations") },
							{
								value: "builds",
								text: count === 0 ? t("desk.catalog.builds") : t("desk.catalog.builds-2", { count }),
							},
						]}
						onChoose={(chosen) => {
							setBuildId(null);
							setPart(chosen);
						}}
					/>
				</div>
				{/* Kept while Builds are looked at: what was filled in stays. */}
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
