import { LoaderCircle } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { ServiceAccountView, TopUpView } from "../../../bridge/account-views.ts";
import { Button } from "../../components/button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { useHeadingFocus } from "../heading-focus.ts";
import { Page } from "../page.tsx";
import { topUpOffers } from "./offers.ts";
import { creditsText, LEAST_MICRO, MOST_MICRO, parseUsd, usdText } from "./usd.ts";

/** Stable, so that React calls it when the box appears and not on every draw. */
function focusOnce(box: HTMLInputElement | null) {
	box?.focus();
}

/** Buying prepaid credit: the amount is the person's own, and one top-up is never paid twice. */
export function TopUpScreen({ account }: { account: ServiceAccountView }) {
	const { bridge } = useTrusted();
	const leave = useWish();
	const wish = useWish();
	const retry = useWish();
	const [usd, setUsd] = useState("");
	const { topUp, credits } = account;
	const offers = topUpOffers(topUp);
	const state = topUp?.state ?? null;
	const { clear } = wish;
	// What was typed belongs to the last top-up: nothing invites to pay for it a second time.
	useEffect(() => {
		if (state === null || state === "sending" || state === "refused") return;
		setUsd("");
		if (state === "done") clear();
	}, [state, clear]);
	useHeadingFocus(topUp?.state ?? "none");
	const [unfolded, setUnfolded] = useState(false);
	const form = offers.form === "open" || (offers.form === "folded" && unfolded);
	const parsed = parseUsd(usd);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!parsed.ok || !form || !account.offered) return;
		const outcome = await wish.send(() => bridge.call("topUp", { amountMicrousd: parsed.micro.toString() }));
		if (outcome?.ok === true) setUsd("");
	};
	return (
		<form onSubmit={(event) => void submit(event)} className="h-full" noValidate>
			<Page
				title="Top up your credit"
				lead="Prepaid credit pays the service for what agents do. It is kept there and not in your wallet, and no key of yours signs for it."
				bar={
					<>
						<Fault words={leave.fault} className="basis-full" />
						<Button look="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
							Back to settings
						</Button>
						{form && (
							<Button submit look="primary" disabled={!parsed.ok || !account.offered} busy={wish.busy}>
								{wish.busy ? "Topping up…" : parsed.ok ? `Top up ${usdText(parsed.micro)}` : "Top up"}
							</Button>
						)}
					</>
				}
			>
				<div className="grid gap-5">
					{!account.offered && (
						<Notice tone="caution">{account.words ?? "You are not signed in for your account."}</Notice>
					)}
					{topUp !== null && (
						<HowItStands
							topUp={topUp}
							retry={offers.retry}
							busy={retry.busy}
							fault={retry.fault}
							onRetry={() => void retry.send(() => bridge.call("retryTopUp", {}))}
						/>
					)}
					{credits !== null && (
						<Facts className="card px-4 py-3">
							<Fact name="Balance">
								<span className="num">{credits.balance.usd}</span>{" "}
								<span className="text-ink-3">{credits.balance.credits}</span>
							</Fact>
							{credits.debt.micro !== "0" && (
								<Fact name="Owed">
									<span className="num text-caution">{credits.debt.usd}</span>{" "}
									<span className="text-ink-3">{credits.debt.credits}</span>
								</Fact>
							)}
						</Facts>
					)}
					{offers.form === "folded" && !unfolded && (
						<Button
							size="small"
							look="quiet"
							className="justify-self-start"
							onClick={() => setUnfolded(true)}
						>
							Another amount instead
						</Button>
					)}
					{form && (
						<div>
							<Field
								ref={unfolded ? focusOnce : undefined}
								label={topUp === null ? "Amount in USD" : "Another amount in USD"}
								mono
								inputMode="decimal"
								maxLength={20}
								placeholder="20.00"
								value={usd}
								onText={setUsd}
								wrong={parsed.ok ? null : parsed.words}
								help={
									parsed.ok
										? `${usdText(parsed.micro)} is ${creditsText(parsed.micro)}.`
										: `From ${usdText(LEAST_MICRO)} (${creditsText(LEAST_MICRO)}) to ${usdText(MOST_MICRO)} (${creditsText(MOST_MICRO)}).`
								}
							/>
							<Fault words={wish.fault === topUp?.words ? null : wish.fault} className="mt-3" />
						</div>
					)}
				</div>
			</Page>
		</form>
	);
}

const TITLES: Readonly<Record<TopUpView["state"], string>> = {
	sending: "Asking the service",
	unclear: "Not known whether it was taken",
	payment_needed: "The service asks to be paid first",
	done: "Credit added",
	refused: "Not added",
};
const TONES = {
	sending: "quiet",
	unclear: "caution",
	payment_needed: "caution",
	done: "in",
	refused: "danger",
} as const;

/** How the last top-up stands, and the way to try the same one again. */
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
	const { amount, state, words } = topUp;
	return (
		<Notice tone={TONES[state]} alert>
			<p className="flex items-center gap-2 font-semibold">
				{state === "sending" && <LoaderCircle size={14} aria-hidden className="motion-turn" />}
				{TITLES[state]}: <span className="num">{amount.usd}</span>
			</p>
			<p className="mt-0.5">{words}</p>
			{retry && (
				<>
					<p className="mt-1 text-ink-2">
						Trying again repeats this same top-up: where the service has it already, it is not taken twice.
					</p>
					<Button size="small" className="mt-2.5" busy={busy} onClick={onRetry}>
						{busy ? "Trying…" : "Try again"}
					</Button>
				</>
			)}
			<Fault words={fault} className="mt-2" />
		</Notice>
	);
}
