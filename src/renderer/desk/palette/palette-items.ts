import {
	Bell,
	Bot,
	CirclePause,
	CirclePlay,
	CircleStop,
	FileLock,
	Keyboard,
	ListChecks,
	Lock,
	LockOpen,
	type LucideIcon,
	MessagesSquare,
	Network,
	PenLine,
	Send,
	UserPlus,
	Users,
} from "lucide-react";
import { centsText } from "../../../core/fiat/price.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { reasonOf, riskOf } from "../../../core/risk/finding.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { grouped } from "../../../ipc/inbox-order.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { AtStakeMark } from "../../../ipc/review.ts";
import type { DeskBridge, DeskView } from "../../../ipc/windows.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { DESK_ROUTES, type DeskRoute, isShown } from "../../state/desk.tsx";
import { SECTIONS } from "../settings/settings-page.tsx";
import { ROUTE_ITEMS } from "../shell/rail.tsx";
import type { Searchable } from "./rank.ts";

/** Everything that the palette can do. Nothing in it can approve a request. */
export interface PaletteActs {
	readonly bridge: DeskBridge;
	readonly go: (route: DeskRoute, part?: string) => void;
	readonly openSession: (sessionId: string | null) => void;
	readonly stopAgents: () => void;
	readonly showHelp: () => void;
}

export interface PaletteItem extends Searchable {
	readonly icon: LucideIcon;
	/** Shown instead of the icon. */
	readonly mark?: AtStakeMark;
	readonly reason?: { readonly text: string; readonly isDanger: boolean } | null;
	/** Whether the title is untrusted text, which is displayed as a claim. */
	readonly isClaim: boolean;
	/** A request's value, or the page that the item opens. */
	readonly aside: string;
	readonly expiresAt: number | null;
	/** Returns the outcome if the item sends a command, and otherwise `undefined`. */
	readonly run: () => Promise<CommandOutcome> | undefined;
}

type Plain = Pick<PaletteItem, "id" | "icon" | "run"> & {
	readonly text: Message;
	readonly words?: readonly string[];
	readonly aside?: string;
};

/** Runs something in the window itself, which sends no command. */
const local = (run: () => void) => () => {
	run();
	return undefined;
};

const plain = (kind: PaletteItem["kind"], { text, words = [], aside = "", ...rest }: Plain): PaletteItem => ({
	...rest,
	kind,
	title: textOf(text),
	detail: "",
	words,
	isClaim: false,
	aside,
	expiresAt: null,
});

function reasonFor(entry: InboxEntryView): PaletteItem["reason"] {
	const reason = reasonOf(entry);
	return reason === null ? null : { text: textOf(reason), isDanger: riskOf(entry) === "danger" };
}

function waitingItems({ inbox }: DeskView, { bridge }: PaletteActs): readonly PaletteItem[] {
	const waiting = inbox.filter(({ state, snoozedUntil }) => state === "waiting" && snoozedUntil === null);
	return grouped(waiting, "risk")
		.flatMap(({ entries }) => entries)
		.map((entry) => ({
			id: entry.id,
			kind: "waiting",
			icon: ListChecks,
			mark: entry.mark,
			reason: reasonFor(entry),
			title: headlineText(entry.headline),
			detail: [entry.app, textOf(entry.session), entry.chain].filter((each) => each !== null).join(" · "),
			words: [],
			isClaim: true,
			aside: entry.cents === null ? "" : textOf(centsText(BigInt(entry.cents))),
			expiresAt: entry.expiresAt,
			run: () => bridge.call("openReview", { entryId: entry.id }),
		}));
}

function sessionItems({ sessions }: DeskView, { openSession }: PaletteActs): readonly PaletteItem[] {
	return sessions
		.filter(({ archived }) => !archived)
		.toSorted((one, other) => other.updatedAt - one.updatedAt)
		.map(({ id, title, waiting }) => ({
			id: `session ${id}`,
			kind: "session",
			icon: MessagesSquare,
			title: textOf(title),
			detail: "",
			words: [],
			isClaim: true,
			aside: waiting === 0 ? "" : t("ui.count-waiting", { count: waiting }),
			expiresAt: null,
			run: local(() => openSession(id)),
		}));
}

