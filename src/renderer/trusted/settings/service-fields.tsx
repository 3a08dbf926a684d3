import { t, textOf } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";

export type TokenInput =
	| { readonly kind: "keep" }
	| { readonly kind: "forget" }
	| { readonly kind: "set"; readonly token: string };

/** Returns `null` to keep the stored token, and an empty string to remove it. */
export function tokenToSend(command: TokenInput): string | null {
	if (command.kind === "forget") return "";
	if (command.kind === "set" && command.token.trim() !== "") return command.token.trim();
	return null;
}

/** The window never gets a stored token. It only knows whether there is one. */
function TokenField({
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
			? t("trusted.settings.token.removal")
			: hasToken
				? t("trusted.settings.leave-empty-keep", { keeping })
				: keeping;
	return (
		<div className="flex flex-wrap items-start gap-2">
			<Field
				label={t("trusted.settings.token")}
				secret
				mono
				maxLength={16384}
				value={value.kind === "set" ? value.token : ""}
				onText={(token) => onChange(token === "" ? { kind: "keep" } : { kind: "set", token })}
				placeholder={hasToken && value.kind !== "forget" ? "••••••••••••" : ""}
				help={help}
				className="min-w-40 flex-1"
			/>
			{hasToken && (
				<Button
					variant="quiet"
					className="mt-6"
					aria-pressed={value.kind === "forget"}
					onClick={() => onChange(value.kind === "forget" ? { kind: "keep" } : { kind: "forget" })}
				>
					{value.kind === "forget" ? t("ui.keep") : t("trusted.settings.forget")}
				</Button>
			)}
		</div>
	);
}

export function ServiceFields({
	baseUrl,
	onBaseUrl,
	wrong,
	token,
	onToken,
}: {
	baseUrl: string;
	onBaseUrl: (text: string) => void;
	wrong: string | null;
	token: TokenInput;
	onToken: (token: TokenInput) => void;
}) {
	const { settings } = useTrusted().view;
	const command = useTrustedCommand();
	return (
		<div className="mt-3 grid gap-4 *:min-w-0">
			<Field
				label={t("trusted.settings.base-url")}
				mono
				value={baseUrl}
				onText={onBaseUrl}
				placeholder={t("ui.https")}
				wrong={wrong}
			/>
			<p className="text-f2 text-pretty text-ink-2">
				{t("trusted.settings.token.help")}{" "}
				<TextButton onClick={() => void command.call("openSignIn", {})}>{t("ui.sign-in")}</TextButton>
			</p>
			<TokenField
				value={token}
				onChange={onToken}
				hasToken={settings.hasToken}
				keeping={textOf(settings.tokenKeeping)}
			/>
		</div>
	);
}
