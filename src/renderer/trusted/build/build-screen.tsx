import { useCallback, useMemo, useRef } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { BuildView } from "../../../ipc/catalog.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import {
	BuildActions,
	BuildDigest,
	BuildSafety,
	CommitAnswer,
	Names,
	RawBuild,
} from "../../components/review/build-parts.tsx";
import { familyText } from "../../components/review/build-text.ts";
import { initial } from "../../components/review/sentences.ts";
import { SimulationParts } from "../../components/review/simulation-parts.tsx";
import { rich } from "../../components/rich.tsx";
import { Fact, Facts, Section } from "../../components/section.tsx";
import { JsonView } from "../../components/text/json-view.tsx";
import { useNow } from "../../state/clock.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { useReadingTime } from "../review/decision/use-reading-time.ts";

/** `again`: an earlier attempt was refused temporarily, or its outcome is unknown. */
type BuildCommitState = "done" | "committing" | "expired" | "impossible" | "unread" | "again" | "ready";

const EXPIRED = message("trusted.build.expired");

/** @param now main's clock, in Unix ms */
export function commitState(
	build: Pick<BuildView, "committed" | "working" | "canCommit" | "expiresAt" | "fault">,
	{ now, isRead, sending }: { readonly now: number; readonly isRead: boolean; readonly sending: boolean },
): BuildCommitState {
	if (build.committed !== null) return "done";
	if (sending || build.working === "committing") return "committing";
	if (build.expiresAt <= now) return build.canCommit && build.fault !== null ? "again" : "expired";
	if (!build.canCommit) return "impossible";
	if (!isRead) return "unread";
	return build.fault === null ? "ready" : "again";
}

const WORDS = {
	expired: message("trusted.build.words.expired"),
	impossible: message("trusted.build.words.impossible"),
	committing: message("ui.committing"),
	unread: message("ui.read-first"),
	again: message("ui.try-again"),
	ready: message("trusted.build.words.ready"),
} as const;

function CommitBar({ build, isRead }: { build: BuildView; isRead: boolean }) {
	const now = useNow();
	const command = useTrustedCommand();
	const leave = useTrustedCommand();
	const state = commitState(build, { now, isRead, sending: command.busy });
	const toDesk = () => void leave.call("openDesk", {});
	// Main commits the Build only if it still has the displayed digest.
	const commit = () => void command.call("commitBuild", { buildId: build.id, digest: build.digest });
	const fault = textOrNull(build.fault) ?? command.fault;
	const text = textOrNull(build.text);
	const reason = state === "expired" ? (text ?? EXPIRED) : state === "impossible" ? text : null;
	return (
		<section
			aria-label={t("ui.your-decision")}
			className="max-h-[60%] shrink-0 overflow-y-auto short:sticky short:bottom-0 gutter border-t border-line bg-surface pt-3 pb-3.5"
		>
			{state === "done" ? (
				<Button variant="primary" className="min-h-12 w-full" onClick={toDesk}>
					{t("trusted.build.back-desk")}
				</Button>
			) : (
				<>
					<Fault text={fault} className="mb-2.5" />
					{reason !== null && textOf(reason) !== fault && (
						<Notice tone="caution" className="mb-2.5">
							{textOf(reason)}
						</Notice>
					)}
					<div className="flex gap-2.5">
						<Button className="min-h-12" onClick={toDesk}>
							{t("ui.not-now")}
						</Button>
						<Button
							variant="primary"
							className="min-h-12 min-w-0 flex-1 whitespace-normal"
							disabled={state !== "ready" && state !== "again"}
							busy={state === "committing"}
							onClick={commit}
						>
							{textOf(WORDS[state])}
						</Button>
					</div>
				</>
			)}
		</section>
	);
}

export function WhoBuilt({ build }: { build: BuildView }) {
	const { app, operations, expiresAt, committed } = build;
	const [first, ...others] = operations;
	const now = useNow();
	return (
		<header className="flex shrink-0 flex-wrap items-start gap-x-3 gap-y-1.5 border-b border-line bg-surface gutter py-3">
			<span
				aria-hidden
				className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-f2 font-semibold text-accent"
			>
				{initial(app ?? "?")}
			</span>
			<div className="min-w-0 flex-1 basis-40">
				<p className="line-clamp-2 text-f2 wrap-anywhere">
					<b className="font-semibold">
						{app === null ? t("trusted.build.app-not-named") : <Claim text={app} max={40} />}
					</b>{" "}
					<span className="text-ink-2">{t("trusted.build.made-this-build")}</span>
				</p>
				<p className="line-clamp-2 text-f1 text-ink-3 wrap-anywhere">
					{first === undefined
						? t("trusted.build.no-operations-named")
						: rich(
								"components.build.operations.first",
								{ operation: () => <Claim text={first} max={120} /> },
								{ more: others.length },
							)}
				</p>
			</div>
			{committed === null && (
				<div className="shrink-0 text-right max-[24rem]:flex max-[24rem]:flex-1 max-[24rem]:items-baseline max-[24rem]:gap-1.5">
					<Countdown at={expiresAt} className="block text-f2" />
					{now < expiresAt && <p className="text-f1 text-ink-3">{t("trusted.build.until-it-expires")}</p>}
				</div>
			)}
		</header>
	);
}

