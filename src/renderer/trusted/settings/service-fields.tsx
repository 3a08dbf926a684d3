import { t, textOf } from "../../../text/index.ts";
import { Field } from "../../components/field.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import type { TokenInput } from "./token.ts";
import { TokenField } from "./token-field.tsx";

/** Where the service is reached, and a token for development: what almost nobody writes by hand. */
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
	const { bridge, view } = useTrusted();
	const { settings } = view;
	const command = useCommand();
	return (
		<div className="mt-3 grid gap-4 *:min-w-0">
			<Field
				label={t("trusted.settings.base-url")}
				mono
				value={baseUrl}
				onText={onBaseUrl}
				placeholder={t("trusted.settings.https")}
				wrong={wrong}
			/>
			<p className="text-f2 text-pretty text-ink-2">
				{t("trusted.settings.sign-services-own-page-token")}{" "}
				<button
					type="button"
					className="font-medium text-accent hover:underline"
					onClick={() => void command.send(() => bridge.call("openSignIn", {}))}
				>
					{t("trusted.settings.sign-in")}
				</button>
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
