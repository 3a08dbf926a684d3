import { CircleCheck, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { EnvironmentView, IdentityView } from "../../../ipc/sign-in.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { useHeadingFocus } from "../heading-focus.ts";
import { UnlockForm } from "../setup/unlock-form.tsx";
import { NEW_ENVIRONMENT } from "../sign-in/environment-draft.ts";
import { EnvironmentForm } from "../sign-in/environment-form.tsx";
import { isUnderWay, linkLeadsTo, RESOURCE_ORDER } from "../sign-in/offers.ts";
import { SigningIn, underWayLead } from "../sign-in/under-way.tsx";
import { Continue, StepPage } from "./step-page.tsx";

const firstOf = (environments: readonly EnvironmentView[]): string | null =>
	(environments.find(({ active }) => active) ?? environments[0])?.id ?? null;

export function ServiceStep({ identity }: { identity: IdentityView }) {
	const { bridge } = useTrusted();
	const { environments, grants, progress } = identity;
	const [chosen, setChosen] = useState(() => firstOf(environments));
	/**
	 * Whether the user is typing an address. Sign-in is unavailable meanwhile, because it would use a
	 * different address.
	 */
	const [adding, setAdding] = useState(false);
	const start = useCommand();
	const stop = useTrustedCommand();
	const opens = useRef(false);
	const environment = environments.find(({ id }) => id === chosen) ?? null;
	const active = environments.find((each) => each.active) ?? null;
	const agent = grants.find(({ resource }) => resource === "agent")?.state ?? "none";
	const isSignedIn = agent === "granted" || agent === "pasted";
	useHeadingFocus(progress.kind);
	useOpenedLink(identity, active, opens);

	const signIn = (inBrowser: boolean) =>
		void start.send(async () => {
			if (environment === null) return { ok: false, text: t("trusted.sign-in.environment.missing") };
			if (!environment.active) {
				const used = await bridge.call("useEnvironment", { id: environment.id });
				if (!used.ok) return used;
			}
			opens.current = inBrowser;
			const { clientIds } = environment;
			const byHand = inBrowser && RESOURCE_ORDER.every((resource) => clientIds[resource] !== null);
			const left = environment.active
				? RESOURCE_ORDER.filter(
						(each) => !grants.some(({ resource, state }) => resource === each && state === "granted"),
					)
				: RESOURCE_ORDER;
			return bridge.call("signIn", { by: byHand ? "browser" : "device", resources: [...left] });
		});

	if (isUnderWay(progress)) {
		return (
			<StepPage
				step="service"
				title={t(`trusted.sign-in.under-way-titles.${progress.kind}`)}
				lead={underWayLead(progress, active)}
				fault={stop.fault}
				actions={<Button {...stop.press("cancelSignIn", {})}>{t("ui.cancel")}</Button>}
			>
				<SigningIn progress={progress} environment={active} />
			</StepPage>
		);
	}
	return (
		<StepPage
			step="service"
			title={isSignedIn ? t("trusted.first-run.service.signed-in") : t("trusted.first-run.service")}
			lead={isSignedIn ? t("trusted.first-run.service.signed-in.lead") : t("trusted.first-run.service.lead")}
			skips={!isSignedIn}
			fault={start.fault}
			actions={
				isSignedIn ? (
					<Continue to="keys" />
				) : (
					<>
						<Button disabled={identity.locked || adding} busy={start.busy} onClick={() => signIn(false)}>
							{t("trusted.sign-in.with-a-code")}
						</Button>
						<Button
							variant="primary"
							disabled={identity.locked || adding}
							busy={start.busy}
							onClick={() => signIn(true)}
						>
							{t("trusted.sign-in.sign-browser")}
						</Button>
					</>
				)
			}
		>
			<div className="grid gap-4 *:min-w-0">
				<Fault text={progress.kind === "failed" ? textOf(progress.text) : null} />
				{identity.locked && (
					<Notice tone="caution">
						<p className="mb-2.5">{t("trusted.sign-in.keychain.missing")}</p>
						<UnlockForm />
					</Notice>
				)}
				{isSignedIn ? (
					<Account identity={identity} environment={active} />
				) : (
					<Services
						environments={environments}
						chosen={chosen}
						onChoose={setChosen}
						adding={adding}
						onAdding={setAdding}
					/>
				)}
				<More />
			</div>
		</StepPage>
	);
}

/** Opens the sign-in page once, and only if it has the environment's own origin. */
function useOpenedLink(
	{ progress }: IdentityView,
	environment: EnvironmentView | null,
	opens: { readonly current: boolean },
): void {
	const { bridge } = useTrusted();
	const opened = useRef<string | null>(null);
	useEffect(() => {
		if (progress.kind !== "device" || !opens.current || opened.current === progress.userCode) return;
		const { link, fullLink, userCode } = progress;
		if (![link, fullLink ?? link].every((each) => linkLeadsTo(each, environment).expected)) return;
		opened.current = userCode;
		// If the user pressed the button too long ago, main refuses and the button stays.
		bridge.call("openSignInLink", {}).catch(() => null);
	}, [progress, environment, opens, bridge]);
}

function Services({
	environments,
	chosen,
	onChoose,
	adding,
	onAdding,
}: {
	environments: readonly EnvironmentView[];
	chosen: string | null;
	onChoose: (id: string) => void;
	adding: boolean;
	onAdding: (on: boolean) => void;
}) {
	const known = useRef(environments.length);
	useEffect(() => {
		const added = environments.length > known.current ? environments.at(-1) : undefined;
		known.current = environments.length;
		if (added !== undefined) onChoose(added.id);
	}, [environments, onChoose]);
	return (
		<div>
			<fieldset className="card min-w-0">
				<legend className="sr-only">{t("trusted.first-run.service.which")}</legend>
				{environments.map(({ id, name, baseUrl }) => (
					<label
						key={id}
						className="flex min-h-13 items-center gap-3 px-3.5 py-2 not-first:border-t not-first:border-line-2"
					>
						<input
							type="radio"
							name="service"
							className="size-4 shrink-0 accent-accent"
							checked={id === chosen}
							onChange={() => onChoose(id)}
						/>
						<span className="min-w-0">
							<span className="block font-medium wrap-anywhere">{name}</span>
							<span className="num block text-f2 wrap-anywhere text-ink-2">{baseUrl}</span>
						</span>
					</label>
				))}
			</fieldset>
			{adding ? (
				<div className="card mt-2.5 px-3.5 py-3">
					<EnvironmentForm initial={NEW_ENVIRONMENT} builtIn={false} onDone={() => onAdding(false)} />
				</div>
			) : (
				<Button variant="quiet" size="small" className="mt-2" onClick={() => onAdding(true)}>
					<Plus size={14} aria-hidden /> {t("trusted.first-run.service.own")}
				</Button>
			)}
		</div>
	);
}

function Account({
	identity: { name, who },
	environment,
}: {
	identity: IdentityView;
	environment: EnvironmentView | null;
}) {
	return (
		<div className="card flex items-start gap-3 px-3.5 py-3">
			<CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-accent" />
			<div className="min-w-0">
				<p className="font-medium wrap-anywhere">{name === null ? who : <Claim text={name} max={80} />}</p>
				<p className="text-f2 text-ink-2">
					{name === null ? t("trusted.sign-in.identity.help") : t("trusted.sign-in.name-by-service")}
				</p>
				{environment !== null && (
					<p className="mt-1 text-f2 wrap-anywhere text-ink-2">
						{environment.name} · <span className="num">{environment.baseUrl}</span>
					</p>
				)}
			</div>
		</div>
	);
}

function More() {
	const command = useTrustedCommand();
	return (
		<div>
			<TextButton className="min-h-6 text-f2" onClick={() => void command.call("openSignIn", {})}>
				{t("trusted.first-run.service.more")}
			</TextButton>
			<Fault text={command.fault} className="mt-2" />
		</div>
	);
}
