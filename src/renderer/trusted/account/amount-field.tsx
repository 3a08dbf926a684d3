import type { Ref } from "react";
import { t } from "../../../text/index.ts";
import { Field } from "../../components/field.tsx";
import { creditsText, MAX_MICRO, MIN_MICRO, type parseUsd, usdText } from "./usd.ts";

/** How much to top up by, in USD, with what it is in credits. */
export function AmountField({
	ref,
	isFirst,
	usd,
	parsed,
	onUsd,
}: {
	ref: Ref<HTMLInputElement> | undefined;
	/** No top-up stands above it. */
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
