import { CircleCheck, Inbox, LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import type { TrustedScreen } from "../../ipc/windows.ts";
import { headlineText, t, textOrNull } from "../../text/index.ts";
import { NamesProvider } from "../components/address.tsx";
import { Button } from "../components/button.tsx";
import { Claim } from "../components/claim.tsx";
import { Empty } from "../components/empty.tsx";
import { ClockProvider } from "../state/clock.tsx";
import { useCommand } from "../state/command.ts";
import { useRegions } from "../state/keys.ts";
import { LazyPart, useLazyPart } from "../state/lazy-part.ts";
import { usePreservedFocus } from "../state/preserved-focus.ts";
import { useTheme } from "../state/theme.ts";
import { useTrusted } from "../state/trusted.tsx";
import { SetupFrame } from "./first-run/frame.tsx";
import { type FirstScreen, isFirst } from "./first-screens.ts";
import { Page } from "./page.tsx";
import { ProgressScreen } from "./progress/progress-screen.tsx";
import { RejectionScreen } from "./review/decision/rejection-screen.tsx";
import { ReviewScreen } from "./review/review-screen.tsx";
import { Unlock } from "./setup/unlock.tsx";
import type { LaterScreens } from "./trusted-screens.tsx";

export const laterScreens = new LazyPart(async () => (await import("./trusted-screens.tsx")).LaterScreens);

/** Returns `null` if the next screen of this kind can't be about something else. */
function subjectOf(screen: TrustedScreen): string | null {
	switch (screen.screen) {
		case "review":
			return screen.review.entryId;
		case "rejection":
			return screen.rejection.group;
		case "progress":
			return screen.progress.entryId;
		default:
			return null;
	}
}

export function TrustedWindow() {
	const { view } = useTrusted();
	const { screen } = view;
	const content = useRef<HTMLDivElement>(null);
	useTheme(view.theme);
	usePreservedFocus(content);
	useRegions();
	// The focus starts at the heading, or at a danger above it, but never on a button that decides.
	const name = screen.screen;
	const subject = subjectOf(screen);
	const later = useLazyPart(laterScreens, !isFirst(screen));
	const isThere = isFirst(screen) || later !== null;
	useEffect(() => {
		if (!isThere || name === "unlock" || name === "phraseCheck") return;
		const first = content.current?.querySelector<HTMLElement>("[data-read-first]");
		(first ?? content.current?.querySelector<HTMLElement>("h1"))?.focus();
		// A new review, rejection or progress starts at the top.
	}, [name, subject, isThere]);
	return (
		<ClockProvider mainNow={view.now}>
			<div ref={content} className="h-full">
				<SetupFrame setup={view.setup}>
					<Screen screen={screen} later={later} />
				</SetupFrame>
			</div>
		</ClockProvider>
	);
}

function Screen({ screen, later: Later }: { screen: TrustedScreen; later: typeof LaterScreens | null }) {
	if (isFirst(screen)) return <First screen={screen} />;
	return Later === null ? <main aria-busy="true" className="h-full" /> : <Later screen={screen} />;
}

function First({ screen }: { screen: FirstScreen }) {
	switch (screen.screen) {
		case "empty":
			return <NothingOpen waiting={screen.waiting} />;
		case "unlock":
			return <Unlock then={textOrNull(screen.next)} />;
		case "loading":
			return <Loading headline={headlineText(screen.headline)} />;
		case "review":
			return (
				<NamesProvider value={screen.review.names}>
					<ReviewScreen
						key={screen.review.entryId}
						review={screen.review}
						ticket={screen.ticket}
						offline={screen.offline}
						allowOnce={screen.allowOnce}
						exceptionUntil={screen.exceptionUntil}
						wakeMs={screen.wakeMs}
						queue={screen.queue}
					/>
				</NamesProvider>
			);
		case "rejection":
			return (
				<RejectionScreen key={screen.rejection.group} rejection={screen.rejection} waiting={screen.waiting} />
			);
		case "progress":
			return (
				<ProgressScreen key={screen.progress.entryId} progress={screen.progress} waiting={screen.waiting} />
			);
	}
}

function NothingOpen({ waiting }: { waiting: number }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const isDone = waiting === 0;
	return (
		<main className="grid h-full place-items-center overflow-y-auto">
			<Empty
				icon={isDone ? CircleCheck : Inbox}
				level={1}
				title={isDone ? t("trusted.nothing-waits") : t("trusted.entries-wait", { count: waiting })}
				action={
					<div className="flex gap-2">
						<Button look="primary" onClick={() => void command.send(() => bridge.call("openDesk", {}))}>
							{t("trusted.open-the-inbox")}
						</Button>
						<Button onClick={() => void command.send(() => bridge.call("close", {}))}>
							{t("trusted.close")}
						</Button>
					</div>
				}
			>
				{isDone ? t("trusted.agent-asks-sign-reviewed-approved") : t("trusted.choose-entry-inbox-review")}
			</Empty>
		</main>
	);
}

function Loading({ headline }: { headline: string }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	return (
		<Page
			title={t("trusted.reading-again-before-decide")}
			lead={<Claim text={headline} max={200} />}
			bar={
				<Button look="quiet" onClick={() => void command.send(() => bridge.call("openDesk", {}))}>
					{t("trusted.back-to-inbox")}
				</Button>
			}
		>
			<p className="flex items-center gap-3 text-f2 text-ink-2" role="status">
				<LoaderCircle size={16} aria-hidden className="motion-turn" />
				{t("trusted.asking-service-current-review-chain")}
			</p>
		</Page>
	);
}
