import { ChevronLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import type { BuildView } from "../../../ipc/catalog.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import {
	BuildActions,
	BuildDigest,
	BuildSafety,
	CommitAnswer,
	Names,
	RawBuild,
} from "../../components/review/build-parts.tsx";
import { buildTitle, familyText, STATUS_WORDS } from "../../components/review/build-text.ts";
import { SimulationParts } from "../../components/review/simulation-parts.tsx";
import { rich } from "../../components/rich.tsx";
import { Fact, Facts, Section } from "../../components/section.tsx";
import { JsonView } from "../../components/text/json-view.tsx";
import { useDeskCommand } from "../../state/desk.tsx";

export function BuildPane({ build, onBack }: { build: BuildView; onBack: () => void }) {
	const status = STATUS_WORDS[build.status];
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus({ preventScroll: true }), []);
	return (
		<section aria-label={t("desk.catalog.build")} className="mt-3">
			<Button size="small" variant="quiet" className="-ml-3" onClick={onBack}>
				<ChevronLeft size={14} aria-hidden /> {t("desk.catalog.all-builds")}
			</Button>
			<div className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
				<div className="min-w-0">
					<h2 ref={heading} tabIndex={-1} className="text-f4 font-semibold wrap-anywhere">
						<Claim text={buildTitle(build)} max={160} />
					</h2>
					<p className="mt-0.5 flex flex-wrap items-center gap-2 text-f2 text-ink-3">
						<Pill tone={build.committed === null ? status.tone : "in"}>
							{textOf(build.committed === null ? status.text : t("desk.catalog.committed"))}
						</Pill>
						{textOf(build.origin)}
					</p>
				</div>
				{build.committed === null && (
					<p className="shrink-0 text-f2 text-ink-3">
						{rich("desk.catalog.expires", { countdown: () => <Countdown at={build.expiresAt} /> })}
					</p>
				)}
			</div>
			<Doing build={build} onBack={onBack} />
			{build.committed !== null && (
				<Section title={t("desk.catalog.came-commit")} level="h3">
					<CommitAnswer committed={build.committed} />
				</Section>
			)}
			<div className="gap-x-6 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<div className="min-w-0">
					<BuildSafety build={build} level="h3" />
					<SimulationParts simulation={build.simulation} level="h3" />
				</div>
				<div className="min-w-0">
					<Section title={t("desk.catalog.does-order")} aside={t("desk.catalog.build-states")} level="h3">
						<BuildActions actions={build.actions} />
					</Section>
					<Section title={t("desk.catalog.which-build")} level="h3">
						<div className="card px-3.5 py-3">
							<BuildDigest digest={build.digest} />
							<Facts className="mt-3">
								<Fact name={t("ui.app")}>
									{build.app === null ? t("desk.catalog.not-named") : <Claim text={build.app} max={120} />}
								</Fact>
								<Fact name={t("ui.network-type")}>{familyText(build)}</Fact>
								<Fact name={t("components.build.operations")}>
									<Names names={build.operations} none={t("desk.catalog.none-named")} />
								</Fact>
								<Fact name={t("components.build.skills")}>
									<Names names={build.skills} none={t("desk.catalog.none-named")} />
								</Fact>
								<Fact name={t("desk.catalog.expires.label")}>{dateTime(build.expiresAt)}</Fact>
							</Facts>
						</div>
					</Section>
					{build.summary !== null && (
						<Section
							title={t("components.build.summary")}
							aside={t("components.the-services-words")}
							level="h3"
						>
							<div className="card px-3.5 py-2.5">
								<JsonView text={build.summary} what={t("components.build.the-summary")} />
							</div>
						</Section>
					)}
				</div>
			</div>
			<div className="mt-6 border-y border-line">
				<RawBuild raw={build.raw} />
			</div>
		</section>
	);
}

function Doing({ build, onBack }: { build: BuildView; onBack: () => void }) {
	const command = useDeskCommand();
	const { working } = build;
	const buildId = build.id;
	const close = () => command.call("closeBuild", { buildId }, onBack);
	const fault = textOrNull(build.fault) ?? command.fault;
	const text = textOrNull(build.text);
	return (
		<div className="mt-3 grid gap-2.5">
			<div className="flex flex-wrap gap-2">
				{build.committed === null && (
					<>
						<Button
							variant={build.canCommit || working === "committing" ? "primary" : "plain"}
							disabled={!build.canCommit}
							busy={working === "committing"}
							onClick={() => void command.call("reviewBuild", { buildId })}
						>
							{working === "committing" ? t("ui.committing") : t("desk.catalog.commit")}
						</Button>
						<Button
							variant={build.canCommit ? "plain" : "primary"}
							disabled={!build.canSimulate}
							busy={working === "simulating"}
							onClick={() => void command.call("simulateBuild", { buildId })}
						>
							{working === "simulating" ? t("desk.catalog.simulating") : t("desk.catalog.simulate")}
						</Button>
					</>
				)}
				<Button onClick={() => void command.call("saveBuildFile", { buildId })}>
					{t("desk.catalog.save-file")}
				</Button>
				<Button variant="quiet" disabled={working !== null} onClick={() => void close()}>
					{t("components.close")}
				</Button>
			</div>
			<p className="sr-only" role="status">
				{working === "simulating"
					? t("desk.catalog.simulating-service")
					: working === "committing"
						? t("desk.catalog.committing.busy")
						: ""}
			</p>
			{text !== null && text !== fault && <Notice tone="quiet">{text}</Notice>}
			<Fault text={fault} />
		</div>
	);
}
