import { CircleCheck, Inbox, LoaderCircle } from "lucide-react";
import type { EntryScreen } from "../../ipc/windows.ts";
import { headlineText, t } from "../../text/index.ts";
import { NamesProvider } from "../components/address.tsx";
import { Button } from "../components/button.tsx";
import { Claim } from "../components/claim.tsx";
import { Empty } from "../components/empty.tsx";
import { useTrustedCommand } from "../state/trusted.tsx";
import { Page } from "./page.tsx";
import { ProgressScreen } from "./progress/progress-screen.tsx";
import { RejectionScreen } from "./review/decision/rejection-screen.tsx";
import { ReviewScreen } from "./review/review-screen.tsx";

/** Shows a single request, either as the whole window or as a card in *Review all*. */
export function EntryView({ screen }: { screen: EntryScreen }) {
	switch (screen.screen) {
		case "empty":
			return <NothingOpen waiting={screen.waiting} />;
		case "loading":
			return <Loading headline={headlineText(screen.headline)} />;
		case "review":
			return (
				<NamesProvider value={screen.review.names}>
					<ReviewScreen key={screen.review.entryId} {...screen} />
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
	const command = useTrustedCommand();
	const isDone = waiting === 0;
	return (
		<main className="grid h-full place-items-center overflow-y-auto">
			<Empty
				icon={isDone ? CircleCheck : Inbox}
				level={1}
				title={isDone ? t("ui.nothing-waits") : t("ui.requests-waiting", { count: waiting })}
				action={
					<div className="flex gap-2">
						<Button variant="primary" onClick={() => void command.call("openDesk", {})}>
							{t("trusted.open-the-inbox")}
						</Button>
						<Button onClick={() => void command.call("close", {})}>{t("components.close")}</Button>
					</div>
				}
			>
				{isDone ? t("trusted.idle.text") : t("trusted.idle.choose")}
			</Empty>
		</main>
	);
}

function Loading({ headline }: { headline: string }) {
	const command = useTrustedCommand();
	return (
		<Page
			title={t("trusted.loading.title")}
			lead={<Claim text={headline} max={200} />}
			bar={
				<Button variant="quiet" onClick={() => void command.call("openDesk", {})}>
					{t("ui.back.inbox")}
				</Button>
			}
		>
			<p className="flex items-center gap-3 text-f2 text-ink-2" role="status">
				<LoaderCircle size={16} aria-hidden className="motion-turn" />
				{t("trusted.loading.text")}
			</p>
		</Page>
	);
}