export function Meaning() {
	return (
		<ul className="mt-2 grid list-disc gap-1 pl-4.5 text-f2 text-pretty text-ink-2 marker:text-ink-3">
			<li>{t("trusted.build.commit.help")}</li>
			<li>{t("trusted.build.commit.requests")}</li>
			<li>
				<b className="font-semibold text-ink">{t("trusted.build.submitter.warning")}</b>
			</li>
		</ul>
	);
}

const BUILD_SERVICE = message("trusted.build.send");
const TITLES: Readonly<Record<BuildCommitState, Message>> = {
	done: message("trusted.build.titles.done"),
	expired: message("trusted.build.titles.expired"),
	impossible: message("trusted.build.titles.impossible"),
	committing: BUILD_SERVICE,
	unread: BUILD_SERVICE,
	again: BUILD_SERVICE,
	ready: BUILD_SERVICE,
};

export function BuildScreen({ build }: { build: BuildView | null }) {
	return build === null ? <NotOpen /> : <OpenBuild build={build} />;
}

function NotOpen() {
	const command = useTrustedCommand();
	return (
		<Page title={t("trusted.build.closed")} lead={t("trusted.build.commit.none")}>
			<Button variant="primary" onClick={() => void command.call("openDesk", {})}>
				{t("trusted.build.back-catalog")}
			</Button>
		</Page>
	);
}

/** Identifies the content that the user has read: everything except the commit state. */
export function readOf({ fault: _fault, working: _working, text: _words, ...read }: BuildView): string {
	return JSON.stringify(read);
}

function OpenBuild({ build }: { build: BuildView }) {
	const content = useRef<HTMLDivElement>(null);
	const read = useMemo(() => readOf(build), [build]);
	const drawn = useCallback(async () => true, []);
	const state = commitState(build, { now: useNow(), isRead: true, sending: false });
	const parts = useMemo(() => [content], []);
	const isRead = useReadingTime(build.committed === null ? read : null, "", parts, drawn);
	return (
		<div className="relative flex h-full flex-col short:block short:overflow-y-auto">
			<WhoBuilt build={build} />
			<main className="relative min-h-0 flex-1 overflow-y-auto gutter pt-4 pb-5 short:overflow-visible">
				<div ref={content}>
					<h1 tabIndex={-1} className="text-f5 font-semibold tracking-tight text-balance">
						{textOf(TITLES[state])}
					</h1>
					{TITLES[state] === BUILD_SERVICE && <Meaning />}
				</div>
				{build.committed !== null && (
					<div className="mt-4">
						<CommitAnswer committed={build.committed} />
					</div>
				)}
				<BuildSafety build={build} level="h2" />
				<SimulationParts simulation={build.simulation} />
				<Section title={t("trusted.build.does-order")} aside={t("trusted.build.build-states")}>
					<BuildActions actions={build.actions} />
				</Section>
				<Section title={t("trusted.build.which-build")}>
					<div className="card px-3.5 py-3">
						<BuildDigest digest={build.digest} />
						<Facts className="mt-3">
							<Fact name={t("ui.network-type")}>{familyText(build)}</Fact>
							<Fact name={t("components.build.operations")}>
								<Names names={build.operations} none={t("trusted.build.none-named")} />
							</Fact>
							<Fact name={t("components.build.skills")}>
								<Names names={build.skills} none={t("trusted.build.none-named")} />
							</Fact>
							<Fact name={t("trusted.build.from")}>{textOf(build.origin)}</Fact>
						</Facts>
					</div>
				</Section>
				{build.summary !== null && (
					<Section title={t("components.build.summary")} aside={t("components.the-services-words")}>
						<div className="card px-3.5 py-2.5">
							<JsonView text={build.summary} what={t("components.build.the-summary")} />
						</div>
					</Section>
				)}
				<div className="mt-6 border-y border-line">
					<RawBuild raw={build.raw} />
				</div>
			</main>
			<CommitBar build={build} isRead={isRead} />
		</div>
	);
}
