import { ListChecks } from "lucide-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Message, message } from "../../core/localized-text.ts";
import type { InboxEntryView } from "../../ipc/inbox.ts";
import { headlineText, t, textOf, textOrNull } from "../../text/index.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Fault, Notice } from "../components/notice.tsx";
import { stepName } from "../components/steps.tsx";
import { visibleText } from "../components/text/visible.ts";
import { spoken, useAnnounce } from "../state/announcer.tsx";
import { ClockProvider } from "../state/clock.tsx";
import { useCommand } from "../state/command.ts";
import { DESK_ROUTES, type DeskRoute, isShown, ownerKey, useDesk } from "../state/desk.tsx";
import { useKeys, useRegions } from "../state/keys.ts";
import { LazyPart, useLazyPart } from "../state/lazy-part.ts";
import { usePreservedFocus } from "../state/preserved-focus.ts";
import { useTheme } from "../state/theme.ts";
import { StopAllAgents } from "./agents/stop-agents.tsx";
import { HomePage } from "./home/home-page.tsx";
import { showsFirstRun } from "./inbox/first-run.tsx";
import { Rail } from "./shell/rail.tsx";
import { UpdateNote } from "./shell/update-note.tsx";

interface SpokenChange {
	readonly kind: "arrived" | "moved";
	readonly text: string;
}

function changesOf(
	before: readonly InboxEntryView[],
	after: readonly InboxEntryView[],
): readonly SpokenChange[] {
	const known = new Map(before.map((entry) => [entry.id, entry]));
	return after.flatMap((entry): SpokenChange[] => {
		const last = known.get(entry.id);
		const name = visibleText(headlineText(entry.headline));
		if (last === undefined)
			return entry.state === "waiting" && !entry.muted
				? [{ kind: "arrived", text: t("desk.shell.waiting-for-you", { name }) }]
				: [];
		const moved = (what: string): SpokenChange[] => [
			{ kind: "moved", text: t("desk.shell.entry-is", { name, what }) },
		];
		if (entry.state === "done" && last.state !== "done")
			return moved(textOrNull(entry.note) ?? t("desk.shell.finished"));
		if (entry.stepsDone > last.stepsDone) {
			const step = entry.steps[entry.stepsDone - 1];
			return moved(step === undefined ? t("desk.shell.moved-on") : stepName(step));
		}
		return [];
	});
}

export function spokenChanges(
	before: readonly InboxEntryView[],
	after: readonly InboxEntryView[],
): string | null {
	const changes = changesOf(before, after);
	const [only] = changes;
	if (only === undefined) return null;
	if (changes.length === 1) return spoken(only.text);
	const arrived = changes.filter(({ kind }) => kind === "arrived").length;
	return t("desk.shell.several-changes", { arrived, moved: changes.length - arrived }).trim();
}

