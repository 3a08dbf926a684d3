import { LoaderCircle } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import type { CreditsView, ServiceAccountView, TopUpView } from "../../../ipc/billing.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field, focusOnce } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Fact, Facts } from "../../components/section.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { useHeadingFocus } from "../heading-focus.ts";
import { BackToDesk } from "../keys/back.tsx";
import { Page } from "../page.tsx";
import { creditsText, MAX_MICRO, MIN_MICRO, parseUsd, topUpOffers, usdText } from "./usd.ts";

const TONES = {
	sending: "quiet",
	unclear: "caution",
	payment_needed: "caution",
	done: "in",
	refused: "danger",
} as const;

export function HowItStands({
	topUp,
	retry,
	busy,
	fault,
	onRetry,
}: {
	topUp: TopUpView;
	retry: boolean;
	busy: boolean;
	fault: string | null;
	onRetry: () => void;
}) {
	const { amount, state, text } = topUp;
	return (
		<Notice tone={TONES[state]} alert>
			<p className="flex items-center gap-2 font-semibold">
				{state === "sending" && <LoaderCircle size={14} aria-hidden className="motion-turn" />}
				{t(`trusted.account.titles.${state}`)}: <span className="num">{textOf(amount.usd)}</span>
			</p>
			<p className="mt-0.5">{textOf(text)}</p>
			{retry && (
				<>
					<p className="mt-1 text-ink-2">{t("trusted.account.top-up.repeat")}</p>
					<Button size="small" className="mt-2.5" busy={busy} onClick={onRetry}>
						{busy ? t("trusted.account.trying") : t("ui.try-again")}
					</Button>
				</>
			)}
			<Fault text={fault} className="mt-2" />
		</Notice>
	);
}

function AmountField({
	ref,
	isFirst,
	usd,
	parsed,
	onUsd,
}: {
	ref: Ref<HTMLInputElement> | undefined;
	isFirst: boolean;
	usd: string;
	parsed: ReturnType<typeof parseUsd>;
	onUsd: (usd: string) => void;
}) {
	return (
		<Field
			ref={ref}
			label={isFirst ? t("trusted.account.amount-in-usd") : t("trusted.account.another-amount-usd")}
			mono
			inputMode="decimal"
			maxLength={20}
			placeholder="20.00"
			value={usd}
			onText={onUsd}
			wrong={parsed.ok ? null : parsed.text}
			help={
				parsed.ok
					? t("trusted.account.is", {
							usd: usdText(parsed.micro),
							credits: creditsText(parsed.micro),
						})
					: t("trusted.account.from-to", {
							usd: usdText(MIN_MICRO),
							credits: creditsText(MIN_MICRO),
							usd2: usdText(MAX_MICRO),
							credits2: creditsText(MAX_MICRO),
						})
			}
		/>
	);
}

function Balance({ credits }: { credits: CreditsView }) {
	return (
		<Facts className="card px-4 py-3">
			<Fact name={t("trusted.account.balance")}>
				<span className="num">{textOf(credits.balance.usd)}</span>{" "}
				<span className="text-ink-3">{textOf(credits.balance.credits)}</span>
			</Fact>
			{credits.debt.micro !== "0" && (
				<Fact name={t("trusted.account.owed")}>
					<span className="num text-caution">{textOf(credits.debt.usd)}</span>{" "}
					<span className="text-ink-3">{textOf(credits.debt.credits)}</span>
				</Fact>
			)}
		</Facts>
	);
}

/** Lets the user choose an amount. No top-up is paid twice. */
export function TopUpScreen({ account }: { account: ServiceAccountView }) {
	const command = useTrustedCommand();
	const retry = useTrustedCommand();
	const [usd, setUsd] = useState("");
	const { topUp, credits } = account;
	const offers = topUpOffers(topUp);
	const state = topUp?.state ?? null;
	const { clear } = command;
	// Clears a paid amount, so that the user doesn't pay it again by mistake.
	useEffect(() => {
		if (state === null || state === "sending" || state === "refused") return;
		setUsd("");
		if (state === "done") clear();
	}, [state, clear]);
	useHeadingFocus(topUp?.state ?? "none");
	const [unfolded, setUnfolded] = useState(false);
	const form = offers.form === "open" || (offers.form === "folded" && unfolded);
	const parsed = parseUsd(usd);
	const submit = async () => {
		if (!parsed.ok || !form || !account.offered) return;
		await command.call("topUp", { amountMicrousd: parsed.micro.toString() }, () => setUsd(""));
	};
	return (
		<Page
			onSubmit={submit}
			title={t("trusted.account.top-up-credit")}
			lead={t("trusted.account.credit.help")}
			bar={
				<>
					<BackToDesk text={t("ui.back.settings")} />
					{form && (
						<Button submit variant="primary" disabled={!parsed.ok || !account.offered} busy={command.busy}>
							{command.busy
								? t("trusted.account.topping-up")
								: parsed.ok
									? t("trusted.account.top-up", { usd: usdText(parsed.micro) })
									: t("trusted.account.top-up.no-amount")}
						</Button>
					)}
				</>
			}
		>
			<div className="grid gap-5">
				{!account.offered && (
					<Notice tone="caution">{textOf(account.text ?? t("trusted.account.not-signed-account"))}</Notice>
				)}
				{topUp !== null && (
					<HowItStands
						topUp={topUp}
						retry={offers.retry}
						busy={retry.busy}
						fault={retry.fault}
						onRetry={() => void retry.call("retryTopUp", {})}
					/>
				)}
				{credits !== null && <Balance credits={credits} />}
				{offers.form === "folded" && !unfolded && (
					<Button
						size="small"
						variant="quiet"
						className="justify-self-start"
						onClick={() => setUnfolded(true)}
					>
						{t("trusted.account.another-amount-instead")}
					</Button>
				)}
				{form && (
					<div>
						<AmountField
							ref={unfolded ? focusOnce : undefined}
							isFirst={topUp === null}
							usd={usd}
							parsed={parsed}
							onUsd={setUsd}
						/>
						<Fault
							text={command.fault === textOrNull(topUp?.text ?? null) ? null : command.fault}
							className="mt-3"
						/>
					</div>
				)}
			</div>
		</Page>
	);
}
