import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import type { TokenInput } from "./token.ts";

/** Written, never read back: the window knows only whether a token is held. */
export function TokenField({
	value,
	onChange,
	hasToken,
	keeping,
}: {
	value: TokenInput;
	onChange: (value: TokenInput) => void;
	hasToken: boolean;
	keeping: string;
}) {
	const help =
		value.kind === "forget"
			? t("trusted.settings.held-token-forgotten-when-save")
			: hasToken
				? t("trusted.settings.leave-empty-keep", { keeping })
				: keeping;
	return (
		<div className="flex flex-wrap items-start gap-2">
			<Field
				label={t("trusted.settings.token")}
				secret
				mono
				maxLength={16_384}
				value={value.kind === "set" ? value.token : ""}
				onText={(token) => onChange(token === "" ? { kind: "keep" } : { kind: "set", token })}
				placeholder={hasToken && value.kind !== "forget" ? "••••••••••••" : ""}
				help={help}
				className="min-w-40 flex-1"
			/>
			{hasToken && (
				<Button
					look="quiet"
					className="mt-6"
					aria-pressed={value.kind === "forget"}
					onClick={() => onChange(value.kind === "forget" ? { kind: "keep" } : { kind: "forget" })}
				>
					{value.kind === "forget" ? t("trusted.settings.keep-it") : t("trusted.settings.forget")}
				</Button>
			)}
		</div>
	);
}
