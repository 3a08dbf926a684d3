import { Ban, BellOff, CircleCheck, type LucideIcon, Moon, ShieldBan } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Fault } from "../../components/notice.tsx";
import { BlockParties, blockable } from "../../components/review/block-parties.tsx";
import { useNow } from "../../state/clock.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { AllowanceItem } from "../powers/allowance-item.tsx";
import { isAway } from "./model.ts";
import { usePreview } from "./use-preview.ts";

const HOUR_MS = 3_600_000;
/** Local hour at which requests snoozed until tomorrow return. */
const MORNING = 8;

function tomorrow(now: number): number {
	const day = new Date(now);
	day.setDate(day.getDate() + 1);
	day.setHours(MORNING, 0, 0, 0);
	return day.getTime();
}

export function SnoozeChoices({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
	const command = useDeskCommand();
	const now = useNow();
	const snooze = (until: number) =>
		command.call("snooze", { entryIds: [...ids], until: Math.round(until) }, onDone);
	return (
		<>
			<div className="flex flex-wrap gap-2">
				<Button size="small" busy={command.busy} onClick={() => void snooze(now + HOUR_MS)}>
					{t("desk.inbox.snooze.hour")}
				</Button>
				<Button size="small" busy={command.busy} onClick={() => void snooze(tomorrow(now))}>
					{t("desk.inbox.snooze.tomorrow")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-3" />
		</>
	);
}

/** Lists a stopped agent's allowances. They remain on chain until the user revokes each of them. */
function Stopped({ allowed, onClose }: { allowed: readonly string[]; onClose: () => void }) {
	const { bridge, view } = useDesk();
	const { powers } = view;
	const wanted = new Set(allowed);
	const rows = powers.holders.flatMap((holder) => holder.rows).filter(({ id }) => wanted.has(id));
	// Reads permissions only while this dialog is open.
	useEffect(() => {
		const watch = (on: boolean) => void bridge.call("watchPowers", { on }).catch(() => null);
		watch(true);
		return () => watch(false);
	}, [bridge]);
	const reading = powers.reading || powers.readAt === null;
	return (
		<Dialog title={t("desk.inbox.stopped")} onClose={onClose}>
			<p role="status" className="flex items-start gap-2 text-f2">
				<CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
				{t("desk.inbox.stopped.lead")}
			</p>
			<h3 className="mt-5 mb-2 font-medium">{t("desk.inbox.stopped.allowed")}</h3>
			{rows.length > 0 ? (
				<ul className="card">
					{rows.map((row) => (
						<AllowanceItem key={row.id} row={row} />
					))}
				</ul>
			) : (
				<p className="text-f2 text-ink-2">
					{wanted.size > 0 && reading ? t("desk.powers.reading-chain") : t("desk.inbox.stopped.nothing")}
				</p>
			)}
		</Dialog>
	);
}

/** @param without a text below the heading */
function Part({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id}>
			<h3 id={id} className="mb-2 flex items-center gap-1.5 text-f2 font-medium has-[+p]:mb-1">
				<Icon size={14} aria-hidden /> {title}
			</h3>
			{children}
		</section>
	);
}

export function RowMenu({ entry, onClose }: { entry: InboxEntryView; onClose: () => void }) {
	const { bridge, view } = useDesk();
	const command = useDeskCommand();
	const [allowed, setAllowed] = useState<readonly string[] | null>(null);
	const { app, sessionId } = entry;
	const isMuted = view.sessions.some(({ id, muted }) => id === sessionId && muted);
	const isAppMuted = view.settings.appLevels.some((each) => each.app === app && each.level === "muted");
	const level = isAppMuted ? "on" : "muted";
	const act = (call: Parameters<typeof command.send>[0]) => command.send(call, onClose);
	const stop = () => command.call("stopAgent", { sessionId }, (outcome) => setAllowed(outcome.allowed ?? []));
	if (allowed !== null) return <Stopped allowed={allowed} onClose={onClose} />;
	return (
		<Dialog title={t("ui.more")} onClose={onClose}>
			<p className="mb-4 text-f2 text-ink-2 wrap-anywhere">
				<Claim text={textOf(entry.headline)} max={140} />
			</p>
			<div className="grid gap-4">
				<Part icon={Moon} title={t("desk.inbox.snooze")}>
					{isAway(entry) ? (
						<Button
							size="small"
							onClick={() => void act(() => bridge.call("snooze", { entryIds: [entry.id], until: null }))}
						>
							{t("desk.inbox.snooze.back")}
						</Button>
					) : (
						<SnoozeChoices ids={[entry.id]} onDone={onClose} />
					)}
				</Part>
				{entry.build === undefined && (
					<Part icon={BellOff} title={t("desk.inbox.mute.title")}>
						<div className="flex flex-wrap gap-2">
							<Button
								size="small"
								aria-pressed={isMuted}
								onClick={() => void act(() => bridge.call("muteSession", { sessionId, muted: !isMuted }))}
							>
								{isMuted ? t("desk.inbox.unmute.session") : t("desk.inbox.mute.session")}
							</Button>
							{app !== null && (
								<Button
									size="small"
									aria-pressed={isAppMuted}
									onClick={() => void act(() => bridge.call("setAppLevel", { app, level }))}
								>
									{t(isAppMuted ? "desk.inbox.unmute.app" : "desk.inbox.mute.app", {
										app: app.slice(0, 40),
									})}
								</Button>
							)}
						</div>
					</Part>
				)}
				{app !== null && <Block app={app} blocked={entry.blocked} />}
				{entry.state === "waiting" && <BlockRecipients entry={entry} />}
				{entry.build === undefined && (
					<Part icon={Ban} title={t("desk.inbox.stop")}>
						<p className="mb-2 text-f2 text-ink-2">{t("desk.inbox.stop.lead")}</p>
						<Button size="small" variant="danger" busy={command.busy} onClick={() => void stop()}>
							{t("desk.inbox.stop")}
						</Button>
					</Part>
				)}
			</div>
			<Fault text={command.fault} className="mt-4" />
		</Dialog>
	);
}

function BlockRecipients({ entry }: { entry: InboxEntryView }) {
	const { bridge } = useDesk();
	const preview = usePreview(entry);
	const parties = preview.state === "read" ? blockable(preview.of.parties) : [];
	if (parties.length === 0) return null;
	return (
		<Part icon={ShieldBan} title={t("components.block.recipients")}>
			<BlockParties
				parties={parties}
				block={(address) => bridge.call("blockRecipient", { entryId: entry.id, address })}
			/>
		</Part>
	);
}

/** Only the trusted window can unblock the app, because that loosens a rule. */
function Block({ app, blocked }: { app: string; blocked: boolean }) {
	const command = useDeskCommand();
	const name = app.slice(0, 40);
	return (
		<Part icon={ShieldBan} title={t("desk.inbox.block.title")}>
			<p role="status" className="mb-2 text-f2 text-ink-2">
				{blocked ? t("desk.inbox.block.done", { app: name }) : t("desk.inbox.block.lead")}
			</p>
			{blocked ? (
				<Button size="small" {...command.press("openTrusted", { screen: "rules" })}>
					{t("desk.inbox.block.undo")}
				</Button>
			) : (
				<Button size="small" variant="danger" {...command.press("blockApp", { app })}>
					{t("desk.inbox.block.app", { app: name })}
				</Button>
			)}
			<Fault text={command.fault} className="mt-2" />
		</Part>
	);
}
