import clsx from "clsx";
import {
	Blocks,
	CircleCheck,
	CircleHelp,
	CreditCard,
	Info,
	type LucideIcon,
	Monitor,
	Network,
	OctagonAlert,
	ShieldCheck,
	UserRound,
} from "lucide-react";
import { type JSX, useEffect, useRef, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { AboutView } from "../../../ipc/about.ts";
import type { SettingsView } from "../../../ipc/settings.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, CopyButton } from "../../components/button.tsx";
import { ENVIRONMENT_KINDS } from "../../components/environment-kinds.ts";
import { ends } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { NUM, rich } from "../../components/rich.tsx";
import { partOf, useDesk, useDeskCommand } from "../../state/desk.tsx";
import { AppSettings } from "./app-settings.tsx";
import { ComputerSettings } from "./computer-settings.tsx";
import { CreditSettings } from "./credit-settings.tsx";
import { Group } from "./group.tsx";
import { SignInSettings } from "./sign-in-settings.tsx";
import { signInStatus } from "./sign-in-status.ts";
import { SigningSettings } from "./signing-settings.tsx";

/** Shows the networks, which can be changed only in the trusted window. */
function NetworkSettings() {
	const { settings, identity } = useDesk().view;
	const { environment } = identity;
	const tone = environment === null ? "quiet" : ENVIRONMENT_KINDS[environment.kind].tone;
	const command = useDeskCommand();
	return (
		<Group
			title={t("ui.networks")}
			aside={
				<Button size="small" {...command.press("openTrusted", { screen: "network" })}>
					{t("ui.change")}
				</Button>
			}
		>
			{command.fault !== null && (
				<div>
					<Fault text={command.fault} />
				</div>
			)}
			{settings.chains.map((chain) => (
				<ChainRow key={`${chain.family} ${chain.chainId}`} chain={chain} />
			))}
			{settings.chains.length === 0 && (
				<p className="text-f2 text-ink-2">{t("desk.settings.networks.empty")}</p>
			)}
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>{t("desk.settings.service")}</span>
				<span className="flex min-w-0 items-baseline gap-2">
					<span className="num wrap-anywhere text-ink-2">{settings.baseUrl}</span>
					<Pill tone={tone}>{environment?.name ?? settings.environment}</Pill>
				</span>
			</div>
			{settings.hasToken && (
				<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
					<span>{t("desk.settings.pasted-token")}</span>
					<span className="text-ink-2">
						{t("desk.settings.held", { tokenKeeping: textOf(settings.tokenKeeping) })}
					</span>
				</div>
			)}
		</Group>
	);
}

const MARKS = {
	ok: { icon: CircleCheck, look: "text-in" },
	bad: { icon: OctagonAlert, look: "text-danger" },
	unknown: { icon: CircleHelp, look: "text-ink-3" },
} as const;

function ChainRow({ chain }: { chain: SettingsView["chains"][number] }) {
	const others = chain.otherRpcUrls ?? [];
	const { icon: Icon, look } = MARKS[chain.ok === null ? "unknown" : chain.ok ? "ok" : "bad"];
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
			<span>
				{chain.name}{" "}
				<span className="text-f2 text-ink-3">
					{chain.family === "svm" && !/solana/i.test(chain.name) ? t("desk.settings.solana") : ""}
					<span className="num">{chain.chainId}</span>
				</span>
				{chain.genesisHash !== null && (
					<span className="block text-f1 text-ink-3">
						{rich("desk.settings.genesis", NUM, { genesisHash: ends(chain.genesisHash, 8) })}
					</span>
				)}
			</span>
			<span className="min-w-0 text-right">
				<span className="num block wrap-anywhere text-ink-2">{chain.rpcUrl}</span>
				<span className="inline-flex items-start gap-1.5 text-f2 text-ink-2">
					<Icon size={14} aria-hidden className={`mt-0.5 shrink-0 ${look}`} /> {textOf(chain.state)}
				</span>
				{(others.length > 0 || chain.secondRpcUrl != null) && (
					<span className="block text-f1 text-ink-3">
						{t("desk.settings.rpc-list", {
							count: others.length,
							witness: chain.secondRpcUrl == null ? "no" : "yes",
						})}
					</span>
				)}
				{chain.notes.map((words) => (
					<span key={textOf(words)} className="block text-f2 text-caution">
						{textOf(words)}
					</span>
				))}
			</span>
		</div>
	);
}

export const SECTIONS = [
	{ section: "signIn", text: message("desk.settings.sections.sign-in"), icon: UserRound },
	{ section: "credit", text: message("ui.credit"), icon: CreditCard },
	{ section: "apps", text: message("ui.apps"), icon: Blocks },
	{ section: "network", text: message("ui.networks"), icon: Network },
	{ section: "signing", text: message("desk.settings.sections.signing"), icon: ShieldCheck },
	{ section: "computer", text: message("desk.settings.this-computer"), icon: Monitor },
	{ section: "about", text: message("desk.settings.sections.about"), icon: Info },
] as const satisfies readonly {
	readonly section: string;
	readonly text: Message;
	readonly icon: LucideIcon;
}[];
type Section = (typeof SECTIONS)[number]["section"];

