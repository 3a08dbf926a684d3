import clsx from "clsx";
import {
	Activity,
	Blocks,
	Bot,
	CircleHelp,
	House,
	Inbox,
	KeyRound,
	Lock,
	LockOpen,
	type LucideIcon,
	MessagesSquare,
	Settings as SettingsIcon,
	ShieldAlert,
	UserRoundX,
} from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { VaultView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { ENVIRONMENT_KINDS } from "../../components/environment-kinds.ts";
import { Logo } from "../../components/figure/logo.tsx";
import { useNow } from "../../state/clock.tsx";
import { useCommand } from "../../state/command.ts";
import { DESK_ROUTES, type DeskRoute, isShown, useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Bar, budgetText, tightest } from "../home/bar.tsx";
import { signInStatus } from "../settings/sign-in-status.ts";
import { ConnectionState } from "./connection-state.tsx";

/** Rounds the time up, so the vault may lock earlier than displayed but never later. */

export function lockText(vault: VaultView, now: number): string {
	switch (vault.state) {
		case "none":
			return t("desk.shell.set-up-keys");
		case "locked":
			return t("ui.unlock");
		case "damaged":
			return t("desk.shell.keys-cant-read");
		case "stopped":
			return t("desk.shell.keys-not-running");
		case "unlocked": {
			if (vault.locksAt === null) return t("desk.shell.lock-now");
			const minutes = Math.max(1, Math.ceil((vault.locksAt - now) / 60000));
			return t("desk.shell.locks-in-min", { minutes });
		}
	}
}

const ICONS = {
	none: KeyRound,
	locked: Lock,
	unlocked: LockOpen,
	damaged: ShieldAlert,
	stopped: ShieldAlert,
} as const;

/** Locks the vault immediately if it is unlocked. Otherwise, opens the trusted window. */
function LockState() {
	const { bridge, view } = useDesk();
	const now = useNow();
	const command = useCommand();
	const { vault } = view;
	const Icon = ICONS[vault.state];
	const text = lockText(vault, now);
	const unlocked = vault.state === "unlocked";
	const press = () =>
		command.send(() =>
			unlocked ? bridge.call("lock", {}) : bridge.call("openTrusted", { screen: "unlock" }),
		);
	return (
		<button
			type="button"
			title={textOf(vault.text ?? (unlocked ? t("desk.shell.press-lock-now", { words: text }) : text))}
			disabled={command.busy}
			onClick={() => void press()}
			className="group flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
		>
			<Icon size={15} aria-hidden className="shrink-0" />
			<span className="sr-only wide:not-sr-only">{command.fault ?? text}</span>
			{unlocked && (
				<>
					<span className="sr-only">{t("desk.shell.lock-hint")}</span>
					<span aria-hidden className="ml-auto hidden text-f1 text-ink-3 group-hover:text-ink wide:inline">
						{t("desk.shell.lock")}
					</span>
				</>
			)}
		</button>
	);
}

/** Hidden while the user is signed in. */
function SignInState() {
	const { view } = useDesk();
	const command = useDeskCommand();
	const { text } = signInStatus(view.identity);
	if (text === null) return null;
	const why = view.identity.grants.find(({ state }) => state === "ended")?.fault ?? text;
	return (
		<button
			type="button"
			title={textOf(why)}
			aria-busy={command.busy}
			onClick={() => void command.call("openTrusted", { screen: "signIn" })}
			className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-f2 font-medium text-caution hover:bg-caution-soft"
		>
			<UserRoundX size={15} aria-hidden className="shrink-0" />
			<span className="sr-only wide:not-sr-only">{command.fault ?? text}</span>
		</button>
	);
}

/** Environments other than production are tinted, so that nobody mistakes them for production. */
function Environment() {
	const { view } = useDesk();
	const { environment } = view.identity;
	const name = environment?.name ?? view.settings.environment;
	const production = environment === null ? /^production$/i.test(name) : environment.kind === "production";
	const Icon = production ? null : ENVIRONMENT_KINDS[environment?.kind ?? "custom"].icon;
	return (
		<p
			title={
				environment === null
					? t("desk.shell.environment.named", { name })
					: t("desk.shell.environment.at", { name, baseUrl: environment.baseUrl })
			}
			className={clsx(
				"flex items-center justify-center gap-1 rounded-full py-0.5 text-[0.6875rem] font-medium wide:mx-2 wide:text-f1 wide:w-fit wide:max-w-[calc(100%-1rem)] wide:px-2",
				production ? "bg-sunken text-ink-2" : "bg-caution-soft text-caution",
			)}
		>
			<span className="sr-only">{t("desk.shell.environment")} </span>
			{Icon !== null && <Icon size={12} aria-hidden className="shrink-0" />}
			{Icon === null && (
				<span aria-hidden className="wide:hidden">
					{t("desk.shell.prod")}
				</span>
			)}
			<span className="sr-only min-w-0 wide:not-sr-only wide:truncate">{name}</span>
		</p>
	);
}

export function DayBudget() {
	const { view, go } = useDesk();
	const budget = tightest(view.budgets);
	if (budget === null) return null;
	const { rule, part } = budget;
	const told = t("desk.shell.budget", { rule, told: budgetText(budget) });
	return (
		<button
			type="button"
			title={told}
			onClick={() => go("home")}
			className="grid min-h-8 content-center gap-1.5 rounded-md px-2.5 py-1.5 text-left text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
		>
			<span className="sr-only">{told}</span>
			<span aria-hidden className="hidden min-w-0 flex-wrap justify-between gap-x-2 wide:flex">
				<span className="max-w-full truncate">{rule}</span>
				<span className="max-w-full truncate text-ink tabular-nums">{budgetText(budget)}</span>
			</span>
			<Bar part={part ?? 0} full={part !== null && part >= 1} />
		</button>
	);
}

export const ROUTE_ITEMS: Readonly<Record<DeskRoute, { readonly text: Message; readonly icon: LucideIcon }>> =
	{
		home: { text: message("desk.shell.items.home"), icon: House },
		inbox: { text: message("desk.shell.items.inbox"), icon: Inbox },
		agents: { text: message("desk.shell.items.agents"), icon: Bot },
		sessions: { text: message("desk.shell.items.sessions"), icon: MessagesSquare },
		powers: { text: message("desk.shell.items.powers"), icon: KeyRound },
		activity: { text: message("desk.shell.items.activity"), icon: Activity },
		settings: { text: message("desk.shell.items.settings"), icon: SettingsIcon },
		catalog: { text: message("desk.shell.items.catalog"), icon: Blocks },
	};

export function Rail({ onHelp }: { onHelp: () => void }) {
	const { view, route, go } = useDesk();
	const waiting = view.inbox.filter(
		(entry) => entry.state === "waiting" && !entry.muted && entry.snoozedUntil === null,
	).length;
	return (
		<aside
			data-region
			tabIndex={-1}
			aria-label={t("ui.app-name")}
			className="flex min-h-0 flex-col gap-4 overflow-y-auto border-r border-line px-2 pt-4 pb-2 wide:px-2.5"
		>
			<div className="flex items-center gap-2.5 px-2.5 font-semibold tracking-tight">
				<Logo />
				<span className="sr-only wide:not-sr-only">{t("ui.app-name")}</span>
			</div>
			<nav aria-label={t("desk.shell.places")} className="grid gap-0.5">
				{DESK_ROUTES.filter((to) => isShown(to, view.settings)).map((to) => {
					const { text, icon: Icon } = ROUTE_ITEMS[to];
					return (
						<button
							key={to}
							type="button"
							aria-current={route === to ? "page" : undefined}
							title={textOf(text)}
							onClick={() => go(to)}
							className={clsx(
								"relative flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-left -outline-offset-2",
								route === to
									? "bg-surface font-medium text-ink ring-1 ring-line"
									: "text-ink-2 hover:bg-sunken hover:text-ink",
							)}
						>
							<Icon size={17} aria-hidden className="shrink-0" />
							<span className="sr-only wide:not-sr-only">{textOf(text)}</span>
							{to === "inbox" && waiting > 0 && <Count count={waiting} />}
						</button>
					);
				})}
			</nav>
			<div className="mt-auto grid gap-1.5">
				<DayBudget />
				<ConnectionState />
				<Environment />
				<SignInState />
				<LockState />
				<button
					type="button"
					onClick={onHelp}
					className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
				>
					<CircleHelp size={15} aria-hidden className="shrink-0" />
					<span className="sr-only wide:not-sr-only">{t("desk.shell.shortcuts")}</span>
					<kbd className="num ml-auto hidden text-f1 text-ink-3 wide:inline" aria-hidden>
						?
					</kbd>
				</button>
			</div>
		</aside>
	);
}

function Count({ count }: { count: number }) {
	return (
		<>
			<span
				aria-hidden
				className="absolute top-0.5 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[0.625rem] font-semibold text-surface wide:static wide:ml-auto wide:bg-transparent wide:p-0 wide:text-f2 wide:text-accent"
			>
				{count}
			</span>
			<span className="sr-only">{t("ui.requests-waiting", { count })}</span>
		</>
	);
}