function SetupNote() {
	const { bridge, view, route } = useDesk();
	const command = useCommand();
	const { setup } = view;
	const lacksKeys = view.vault.state === "none" && view.accounts.length === 0;
	const isShownElsewhere = route === "inbox" && showsFirstRun(view);
	if (isShownElsewhere || (setup === null && !lacksKeys)) return null;
	return (
		<section
			aria-label={t("desk.shell.setup")}
			className="shrink-0 border-b border-line bg-surface px-4 py-2"
		>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<ListChecks size={16} aria-hidden className="shrink-0 text-accent" />
				<p className="min-w-0 flex-1">
					{setup === null
						? t("desk.shell.no-keys")
						: t("desk.shell.setup-left", { done: setup.done, of: setup.of })}
				</p>
				<Button
					size="small"
					busy={command.busy}
					onClick={() =>
						void command.send(() =>
							bridge.call("openTrusted", { screen: setup === null ? "unlock" : "setup" }),
						)
					}
				>
					{setup === null ? t("desk.inbox.set-up-keys") : t("desk.inbox.go-on-with-setup")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</section>
	);
}

const SHORTCUTS: readonly (readonly [keys: readonly string[], text: Message])[] = [
	[["J", "K"], message("desk.shell.next-previous-entry-inbox")],
	[["Enter"], message("desk.shell.open-review-chosen-entry")],
	[["R"], message("desk.shell.reject-chosen")],
	[["C"], message("desk.shell.ask-change")],
	[["X"], message("desk.shell.select-chosen")],
	[["Shift", "J", "K"], message("desk.shell.select-more")],
	[["F6"], message("desk.shell.next-region")],
	[["1", "…", "8"], message("desk.shell.go-to-place")],
	[["N"], message("desk.shell.new-conversation")],
	[["Enter"], message("desk.shell.send-message-shift-enter-new")],
	[["/"], message("desk.shell.search-conversation-focus-ctrl-f")],
	[["Esc"], message("desk.shell.close-dialog-leave-message-box")],
	[["?"], message("desk.shell.these-shortcuts")],
];

function Shortcuts({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title={t("desk.shell.keyboard-shortcuts")} onClose={onClose}>
			<dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-f3">
				{SHORTCUTS.map(([keys, text]) => (
					<div key={text.code} className="contents">
						<dt className="flex gap-1">
							{keys.map((key) => (
								<kbd
									key={key}
									className="num min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center text-f2"
								>
									{key}
								</kbd>
							))}
						</dt>
						<dd className="text-ink-2">{textOf(text)}</dd>
					</div>
				))}
			</dl>
			<p className="mt-4 text-f2 text-ink-3">{t("desk.shell.approving-no-shortcut-takes-press")}</p>
		</Dialog>
	);
}

function Arrivals() {
	const { view } = useDesk();
	const { inbox } = view;
	const owner = ownerKey(view);
	const announce = useAnnounce();
	const last = useRef({ inbox, owner });
	useEffect(() => {
		const before = last.current;
		last.current = { inbox, owner };
		// After a change of service or user, nothing arrived and the old announcement is removed.
		if (before.owner !== owner) announce("");
		else {
			const sentence = spokenChanges(before.inbox, inbox);
			if (sentence !== null) announce(sentence);
		}
	}, [inbox, owner, announce]);
	return null;
}

function Alerts() {
	const { alerts } = useDesk().view;
	if (alerts.length === 0) return null;
	return (
		<section
			aria-label={t("desk.shell.problems")}
			className="grid max-h-40 shrink-0 gap-2 overflow-auto border-b border-line p-3"
		>
			{alerts.map((text) => (
				<Notice key={textOf(text)} tone="danger" alert>
					{textOf(text)}
				</Notice>
			))}
		</section>
	);
}

const lazyInbox = new LazyPart(async () => (await import("./desk-inbox.ts")).InboxPlace);
const lazyPages = new LazyPart(async () => (await import("./desk-routes.ts")).PAGES);
/** Loaded after Home, in order of likely use. */
export const LAZY_PARTS = [lazyInbox, lazyPages] as const;

function RoutePage({ place, onDrawn }: { place: DeskRoute; onDrawn: (place: DeskRoute) => void }) {
	const inbox = useLazyPart(lazyInbox, place === "inbox");
	const places = useLazyPart(lazyPages, place !== "inbox" && place !== "home");
	const Screen = place === "home" ? HomePage : place === "inbox" ? inbox : places?.[place];
	const isDrawn = Boolean(Screen);
	useEffect(() => {
		if (isDrawn) onDrawn(place);
	}, [isDrawn, place, onDrawn]);
	return Screen ? <Screen /> : <div aria-busy="true" className="h-full" />;
}

function MainClock({ children }: { children: ReactNode }) {
	return <ClockProvider mainNow={useDesk().view.now}>{children}</ClockProvider>;
}

function focusHeading(content: HTMLElement | null): void {
	const main = content?.querySelector<HTMLElement>("main") ?? null;
	const headings = [...(main?.querySelectorAll<HTMLElement>("h1") ?? [])];
	const heading = headings.find((each) => each.checkVisibility()) ?? main;
	if (heading?.hasAttribute("tabindex") === false) heading.tabIndex = -1;
	heading?.focus();
}

function useGoToHeading(content: RefObject<HTMLElement | null>) {
	const { view, route, go } = useDesk();
	const next = useRef<DeskRoute | null>(null);
	const onDrawn = useCallback(
		(drawn: DeskRoute) => {
			if (next.current !== drawn) return;
			next.current = null;
			focusHeading(content.current);
		},
		[content],
	);
	const goByKey = (to: DeskRoute) => {
		next.current = to === route ? null : to;
		go(to);
	};
	const isSetUp = view.setup === null;
	const wasSetUp = useRef(isSetUp);
	useEffect(() => {
		const hasEnded = isSetUp && !wasSetUp.current;
		wasSetUp.current = isSetUp;
		// A user who moved on meanwhile keeps page and focus.
		if (!hasEnded || document.activeElement !== document.body) return;
		if (route === "inbox") focusHeading(content.current);
		else {
			next.current = "inbox";
			go("inbox");
		}
	}, [isSetUp, route, go, content]);
	return { goByKey, onDrawn };
}

export function Desk() {
	const { view, route, openSession, isStopping, setStopping } = useDesk();
	const [help, setHelp] = useState(false);
	const content = useRef<HTMLDivElement>(null);
	usePreservedFocus(content);
	useRegions();
	useTheme(view.settings.theme);
	const { goByKey, onDrawn } = useGoToHeading(content);
	useKeys({
		...Object.fromEntries(
			DESK_ROUTES.map((to, index) => [
				String(index + 1),
				() => (isShown(to, view.settings) ? goByKey(to) : false),
			]),
		),
		n: () => openSession(null),
		"?": () => setHelp(true),
	});
	return (
		<MainClock>
			<div className="grid h-full grid-cols-[3.5rem_minmax(0,1fr)] wide:grid-cols-[13rem_minmax(0,1fr)]">
				<Rail onHelp={() => setHelp(true)} />
				<div ref={content} className="flex min-h-0 min-w-0 flex-col">
					<Alerts />
					<SetupNote />
					<UpdateNote />
					<main tabIndex={-1} className="min-h-0 flex-1">
						<RoutePage key={route} place={route} onDrawn={onDrawn} />
					</main>
				</div>
			</div>
			<Arrivals />
			{isStopping && <StopAllAgents onClose={() => setStopping(false)} />}
			{help && <Shortcuts onClose={() => setHelp(false)} />}
		</MainClock>
	);
}
