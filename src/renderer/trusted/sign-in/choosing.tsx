import {
	Bot,
	Check,
	CircleDashed,
	CreditCard,
	type LucideIcon,
	Minus,
	UserRound,
	Workflow,
} from "lucide-react";
import { Checkbox } from "radix-ui";
import { useId, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { GrantView, IdentityView, Resource, ScopeView, SignInProgress } from "../../../ipc/sign-in.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { RESOURCE_NAMES } from "../../components/environment-kinds.ts";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice, TextNotice } from "../../components/notice.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { HIDDEN, rich } from "../../components/rich.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Part } from "../ledger/part.tsx";
import { UnlockForm } from "../setup/unlock-form.tsx";
import { Environments } from "./environments.tsx";
import { list, stillWanted, withResource } from "./offers.ts";

const ICONS: Readonly<Record<Resource, LucideIcon>> = { agent: Bot, pipeline: Workflow, account: CreditCard };

export const GRANT_STATES: Readonly<
	Record<GrantView["state"], { readonly word: Message; readonly tone: Tone }>
> = {
	none: { word: message("ui.not-signed-in"), tone: "quiet" },
	granted: { word: message("ui.signed-in"), tone: "in" },
	pasted: { word: message("ui.pasted-token"), tone: "accent" },
	ended: { word: message("trusted.sign-in.grant-states.ended"), tone: "caution" },
};

function GrantRow({ grant, on, onTurn }: { grant: GrantView; on: boolean; onTurn: (on: boolean) => void }) {
	const id = useId();
	const command = useTrustedCommand();
	const [leaving, setLeaving] = useState(false);
	const { resource, state, scopes, fault, expiresAt } = grant;
	const name = RESOURCE_NAMES[resource];
	const Icon = ICONS[resource];
	const { word, tone } = GRANT_STATES[state];
	return (
		<li className="flex gap-3 px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<Checkbox.Root
				id={id}
				checked={on}
				onCheckedChange={(checked) => onTurn(checked === true)}
				aria-label={t("trusted.sign-in.for-name", { name: textOf(name).toLowerCase() })}
				className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-sm border border-edge bg-surface data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-surface"
			>
				<Checkbox.Indicator>
					<Check size={13} strokeWidth={3} aria-hidden />
				</Checkbox.Indicator>
			</Checkbox.Root>
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
					<label htmlFor={id} className="flex items-center gap-2 font-medium">
						<Icon size={15} aria-hidden className="text-ink-3" /> {textOf(name)}
					</label>
					<Pill tone={tone}>{textOf(word)}</Pill>
				</div>
				<p className="mt-0.5 text-f2 text-pretty text-ink-2">{textOf(grant.text)}</p>
				<TextNotice tone="caution" text={fault} className="mt-2" />
				<div className="mt-1.5 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
					<Fold title={scopeTitle(scopes, state)} className="min-h-6">
						<ScopeList scopes={scopes} isRequested={state === "granted" || state === "ended"} />
						{state === "granted" && expiresAt !== null && (
							<p className="mt-1.5 text-f1 text-ink-3">
								{rich("trusted.sign-in.token.renews", { countdown: () => <Countdown at={expiresAt} /> })}
							</p>
						)}
					</Fold>
					{(state === "granted" || state === "ended") && !leaving && (
						<button
							type="button"
							onClick={() => setLeaving(true)}
							className="min-h-6 rounded-sm text-f2 text-ink-2 underline decoration-line underline-offset-3 hover:text-ink"
						>
							{rich("trusted.sign-in.sign-out-of", HIDDEN, { name: textOf(name).toLowerCase() })}
						</button>
					)}
				</div>
				{leaving && (
					<Leaving
						text={leavingText(grant)}
						does={t("trusted.sign-in.sign-out.confirm")}
						resource={resource}
						command={command}
						className="mt-2"
						onEnd={() => setLeaving(false)}
					/>
				)}
				<Fault text={command.fault} className="mt-2" />
			</div>
		</li>
	);
}

function Leaving({
	text,
	does,
	resource,
	command,
	className,
	onEnd,
}: {
	text: string;
	does: string;
	/** `null` for all of them. */
	resource: Resource | null;
	command: ReturnType<typeof useTrustedCommand>;
	className: string;
	onEnd: () => void;
}) {
	// The local sign-out has succeeded even if the service couldn't be notified.
	const leave = () => void command.call("signOut", { resource }).then(onEnd);
	return (
		<Notice tone="caution" alert className={className}>
			<p>{text}</p>
			<div className="mt-2 flex flex-wrap gap-2">
				<Button size="small" variant="danger" busy={command.busy} onClick={leave}>
					{does}
				</Button>
				<Button size="small" variant="quiet" onClick={onEnd}>
					{t("trusted.sign-in.stay-signed-in")}
				</Button>
			</div>
		</Notice>
	);
}

export function leavingText({ state, joined }: Pick<GrantView, "state" | "joined">): string {
	if (state !== "granted") return t("trusted.sign-in.forget.rest");
	if (joined.length === 0) return t("trusted.sign-in.revoke.one");
	const others = list(joined.map((resource) => textOf(RESOURCE_NAMES[resource]).toLowerCase()));
	return t("trusted.sign-in.revoke.shared", { others });
}

export function scopeTitle(scopes: readonly ScopeView[], state: GrantView["state"]): string {
	if (scopes.length === 0) return t("trusted.sign-in.rights.none");
	const granted = scopes.filter((scope) => scope.granted).length;
	if (state === "granted") {
		return granted === scopes.length
			? t("trusted.sign-in.rights.granted", { count: granted })
			: t("trusted.sign-in.rights.partial", { granted, count: scopes.length });
	}
	return t("trusted.sign-in.rights.requested", { count: scopes.length });
}

function ScopeList({ scopes, isRequested }: { scopes: readonly ScopeView[]; isRequested: boolean }) {
	return (
		<ul className="mt-1.5 grid gap-1 text-f2 text-ink-2">
			{scopes.map((scope) => {
				const Icon = scope.granted ? Check : isRequested ? Minus : CircleDashed;
				return (
					<li key={scope.scope} className="flex gap-2">
						<Icon
							size={14}
							aria-hidden
							className={scope.granted ? "mt-0.5 shrink-0 text-in" : "mt-0.5 shrink-0 text-ink-3"}
						/>
						<span className="min-w-0">
							{textOf(scope.text)} <span className="num text-f1 wrap-anywhere text-ink-3">{scope.scope}</span>
							{isRequested && !scope.granted && (
								<span className="text-caution"> {t("trusted.sign-in.not-granted")}</span>
							)}
						</span>
					</li>
				);
			})}
		</ul>
	);
}

export interface LastChoice {
	readonly by: "browser" | "device";
	readonly resources: readonly Resource[];
}

export function Choosing({
	identity,
	fault,
	chosen,
	onChoose,
	noBrowser,
	lastChoice,
	onTryAgain,
}: {
	identity: IdentityView;
	fault: string | null;
	chosen: readonly Resource[];
	onChoose: (chosen: readonly Resource[]) => void;
	/** Why the user can't sign in with the browser, or `null` if they can. */
	noBrowser: string | null;
	lastChoice: LastChoice | null;
	onTryAgain: (by: LastChoice["by"], resources: readonly Resource[]) => void;
}) {
	const command = useTrustedCommand();
	const { progress, grants, locked } = identity;
	return (
		<div className="grid gap-6 *:min-w-0">
			<HowItEnded progress={progress} identity={identity} lastChoice={lastChoice} onTryAgain={onTryAgain} />
			<Fault text={fault} />
			{locked && (
				<Notice tone="caution">
					<p className="mb-2.5">{t("trusted.sign-in.keychain.missing")}</p>
					<UnlockForm />
				</Notice>
			)}
			{!identity.environments.some(({ active }) => active) && (
				<Notice tone="accent">{t("trusted.sign-in.service.missing")}</Notice>
			)}
			<Environments environments={identity.environments} />
			<Who identity={identity} />
			<Part title={t("trusted.sign-in.sign-in-for")} aside={t("trusted.sign-in.nothing-else-asked")}>
				<ul className="card">
					{grants.map((grant) => (
						<GrantRow
							key={grant.resource}
							grant={grant}
							on={chosen.includes(grant.resource)}
							onTurn={(on) => onChoose(withResource(chosen, grant.resource, on))}
						/>
					))}
				</ul>
				{chosen.length === 0 && (
					<p className="mt-2 text-f2 text-ink-2">{t("trusted.sign-in.resources.none")}</p>
				)}
				{noBrowser !== null && chosen.length > 0 && (
					<p className="mt-2 text-f2 text-pretty text-ink-2">{noBrowser}</p>
				)}
			</Part>
			<div className="grid gap-2 text-f2 text-pretty text-ink-2">
				<p>{textOf(identity.keeping)}</p>
				<p>
					{t("trusted.sign-in.token.offer")}{" "}
					<TextButton onClick={() => void command.call("openNetwork", {})}>{t("ui.paste-token")}</TextButton>
				</p>
				<Fault text={command.fault} />
			</div>
		</div>
	);
}

function HowItEnded({
	progress,
	identity,
	lastChoice,
	onTryAgain,
}: {
	progress: SignInProgress;
	identity: IdentityView;
	lastChoice: LastChoice | null;
	onTryAgain: (by: LastChoice["by"], resources: readonly Resource[]) => void;
}) {
	if (progress.kind === "done") {
		return (
			<Notice tone="in" alert>
				{textOf(progress.text)}
			</Notice>
		);
	}
	if (progress.kind !== "failed") return null;
	const again = stillWanted(lastChoice?.resources ?? [], progress.resource, identity.grants);
	return (
		<Notice tone="danger" alert>
			<p className="font-semibold">
				{t("trusted.sign-in.not-signed-in", { resource: RESOURCE_NAMES[progress.resource] })}
			</p>
			<p className="mt-0.5">{textOf(progress.text)}</p>
			<Button
				size="small"
				className="mt-2.5"
				disabled={identity.locked}
				onClick={() => onTryAgain(lastChoice?.by ?? "device", again)}
			>
				{t("ui.try-again")}
			</Button>
		</Notice>
	);
}

function Who({ identity }: { identity: IdentityView }) {
	const command = useTrustedCommand();
	const [leaving, setLeaving] = useState(false);
	const { who, name, grants } = identity;
	const held = grants.some(({ state }) => state !== "none");
	return (
		<Part title={t("ui.signed-in-as")}>
			<div className="card px-3.5 py-3">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<p className="flex min-w-40 flex-1 items-center gap-2.5">
						<UserRound size={17} aria-hidden className="shrink-0 text-ink-3" />
						{who === null ? (
							<span className="text-ink-2">{t("trusted.sign-in.nobody-signed")}</span>
						) : (
							<span>
								<span className="font-medium wrap-anywhere">
									{name === null ? who : <Claim text={name} max={80} />}
								</span>
								<span className="block text-f1 text-ink-3">
									{name === null ? t("trusted.sign-in.identity.help") : t("trusted.sign-in.name-by-service")}
								</span>
							</span>
						)}
					</p>
					{held && !leaving && (
						<Button size="small" onClick={() => setLeaving(true)}>
							{t("trusted.sign-in.sign-out")}
						</Button>
					)}
				</div>
				{leaving && (
					<Leaving
						text={t("trusted.sign-in.revoke.all")}
						does={t("trusted.sign-in.sign-out-all")}
						resource={null}
						command={command}
						className="mt-3"
						onEnd={() => setLeaving(false)}
					/>
				)}
				<Fault text={command.fault} className="mt-3" />
			</div>
		</Part>
	);
}
