import { LoaderCircle } from "lucide-react";
import { type Message, message } from "../../../core/message.ts";
import type { TopUpView } from "../../../ipc/billing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";

const TITLES: Readonly<Record<TopUpView["state"], Message>> = {
	sending: message("trusted.account.titles.sending"),
	unclear: message("trusted.account.titles.unclear"),
	payment_needed: message("trusted.account.titles.payment-needed"),
	done: message("trusted.account.titles.done"),
	refused: message("trusted.account.titles.refused"),
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
	const { amount, state, text } = topUp;
	return (
		<Notice tone={TONES[state]} alert>
			<p className="flex items-center gap-2 font-semibold">
				{state === "sending" && <LoaderCircle size={14} aria-hidden className="motion-turn" />}
				{textOf(TITLES[state])}: <span className="num">{textOf(amount.usd)}</span>
			</p>
			<p className="mt-0.5">{textOf(text)}</p>
			{retry && (
				<>
					<p className="mt-1 text-ink-2">{t("trusted.account.trying-again-repeats-same-top")}</p>
					<Button size="small" className="mt-2.5" busy={busy} onClick={onRetry}>
						{busy ? t("trusted.account.trying") : t("trusted.account.try-again")}
					</Button>
				</>
			)}
			<Fault text={fault} className="mt-2" />
		</Notice>
	);
}
