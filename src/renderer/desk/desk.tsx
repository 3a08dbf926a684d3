import { ListChecks } from "lucide-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { message } from "../../core/localized-text.ts";
import type { InboxEntryView } from "../../ipc/inbox.ts";
import { headlineText, t, textOf, textOrNull } from "../../text/index.ts";
import { Button } from "../components/button.tsx";
import { Modal } from "../components/dialog.tsx";
import { type KeyHelp, Shortcuts } from "../components/kbd.tsx";
import { Fault, Notice } from "../components/notice.tsx";
import { stepName } from "../components/steps.tsx";
import { visibleText } from "../components/text/visible.ts";
import { spoken, useAnnounce } from "../state/announcer.tsx";
import { ClockProvider } from "../state/clock.tsx";
import { DESK_ROUTES, type DeskRoute, isShown, ownerKey, useDesk, useDeskCommand } from "../state/desk.tsx";
import { isDialogOpen, useKeys, useRegions, useWindowKeys } from "../state/keys.ts";
import { LazyPart, useLazyPart } from "../state/lazy-part.ts";
import { usePreservedFocus } from "../state/preserved-focus.ts";
import { useTheme } from "../state/theme.ts";
import { StopAllAgents } from "./agents/stop-agents.tsx";
import { HomePage } from "./home/home-page.tsx";
import { showsFirstRun } from "./inbox/first-run.tsx";
import type { PaletteActs } from "./palette/palette-items.ts";
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
	const { view, route } = useDesk();
	const command = useDeskCommand();
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
					{...command.press("openTrusted", { screen: setup === null ? "unlock" : "setup" })}
				>
					{setup === null ? t("desk.inbox.set-up-keys") : t("desk.inbox.continue-setup")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</section>
	);
}

const SHORTCUTS: readonly KeyHelp[] = [
	[["J", "K"], message("desk.shell.next-entry")],
	[["Enter"], message("desk.shell.open-selected")],
	[["R"], message("desk.shell.reject-chosen")],
	[["C"], message("desk.shell.ask-change")],
	[["X"], message("desk.shell.select-chosen")],
	[["Shift", "J", "K"], message("desk.shell.select-more")],
	[["F6"], message("desk.shell.next-region")],
	[["1", "…", "8"], message("desk.shell.go-to-place")],
	[["N"], message("desk.sessions.new-conversation")],
	[["Enter"], message("desk.shell.send-help")],
	[["T"], message("desk.shell.review-all")],
	[["Ctrl", "K"], message("desk.shell.palette")],
	[["/"], message("desk.shell.search-help")],
	[["Esc"], message("desk.shell.close-dialog")],
	[["?"], message("desk.shell.these-shortcuts")],
];

function Arrivals() {
	const { view } = useDesk();
	const { inbox } = view;
	const owner = ownerKey(view);
	const announce = useAnnounce();
	const last = useRef({ inbox, owner });
	useEffect(() => {
		const before = last.current;
		last.current = { inbox, owner };
		// After a change of service or user, nothing new has arrived, so the last announcement is removed.
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

const lazyInbox = new LazyPart(async () => (await import("./desk-inbox.ts")).InboxPage);
const lazyPages = new LazyPart(async () => (await import("./desk-routes.ts")).PAGES);
const lazyPalette = new LazyPart(async () => (await import("./palette/palette.tsx")).Palette);
/** Parts to load after Home, most likely first. */
export const LAZY_PARTS = [lazyInbox, lazyPages, lazyPalette] as const;

function RoutePage({ route, onDrawn }: { route: DeskRoute; onDrawn: (route: DeskRoute) => void }) {
	const inbox = useLazyPart(lazyInbox, route === "inbox");
	const pages = useLazyPart(lazyPages, route !== "inbox" && route !== "home");
	const Screen = route === "home" ? HomePage : route === "inbox" ? inbox : pages?.[route];
	const isDrawn = Boolean(Screen);
	useEffect(() => {
		if (isDrawn) onDrawn(route);
	}, [isDrawn, route, onDrawn]);
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
	const goByKey = (to: DeskRoute, id?: string) => {
		next.current = to === route && id === undefined ? null : to;
		go(to, id);
	};
	const isSetUp = view.setup === null;
	const wasSetUp = useRef(isSetUp);
	useEffect(() => {
		const hasEnded = isSetUp && !wasSetUp.current;
		wasSetUp.current = isSetUp;
		// If the user has already focused something else, neither the page nor the focus changes.
		if (!hasEnded || document.activeElement !== document.body) return;
		if (route === "inbox") focusHeading(content.current);
		else {
			next.current = "inbox";
			go("inbox");
		}
	}, [isSetUp, route, go, content]);
	return { goByKey, onDrawn };
}

/** Higher than the number displayed, because some of the items may no longer exist. */
const MAX_REMEMBERED = 20;

/** Opens the palette even while the user is typing, but not on top of another dialog. */
function usePaletteKey(onPress: () => void): void {
	useWindowKeys((event) => {
		const isOne = event.key.toLowerCase() === "k" && event.ctrlKey !== event.metaKey;
		if (!isOne || event.altKey || event.shiftKey || isDialogOpen()) return;
		event.preventDefault();
		onPress();
	});
}

/**
 * Collects the text that the user types before the palette has loaded. Otherwise, the page would treat it as
 * shortcuts.
 */
function PaletteByKey({ acts }: { acts: PaletteActs }) {
	const [isOpen, setOpen] = useState(false);
	const early = useRef("");
	const [recent, setRecent] = useState<readonly string[]>([]);
	const Part = useLazyPart(lazyPalette, isOpen);
	usePaletteKey(() => {
		early.current = "";
		setOpen(true);
	});
	if (!isOpen) return null;
	if (Part === null)
		return (
			<Modal
				aria-label={t("desk.palette.title")}
				onClose={() => setOpen(false)}
				className="card mx-auto mt-24 p-4"
			>
				<input
					aria-label={t("desk.palette.title")}
					maxLength={200}
					onChange={({ target }) => {
						early.current = target.value;
					}}
					className="bg-transparent text-f4 outline-none"
				/>
			</Modal>
		);
	return (
		<Part
			acts={acts}
			initial={early.current}
			recent={recent}
			onChosen={(id) =>
				setRecent((held) => [id, ...held.filter((each) => each !== id)].slice(0, MAX_REMEMBERED))
			}
			onClose={() => setOpen(false)}
		/>
	);
}

export function Desk() {
	const { bridge, view, route, part, openSession, isStopping, setStopping } = useDesk();
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
						<RoutePage
							key={part?.route === route ? `${route} ${part.times}` : route}
							route={route}
							onDrawn={onDrawn}
						/>
					</main>
				</div>
			</div>
			<Arrivals />
			<PaletteByKey
				acts={{
					bridge,
					go: goByKey,
					openSession,
					stopAgents() {
						goByKey("agents");
						setStopping(true);
					},
					showHelp: () => setHelp(true),
				}}
			/>
			{isStopping && <StopAllAgents onClose={() => setStopping(false)} />}
			{help && <Shortcuts keys={SHORTCUTS} onClose={() => setHelp(false)} />}
		</MainClock>
	);
}
