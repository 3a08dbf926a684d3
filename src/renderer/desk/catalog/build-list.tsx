import { ChevronRight, FolderOpen, Package } from "lucide-react";
import type { BuildView } from "../../../bridge/catalog-views.ts";
import { buildTitle, familyWords, STATUS_WORDS } from "../../components/build-words.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

/** The Builds that are open, newest first. */
export function BuildList({ onOpen }: { onOpen: (buildId: string) => void }) {
	const { bridge, view } = useDesk();
	const { builds } = view.catalog;
	const wish = useWish();
	const fromFile = (
		<Button
			busy={wish.busy}
			size="small"
			onClick={() => void wish.send(() => bridge.call("openBuildFile", {}))}
		>
			<FolderOpen size={14} aria-hidden /> Open from a file…
		</Button>
	);
	if (builds.length === 0)
		return (
			<section aria-label="Builds">
				<Empty icon={Package} title="No Build is open" action={fromFile}>
					A Build is what an operation prepared: its actions and what they would do. It is opened here when an
					operation makes one, or from a file. It is kept while Countersign runs; save it to keep it longer.
					<Fault words={wish.fault} className="mt-3 text-left" />
				</Empty>
			</section>
		);
	return (
		<section aria-label="Builds" className="mt-4">
			<div className="mb-2 flex flex-wrap items-center justify-between gap-3">
				<h2 className="label">Open Builds</h2>
				{fromFile}
			</div>
			<Fault words={wish.fault} className="mb-3" />
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
					{familyWords(build)}
					{first !== undefined && (
						<>
							{" · "}
							<Claim text={first} max={120} />
							{others.length > 0 && ` and ${others.length} more`}
						</>
					)}
				</span>
			</span>
			<span className="flex shrink-0 flex-col items-end gap-0.5">
				<Pill tone={build.committed === null ? status.tone : "in"}>
					{build.committed === null ? status.words : "committed"}
				</Pill>
				{build.committed === null && <Countdown at={build.expiresAt} className="text-f1" />}
			</span>
			<ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
		</button>
	);
}
