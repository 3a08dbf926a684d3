import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { GrantView, IdentityBrief } from "../../../ipc/sign-in.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { ENVIRONMENT_KINDS, kindUnlessNamed, RESOURCE_NAMES } from "../../components/environment-kinds.ts";
import { Fault, Notice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

const STATES: Readonly<
	Record<
		GrantView["state"],
		{ readonly word: Message; readonly icon: LucideIcon; readonly className: string }
	>
> = {
	granted: { word: message("ui.signed-in"), icon: CircleCheck, className: "text-in" },
	pasted: { word: message("ui.pasted-token"), icon: CircleCheck, className: "text-accent" },
	ended: { word: message("desk.settings.states.ended"), icon: TriangleAlert, className: "text-caution" },
	none: { word: message("ui.not-signed-in"), icon: CircleDashed, className: "text-ink-3" },
};

/** Shows the sign-in state, which can be changed only in the trusted window. */
export function SignInSettings() {
	const { view } = useDesk();
	const { identity } = view;
	const command = useDeskCommand();
	const open = () => void command.call("openTrusted", { screen: "signIn" });
	return (
		<Group
			title={t("desk.settings.sections.sign-in")}
			aside={
				<Button size="small" busy={command.busy} onClick={open}>
					{identity.who === null ? t("ui.sign-in") : t("desk.settings.manage")}
				</Button>
			}
		>
			{command.fault !== null && (
				<div>
					<Fault text={command.fault} />
				</div>
			)}
			<EnvironmentLine identity={identity} fallback={view.settings.environment} />
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>{t("ui.signed-in-as")}</span>
				<span className={identity.who === null ? "text-caution" : "min-w-0 wrap-anywhere text-ink-2"}>
					{identity.name === null ? (
						(identity.who ?? t("desk.settings.nobody"))
					) : (
						<>
							<Claim text={identity.name} max={80} />{" "}
							<span className="text-f2 text-ink-3">{t("desk.settings.name-by-service")}</span>
						</>
					)}
				</span>
			</div>
			{identity.locked && (
				<div>
					<Notice tone="caution">{t("desk.settings.sign-in.sealed")}</Notice>
				</div>
			)}
			{identity.grants.map((grant) => (
				<GrantLine key={grant.resource} grant={grant} />
			))}
		</Group>
	);
}

function EnvironmentLine({ identity, fallback }: { identity: IdentityBrief; fallback: string }) {
	const { environment } = identity;
	const kind = environment === null ? null : kindUnlessNamed(environment);
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
			<span>{t("ui.environment")}</span>
			<span className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-2 gap-y-1">
				{environment === null ? (
					<span className="wrap-anywhere">{fallback}</span>
				) : (
					<>
						{kind !== null && <span className="text-f2 text-ink-3">{kind}</span>}
						<Pill tone={ENVIRONMENT_KINDS[environment.kind].tone}>{environment.name}</Pill>
						<span className="num wrap-anywhere text-ink-2">{environment.baseUrl}</span>
					</>
				)}
			</span>
		</div>
	);
}

export function GrantLine({ grant }: { grant: IdentityBrief["grants"][number] }) {
	const { word, icon: Icon, className } = STATES[grant.state];
	return (
		<div>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>
					{textOf(RESOURCE_NAMES[grant.resource])}{" "}
					<span className="text-f2 text-ink-3">{t(`desk.settings.resources.${grant.resource}`)}</span>
				</span>
				<span className="inline-flex items-center gap-1.5 text-f2 text-ink-2">
					<Icon size={14} aria-hidden className={`shrink-0 ${className}`} /> {textOf(word)}
				</span>
			</div>
			{grant.fault !== null && <p className="mt-1 text-f2 text-pretty text-caution">{textOf(grant.fault)}</p>}
		</div>
	);
}
