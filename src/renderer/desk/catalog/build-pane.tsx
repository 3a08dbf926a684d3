import { ChevronLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import type { BuildView } from "../../../bridge/catalog-views.ts";
import { BuildActions, BuildDigest, CommitAnswer, Names, RawBuild } from "../../components/build-parts.tsx";
import { buildTitle, familyWords, STATUS_WORDS } from "../../components/build-words.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { SimulationParts } from "../../components/simulation-parts.tsx";
import { dateTime } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

/** One open Build: what it is, what it would do, and what can be done with it. */
export function BuildPane({ build, onBack }: { build: BuildView; onBack: () => void }) {
	const status = STATUS_WORDS[build.status];
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus({ preventScroll: true }), []);
	return (
		<section aria-label="Build" className="mt-3">
			<Button size="small" look="quiet" className="-ml-3" onClick={onBack}>
				<ChevronLeft size={14} aria-hidden /> All Builds
			</Button>
			<div className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
				<div className="min-w-0">
					<h2 ref={heading} tabIndex={-1} className="text-f4 font-semibold wrap-anywhere">
						<Claim text={buildTitle(build)} max={160} />
					</h2>
					<p className="mt-0.5 flex flex-wrap items-center gap-2 text-f2 text-ink-3">
						<Pill tone={build.committed === null ? status.tone : "in"}>
							{build.committed === null ? status.words : "committed"}
						</Pill>
						{build.origin}
					</p>
				</div>
				{build.committed === null && (
					<p className="shrink-0 text-f2 text-ink-3">
						expires <Countdown at={build.expiresAt} />
					</p>
				)}
			</div>
			<Doing build={build} onBack={onBack} />
			{build.committed !== null && (
				<Section title="What came of the commit" level="h3">
					<CommitAnswer committed={build.committed} />
				</Section>
			)}
			<div className="gap-x-6 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<div className="min-w-0">
					<SimulationParts simulation={build.simulation} level="h3" />
				</div>
				<div className="min-w-0">
					<Section title="What it does, in order" aside="as the Build states it" level="h3">
						<BuildActions actions={build.actions} />
					</Section>
					<Section title="Which Build" level="h3">
						<div className="card px-3.5 py-3">
							<BuildDigest digest={build.digest} />
							<Facts className="mt-3">
								<Fact name="App">
									{build.app === null ? "not named" : <Claim text={build.app} max={120} />}
								</Fact>
								<Fact name="Chain family">{familyWords(build)}</Fact>
								<Fact name="Operations">
									<Names names={build.operations} none="none named" />
								</Fact>
								<Fact name="Skills">
									<Names names={build.skills} none="none named" />
								</Fact>
								<Fact name="Expires">{dateTime(build.expiresAt)}</Fact>
							</Facts>
						</div>
					</Section>
					{build.summary !== null && (
						<Section title="Summary" aside="the service’s words" level="h3">
							<div className="card px-3.5 py-2.5">
								<JsonView text={build.summary} what="the summary" />
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

/** Simulate, Commit…, Save, Close; with the reason where one can't be done. */
function Doing({ build, onBack }: { build: BuildView; onBack: () => void }) {
	const { bridge } = useDesk();
	const wish = useWish();
	const { working } = build;
	const buildId = build.id;
	const close = async () => {
		const outcome = await wish.send(() => bridge.call("closeBuild", { buildId }));
		if (outcome?.ok === true) onBack();
	};
	const fault = build.fault ?? wish.fault;
	return (
		<div className="mt-3 grid gap-2.5">
			<div className="flex flex-wrap gap-2">
				{build.committed === null && (
					<>
						<Button
							look={build.canCommit || working === "committing" ? "primary" : "plain"}
							disabled={!build.canCommit}
							busy={working === "committing"}
							onClick={() => void wish.send(() => bridge.call("reviewBuild", { buildId }))}
						>
							{working === "committing" ? "Committing…" : "Commit…"}
						</Button>
						<Button
							look={build.canCommit ? "plain" : "primary"}
							disabled={!build.canSimulate}
							busy={working === "simulating"}
							onClick={() => void wish.send(() => bridge.call("simulateBuild", { buildId }))}
						>
							{working === "simulating" ? "Simulating…" : "Simulate"}
						</Button>
					</>
				)}
				<Button onClick={() => void wish.send(() => bridge.call("saveBuildFile", { buildId }))}>
					Save to a file…
				</Button>
				<Button look="quiet" disabled={working !== null} onClick={() => void close()}>
					Close
				</Button>
			</div>
			<p className="sr-only" role="status">
				{working === "simulating"
					? "Simulating at the service"
					: working === "committing"
						? "Committing"
						: ""}
			</p>
			{build.words !== null && build.words !== fault && <Notice tone="quiet">{build.words}</Notice>}
			<Fault words={fault} />
		</div>
	);
}