export function attention(
	section: Section,
	view: Pick<DeskView, "identity" | "settings" | "serviceAccount">,
): string | null {
	switch (section) {
		case "signIn":
			return signInStatus(view.identity).text;
		case "credit":
			return creditAttention(view.serviceAccount);
		case "network":
			return view.settings.chains.some(({ ok }) => ok === false) ? t("desk.settings.chain-cant-read") : null;
		default:
			return null;
	}
}

function creditAttention({ credits, topUp }: DeskView["serviceAccount"]): string | null {
	if (topUp?.state === "unclear") return t("desk.settings.top-up.unclear");
	if (topUp?.state === "payment_needed") return t("desk.settings.top-up.unpaid");
	return credits !== null && credits.debt.micro !== "0" ? t("desk.settings.something-is-owed") : null;
}

function Row({ label, value }: { label: string; value: string }) {
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
			<span className="text-ink-2">{label}</span>
			<span className="num break-all text-f2">{value}</span>
		</div>
	);
}

function AboutSettings() {
	const { bridge, view } = useDesk();
	const [about, setAbout] = useState<AboutView | null>(null);
	useEffect(() => {
		void bridge.call("readAbout", {}).then(setAbout, () => setAbout(null));
	}, [bridge]);
	const commit = about?.commit ?? null;
	const parts = about?.parts ?? null;
	return (
		<>
			<Group title={t("about.title")}>
				<Row label={t("about.version")} value={view.settings.version} />
				{about !== null && (
					<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
						<span className="text-ink-2">{t("about.commit")}</span>
						{commit === null ? (
							<span className="text-f2">{t("about.no-commit")}</span>
						) : (
							<span className="flex min-w-0 items-center gap-1">
								<span className="num break-all text-f2">{commit}</span>
								<CopyButton text={commit} what={t("about.copy")} />
							</span>
						)}
					</div>
				)}
				{about !== null && <Row label={t("about.shell")} value={about.electron} />}
				{about !== null && <Row label={t("about.chromium")} value={about.chromium} />}
			</Group>
			<Group
				title={t("about.licences")}
				aside={
					parts === null ? undefined : (
						<span className="text-f2 text-ink-3">{t("about.count", { count: parts.length })}</span>
					)
				}
			>
				{parts === null ? (
					<p className="text-ink-2">{t("about.none")}</p>
				) : (
					parts.map(({ name, version, licence, text }) => (
						<Fold
							key={`${name}@${version}`}
							title={<span className="break-all">{`${name} ${version}`}</span>}
							aside={licence}
						>
							<pre className="mt-2 whitespace-pre-wrap break-words font-mono text-f1 text-ink-2">{text}</pre>
						</Fold>
					))
				)}
				{parts !== null && <p className="text-f2 text-ink-2">{t("about.browser")}</p>}
			</Group>
		</>
	);
}

function SectionNav({ current, onChoose }: { current: Section; onChoose: (section: Section) => void }) {
	const { view } = useDesk();
	return (
		<nav
			aria-label={t("desk.shell.items.settings")}
			className="flex flex-wrap gap-1 mid:grid mid:content-start mid:gap-0.5"
		>
			{SECTIONS.map(({ section, text, icon: Icon }) => {
				const why = attention(section, view);
				return (
					<button
						key={section}
						type="button"
						aria-current={current === section ? "page" : undefined}
						title={why ?? undefined}
						onClick={() => onChoose(section)}
						className={clsx(
							"flex min-h-8 items-center gap-2 rounded-md px-2.5 text-left text-f2 -outline-offset-2 mid:min-h-9 mid:text-f3",
							current === section
								? "bg-surface font-medium text-ink ring-1 ring-line"
								: "text-ink-2 hover:bg-sunken hover:text-ink",
						)}
					>
						<Icon size={15} aria-hidden className="shrink-0" />
						{textOf(text)}
						{why !== null && (
							<>
								<span aria-hidden className="ml-auto size-2 shrink-0 rounded-full bg-caution" />
								<span className="sr-only">: {why}</span>
							</>
						)}
					</button>
				);
			})}
		</nav>
	);
}

const PARTS: Readonly<Record<Section, () => JSX.Element>> = {
	signIn: SignInSettings,
	credit: CreditSettings,
	apps: AppSettings,
	network: NetworkSettings,
	signing: SigningSettings,
	computer: ComputerSettings,
	about: AboutSettings,
};

const sectionOf = (id: string | null): Section =>
	SECTIONS.find(({ section }) => section === id)?.section ?? "signIn";

/** Settings that affect money or secrets can be changed only in the trusted window. */
export function SettingsPage() {
	const { part } = useDesk();
	const [section, setSection] = useState<Section>(sectionOf(partOf(part, "settings")));
	const content = useRef<HTMLDivElement>(null);
	const Part = PARTS[section];
	const choose = (to: Section) => {
		setSection(to);
		content.current?.scrollTo({ top: 0 });
	};
	return (
		<div ref={content} className="h-full overflow-y-auto">
			<div className="mx-auto max-w-4xl px-6 py-5">
				<h1 className="text-f4 font-semibold tracking-tight">{t("desk.shell.items.settings")}</h1>
				<div className="mt-4 grid items-start gap-x-8 gap-y-5 mid:grid-cols-[10rem_minmax(0,1fr)]">
					<div className="mid:sticky mid:top-5">
						<SectionNav current={section} onChoose={choose} />
					</div>
					<div className="grid min-w-0 gap-6">
						<Part key={section} />
					</div>
				</div>
			</div>
		</div>
	);
}
