import clsx from "clsx";
import { t } from "../../../text/index.ts";
import { ENVIRONMENT_KINDS } from "../../components/environment-kinds.ts";
import { useDesk } from "../../state/desk.tsx";

/** Production is quiet; anything else is tinted so that it isn't taken for it. */
export function Environment() {
	const { view } = useDesk();
	const { environment } = view.identity;
	const name = environment?.name ?? view.settings.environment;
	const production = environment === null ? /^production$/i.test(name) : environment.kind === "production";
	const Icon = production ? null : ENVIRONMENT_KINDS[environment?.kind ?? "custom"].icon;
	return (
		<p
			title={
				environment === null
					? t("desk.shell.environment.named", { name })
					: t("desk.shell.environment.at", { name, baseUrl: environment.baseUrl })
			}
			className={clsx(
				"flex items-center justify-center gap-1 rounded-full py-0.5 text-[0.6875rem] font-medium wide:mx-2 wide:text-f1 wide:w-fit wide:max-w-[calc(100%-1rem)] wide:px-2",
				production ? "bg-sunken text-ink-2" : "bg-caution-soft text-caution",
			)}
		>
			<span className="sr-only">{t("desk.shell.environment")} </span>
			{Icon !== null && <Icon size={12} aria-hidden className="shrink-0" />}
			{Icon === null && (
				<span aria-hidden className="wide:hidden">
					{t("desk.shell.prod")}
				</span>
			)}
			<span className="sr-only min-w-0 wide:not-sr-only wide:truncate">{name}</span>
		</p>
	);
}
