import clsx from "clsx";
import { Check, Copy, LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { AddedAgent, AgentCallerView, AgentRow, AgentsView } from "../../../ipc/agents.ts";
import { READING_TIME_MS } from "../../../ipc/values.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Fact, Facts } from "../../components/section.tsx";
import { useCopied } from "../../state/copy.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { BackToDesk } from "../keys/back.tsx";

/** Returns whether the first call has been visible long enough to confirm it. */
function useIsRead(call: AgentCallerView | null): boolean {
	const at = call?.at ?? null;
	const [read, setRead] = useState<number | null>(null);
	useEffect(() => {
		if (at === null) return;
		const timer = setTimeout(() => setRead(at), READING_TIME_MS);
		return () => clearTimeout(timer);
	}, [at]);
	return at !== null && read === at;
}

export function Step({
	number,
	isDone,
	title,
	children,
}: {
	number: number;
	isDone: boolean;
	title: string;
	children: ReactNode;
}) {
	return (
		<li className="flex gap-3 px-4 py-4 not-first:border-t not-first:border-line-2">
			<span
				aria-hidden
				className={clsx(
					"grid size-6 shrink-0 place-items-center rounded-full border text-f1 font-semibold",
					isDone ? "border-transparent bg-accent-soft text-accent" : "border-accent text-accent",
				)}
			>
				{isDone ? <Check size={14} /> : number}
			</span>
			<div className="min-w-0 flex-1">
				<h2 className="font-medium">{title}</h2>
				{children}
			</div>
		</li>
	);
}

/** Shows the secret, which is displayed only once. */
export function Paste({ added }: { added: AddedAgent & { readonly paste: string } }) {
	const { copied, copy } = useCopied(added.paste);
	return (
		<>
			{added.where !== undefined && (
				<p className="mt-0.5 text-f2 text-pretty text-ink-2">{textOf(added.where)}</p>
			)}
			<figure aria-label={t("trusted.agents.paste.text")} className="mt-2.5">
				<pre className="num rounded-md border border-line bg-sunken px-3 py-2 text-f2 whitespace-pre-wrap wrap-anywhere">
					{added.paste}
				</pre>
			</figure>
			<div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
				<Button size="small" onClick={copy}>
					{copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
					{copied ? t("trusted.agents.paste.copied") : t("trusted.agents.paste.copy")}
				</Button>
				<p className="min-w-0 flex-1 basis-48 text-f1 text-pretty text-caution">
					{t("trusted.agents.paste.once")}
				</p>
			</div>
		</>
	);
}

/** The name is only a claim by the program itself. */
export function FirstCall({
	row,
	call,
	unknownCall,
}: {
	row: AgentRow;
	call: AgentCallerView | null;
	unknownCall: AgentsView["unknownCall"];
}) {
	if (row.state !== "unconfirmed" && row.state !== "calling")
		return <p className="mt-0.5 text-f2 text-ink-2">{t("trusted.agents.confirmed", { name: row.name })}</p>;
	return (
		<div role="status" className="mt-0.5 grid gap-2.5">
			{call === null ? (
				<>
					<p className="flex items-center gap-2 text-f2 text-ink-2">
						<LoaderCircle size={14} aria-hidden className="motion-turn shrink-0" />
						{t("trusted.agents.first-call.waiting")}
					</p>
					<p className="text-f1 text-pretty text-ink-3">{t("trusted.agents.first-call.help")}</p>
				</>
			) : (
				<>
					<Facts>
						<Fact name={t("trusted.agents.program")}>
							{call.program === null ? (
								t("ui.not-stated")
							) : (
								<b className="font-semibold">
									<Claim text={call.program} max={60} />
								</b>
							)}
						</Fact>
						<Fact name={t("trusted.agents.process")}>
							{call.pid === null ? t("trusted.agents.process.none") : <span className="num">{call.pid}</span>}
						</Fact>
						<Fact name={t("ui.connects-through")}>{t(`agents.door.${call.door}`)}</Fact>
						<Fact name={t("trusted.agents.first-call.at")}>
							<Ago at={call.at} whole />
						</Fact>
					</Facts>
					<p className="text-f2 text-pretty">{t("trusted.agents.first-call.question")}</p>
				</>
			)}
			{unknownCall !== null && <Notice tone="caution">{t("agents.wrong-secret")}</Notice>}
		</div>
	);
}

/** *Confirm* stays disabled until the call has been visible for a second. */
export function ConfirmBar({ agentId, call }: { agentId: string; call: AgentCallerView | null }) {
	const command = useTrustedCommand();
	const isRead = useIsRead(call);
	return (
		<>
			<Fault text={command.fault} className="basis-full" />
			<p className="min-w-0 flex-1 basis-40 text-f2 text-pretty text-ink-2">
				{t("trusted.agents.nothing-shared")}
			</p>
			<div className="flex gap-2">
				{call === null ? (
					<BackToDesk />
				) : (
					<Button {...command.press("removeAgent", { agentId })}>{t("trusted.agents.deny")}</Button>
				)}
				<Button variant="primary" disabled={!isRead} {...command.press("confirmAgent", { agentId })}>
					{t("trusted.agents.confirm")}
				</Button>
			</div>
		</>
	);
}
