import { type FormEvent, useEffect, useState } from "react";
import type { ServiceAccountView } from "../../../ipc/billing.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { useHeadingFocus } from "../heading-focus.ts";
import { Page } from "../page.tsx";
import { AmountField } from "./amount-field.tsx";
import { Balance } from "./balance.tsx";
import { HowItStands } from "./how-it-stands.tsx";
import { topUpOffers } from "./offers.ts";
import { parseUsd, usdText } from "./usd.ts";

/** Stable, so that React calls it when the box appears and not on every draw. */
function focusOnce(box: HTMLInputElement | null) {
	box?.focus();
}

/** Buying prepaid credit: the amount is the user's own, and one top-up is never paid twice. */
export function TopUpScreen({ account }: { account: ServiceAccountView }) {
	const { bridge } = useTrusted();
	const leave = useCommand();
	const command = useCommand();
	const retry = useCommand();
	const [usd, setUsd] = useState("");
	const { topUp, credits } = account;
	const offers = topUpOffers(topUp);
	const state = topUp?.state ?? null;
	const { clear } = command;
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
		const outcome = await command.send(() =>
			bridge.call("topUp", { amountMicrousd: parsed.micro.toString() }),
		);
		if (outcome?.ok === true) setUsd("");
	};
	return (
		<form onSubmit={(event) => void submit(event)} className="h-full" noValidate>
			<Page
				title={t("trusted.account.top-up-credit")}
				lead={t("trusted.account.prepaid-credit-pays-service-agents")}
				bar={
					<>
						<Fault text={leave.fault} className="basis-full" />
						<Button look="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
							{t("trusted.account.back-to-settings")}
						</Button>
						{form && (
							<Button submit look="primary" disabled={!parsed.ok || !account.offered} busy={command.busy}>
								{command.busy
									? t("trusted.account.topping-up")
									: parsed.ok
										? t("trusted.account.top-up", { usd: usdText(parsed.micro) })
										: t("trusted.account.top-up-2")}
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
							onRetry={() => void retry.send(() => bridge.call("retryTopUp", {}))}
						/>
					)}
					{credits !== null && <Balance credits={credits} />}
					{offers.form === "folded" && !unfolded && (
						<Button
							size="small"
							look="quiet"
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
		</form>
	);
}