function agentItems({ agents }: DeskView, { bridge, go }: PaletteActs): readonly PaletteItem[] {
	return agents.local.flatMap(({ id, name, state, waiting }): PaletteItem[] => {
		const isPaused = state === "paused";
		return [
			{
				id: `agent ${id}`,
				kind: "agent",
				icon: Bot,
				title: name,
				detail: "",
				words: [],
				isClaim: true,
				aside: waiting === 0 ? "" : t("ui.count-waiting", { count: waiting }),
				expiresAt: null,
				run: local(() => go("agents", id)),
			},
			{
				...plain("action", {
					id: `pause ${id}`,
					icon: isPaused ? CirclePlay : CirclePause,
					text: message(isPaused ? "desk.palette.resume" : "desk.palette.pause", { name }),
					run: () => bridge.call(isPaused ? "resumeAgent" : "pauseAgent", { agentId: id }),
				}),
				isClaim: true,
			},
		];
	});
}

const TRUSTED_SCREENS = [
	{ screen: "addAccount", text: message("desk.palette.add-account"), icon: UserPlus },
	{ screen: "network", text: message("desk.palette.networks"), icon: Network },
	{ screen: "rules", text: message("desk.palette.rules"), icon: FileLock },
	{ screen: "contacts", text: message("desk.palette.contacts"), icon: Users },
] as const;

function actionItems(view: DeskView, acts: PaletteActs): readonly PaletteItem[] {
	const { bridge, openSession, stopAgents, showHelp } = acts;
	const { agents, inbox, settings, vault } = view;
	const waits = inbox.some(({ state, snoozedUntil }) => state === "waiting" && snoozedUntil === null);
	const isUnlocked = vault.state === "unlocked";
	const isPaused = settings.pausedUntil !== null;

	const all: readonly (Plain | null)[] = [
		waits
			? {
					id: "review all",
					icon: ListChecks,
					text: message("ui.review-all"),
					words: ["triage", "inbox", "requests"],
					run: () => bridge.call("openTriage", {}),
				}
			: null,
		{
			id: "new session",
			icon: PenLine,
			text: message("desk.sessions.new-conversation"),
			words: ["message", "conversation", "ask", "chat"],
			run: local(() => openSession(null)),
		},
		view.accounts.length > 0
			? {
					id: "send",
					icon: Send,
					text: message("desk.home.send"),
					words: ["pay", "transfer"],
					run: () => bridge.call("openSend", { address: null }),
				}
			: null,
		isUnlocked
			? {
					id: "lock",
					icon: Lock,
					text: message("desk.shell.lock-now"),
					words: ["keys", "vault"],
					run: () => bridge.call("lock", {}),
				}
			: vault.state === "locked"
				? {
						id: "unlock",
						icon: LockOpen,
						text: message("ui.unlock"),
						words: ["keys", "vault", "password"],
						run: () => bridge.call("openTrusted", { screen: "unlock" }),
					}
				: null,
		agents.local.length + agents.remote.length > 0
			? {
					id: "stop agents",
					icon: CircleStop,
					text: message("desk.agents.stop.all"),
					words: ["pause", "reject"],
					aside: t("desk.palette.asks-once"),
					run: local(stopAgents),
				}
			: null,
		{
			id: "notifications",
			icon: Bell,
			text: message(isPaused ? "desk.palette.notify" : "desk.palette.quiet"),
			words: ["quiet", "pause"],
			run: () => bridge.call("pauseNotifications", { minutes: isPaused ? null : 60 }),
		},
		...TRUSTED_SCREENS.map(({ screen, text, icon }) => ({
			id: `open ${screen}`,
			icon,
			text,
			run: () => bridge.call("openTrusted", { screen }),
		})),
		{
			id: "shortcuts",
			icon: Keyboard,
			text: message("desk.shell.keyboard-shortcuts"),
			words: ["help", "keys"],
			run: local(showHelp),
		},
	];
	return all.flatMap((each) => (each === null ? [] : [plain("action", each)]));
}

function placeItems({ settings }: DeskView, { go }: PaletteActs): readonly PaletteItem[] {
	const routes = DESK_ROUTES.filter((route) => isShown(route, settings)).map((route) =>
		plain("place", {
			id: `go ${route}`,
			...ROUTE_ITEMS[route],
			run: local(() => go(route)),
		}),
	);
	const sections = SECTIONS.map(({ section, text, icon }) =>
		plain("place", {
			id: `settings ${section}`,
			icon,
			text,
			aside: t("desk.shell.items.settings"),
			words: [t("desk.shell.items.settings")],
			run: local(() => go("settings", section)),
		}),
	);
	return [...routes, ...sections];
}

export const paletteItems = (view: DeskView, acts: PaletteActs): readonly PaletteItem[] => [
	...waitingItems(view, acts),
	...actionItems(view, acts),
	...sessionItems(view, acts),
	...agentItems(view, acts),
	...placeItems(view, acts),
];
