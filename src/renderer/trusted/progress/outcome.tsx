import clsx from "clsx";
import { KeyRound } from "lucide-react";
import type { ProgressView, ReceiptChange } from "../../../ipc/signing.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { Claim } from "../../components/claim.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { Pill } from "../../components/pill.tsx";
import { fundsText } from "../../components/review/sentences.ts";
import { Section } from "../../components/section.tsx";
import { Unbroken } from "../../components/text/unbroken.tsx";
import { isOpen, OUTCOMES, outcomeTitle } from "./outcomes.ts";

export function Outcome({ progress }: { progress: ProgressView }) {
	const { outcome, result, headline } = progress;
	const { icon: Icon, ink } = OUTCOMES[outcome];
	const done = result.headline ?? headline;
	const plain = outcome === "confirmed" && result.headline !== null;
	return (
		<>
			{!isOpen(progress) && outcome !== "failed" && (
				<p
					className={clsx("flex items-center gap-2 font-semibold", ink)}
					data-progress="title"
					data-glance="band"
				>
					<Icon size={20} aria-hidden className="shrink-0" />
					{outcomeTitle(progress)}
				</p>
			)}
			<h1
				tabIndex={-1}
				data-glance="headline"
				className="mt-1 text-f5 font-semibold tracking-tight text-balance wrap-anywhere"
			>
				{outcome === "failed" && <Icon size={22} aria-hidden className={clsx("mr-2 mb-1 inline", ink)} />}
				<Unbroken text={headlineText(done)} />
			</h1>
			<Fiat result={result} />
			{!isOpen(progress) && (
				<div className="mt-2 grid gap-0.5 text-f2 text-ink-2">
					{result.headline !== null && outcome !== "failed" && (
						<p className="wrap-anywhere">{t("trusted.progress.approved", { headline })}</p>
					)}
					{!plain && <p className="text-pretty text-ink wrap-anywhere">{textOf(progress.text)}</p>}
					<p>{fundsText(progress)}</p>
				</div>
			)}
		</>
	);
}

function Fiat({ result }: Pick<ProgressView, "result">) {
	const { fiat, feeFiat, changes } = result;
	if (fiat === undefined && feeFiat === undefined) return null;
	const received = changes.some(({ kind }) => kind === "in");
	return (
		<p className="mt-1 flex flex-wrap gap-x-2 text-ink-2">
			{fiat !== undefined && (
				<span>
					<span className="text-ink">{textOf(fiat)}</span>{" "}
					{received ? t("trusted.progress.worth.received") : t("trusted.progress.worth.sent")}
				</span>
			)}
			{feeFiat !== undefined && <span>{t("trusted.progress.worth.fee", { worth: feeFiat })}</span>}
		</p>
	);
}

export function Changed({ result }: Pick<ProgressView, "result">) {
	if (result.changes.length === 0) return null;
	return (
		<Section title={t("trusted.progress.what-changed")} aside={t("trusted.progress.by-the-receipt")}>
			<ul className="card *:not-first:border-t *:not-first:border-line-2">
				{result.changes.map((change, index) => (
					<Change key={index} change={change} />
				))}
			</ul>
			{result.prices !== undefined && <p className="mt-1 text-f1 text-ink-3">{textOf(result.prices)}</p>}
		</Section>
	);
}

const SIGNS = { in: "+", out: "−" } as const;

function Change({ change }: { change: ReceiptChange }) {
	const { kind, amount, mark, text } = change;
	if (kind === "allowance")
		return (
			<li className="flex items-center gap-3 px-4 py-2.5">
				<KeyRound size={16} aria-hidden className="shrink-0 text-ink-2" />
				<p className="min-w-0 flex-1 font-medium wrap-anywhere">{textOf(text ?? "")}</p>
				{amount === null ? (
					<Pill tone="alarm">{t("components.unlimited")}</Pill>
				) : amount.raw === "0" ? (
					<span className="text-ink-2">{t("trusted.progress.allowance.revoked")}</span>
				) : (
					<span className="font-semibold">
						<Amount view={amount} exact="spoken" />
					</span>
				)}
			</li>
		);
	if (amount === null) return null;
	return (
		<li className="flex items-center gap-3 px-4 py-2">
			<TokenMark mark={mark} className="max-[24rem]:hidden" />
			<p className="min-w-0 flex-1 font-semibold wrap-anywhere">
				<Claim text={textOf(amount.unit)} max={24} />
			</p>
			<div className="text-right">
				<span className={clsx("font-semibold", kind === "in" && "text-in")}>
					<Amount view={amount} exact="spoken" sign={SIGNS[kind]} />
				</span>
				{amount.fiat !== undefined && <p className="text-f2 text-ink-2">{textOf(amount.fiat)}</p>}
			</div>
		</li>
	);
}
