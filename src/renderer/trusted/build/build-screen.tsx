import { useCallback, useMemo, useRef } from "react";
import { type Message, message } from "../../../core/message.ts";
import type { BuildView } from "../../../ipc/catalog.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import {
	BuildActions,
	BuildDigest,
	CommitAnswer,
	Names,
	RawBuild,
} from "../../components/review/build-parts.tsx";
import { familyText } from "../../components/review/build-text.ts";
import { SimulationParts } from "../../components/review/simulation-parts.tsx";
import { Section } from "../../components/section.tsx";
import { JsonView } from "../../components/text/json-view.tsx";
import { useNow } from "../../state/clock.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { useWake } from "../review/decision/use-wake.ts";
import { CommitBar } from "./commit-bar.tsx";
import { type BuildCommitState, commitState } from "./commit-state.ts";
import { Meaning } from "./meaning.tsx";
import { WhoBuilt } from "./who-built.tsx";

/** How long the content is in sight before Commit wakes, in ms. */
const WAKE_MS = 1000;

const ASKED = message("trusted.build.hand-build-service");
const TITLES: Readonly<Record<BuildCommitState, Message>> = {
	done: message("trusted.build.titles.done"),
	expired: message("trusted.build.titles.expired"),
	impossible: message("trusted.build.titles.impossible"),
	committing: ASKED,
	waking: ASKED,
	again: ASKED,
	ready: ASKED,
};

/** A Build before it is handed to the service: who, what changes, what it allows and costs, the service's checks. */
export function BuildScreen({ build }: { build: BuildView | null }) {
	return build === null ? <NotOpen /> : <OpenBuild build={build} />;
}

function NotOpen() {
	const { bridge } = useTrusted();
	const command = useCommand();
	return (
		<Page
			title={t("trusted.build.build-not-open-any-more")}
			lead={t("trusted.build.nothing-committed-open-build-again")}
		>
			<Button look="primary" onClick={() => void command.send(() => bridge.call("openDesk", {}))}>
				{t("trusted.build.back-catalog")}
			</Button>
		</Page>
	);
}

/** Everything that is drawn of a Build but how far its commit is: what a user has read. */
export function readOf({ fault: _fault, working: _working, text: _words, ...read }: BuildView): string {
	return JSON.stringify(read);
}

function OpenBuild({ build }: { build: BuildView }) {
	const content = useRef<HTMLDivElement>(null);
	const read = useMemo(() => readOf(build), [build]);
	const drawn = useCallback(async () => true, []);
	const state = commitState(build, { now: useNow(), awake: true, sending: false });
	const parts = useMemo(() => [content], []);
	const awake = useWake(build.committed === null ? read : null, "", WAKE_MS, parts, drawn);
	return (
		<div className="relative flex h-full flex-col short:block short:overflow-y-auto">
			<WhoBuilt build={build} />
			<main className="relative min-h-0 flex-1 overflow-y-auto gutter pt-4 pb-5 short:overflow-visible">
				<div ref={content}>
					<h1 tabIndex={-1} className="text-f5 font-semibold tracking-tight text-balance">
						{textOf(TITLES[state])}
					</h1>
					{TITLES[state] === ASKED && <Meaning />}
				</div>
				{build.committed !== null && (
					<div className="mt-4">
						<CommitAnswer committed={build.committed} />
					</div>
				)}
				<SimulationParts simulation={build.simulation} />
				<Section title={t("trusted.build.does-order")} aside={t("trusted.build.build-states")}>
					<BuildActions actions={build.actions} />
				</Section>
				<Section title={t("trusted.build.which-build")}>
					<div className="card px-3.5 py-3">
						<BuildDigest digest={build.digest} />
						<Facts className="mt-3">
							<Fact name={t("trusted.build.chain-family")}>{familyText(build)}</Fact>
							<Fact name={t("trusted.build.operations")}>
								<Names names={build.operations} none={t("trusted.build.none-named")} />
							</Fact>
							<Fact name={t("trusted.build.skills")}>
								<Names names={build.skills} none={t("trusted.build.none-named")} />
							</Fact>
							<Fact name={t("trusted.build.from")}>{textOf(build.origin)}</Fact>
						</Facts>
					</div>
				</Section>
				{build.summary !== null && (
					<Section title={t("trusted.build.summary")} aside={t("trusted.build.the-services-words")}>
						<div className="card px-3.5 py-2.5">
							<JsonView text={build.summary} what={t("trusted.build.the-summary")} />
						</div>
					</Section>
				)}
				<div className="mt-6 border-y border-line">
					<RawBuild raw={build.raw} />
				</div>
			</main>
			<CommitBar build={build} awake={awake} />
		</div>
	);
}
