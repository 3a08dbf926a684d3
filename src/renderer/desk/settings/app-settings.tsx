import { Blocks, CircleCheck, CircleDashed, RefreshCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { AppView, SecretSlotView } from "../../../ipc/billing.ts";
import { t, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { Fold } from "../../components/fold.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, TextNotice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useDeskCommand } from "../../state/desk.tsx";
import { Group } from "./group.tsx";
import { SignInFirst, useServiceAccount } from "./sign-in-first.tsx";

export function AppSettings() {
	const { account, read, reading, fault } = useServiceAccount();
	const { apps, otherApps, appsFault } = account;
	if (!account.offered) {
		return (
			<Group title={t("ui.apps")}>
				<SignInFirst text={textOrNull(account.text)} />
			</Group>
		);
	}
	return (
		<>
			<Group
				title={t("ui.apps")}
				aside={
					<Button size="small" busy={reading} onClick={read}>
						<RefreshCw size={14} aria-hidden /> {reading ? t("ui.reading") : t("ui.refresh")}
					</Button>
				}
			>
				{(fault !== null || appsFault !== null) && (
					<div className="grid gap-2">
						<Fault text={fault} />
						<TextNotice tone="caution" text={appsFault} />
					</div>
				)}
				{apps === null && appsFault === null && (
					<p className="text-ink-2">
						{reading ? t("desk.settings.loading") : t("desk.settings.not-read-yet")}
					</p>
				)}
				{apps?.length === 0 && <p className="text-pretty text-ink-2">{t("desk.settings.apps.none")}</p>}
				{apps?.map((app) => (
					<AppRow key={app.applicationId} app={app} />
				))}
				{otherApps.map(({ app, applicationId, why }, at) => (
					// The service may list the same name twice.
					<p key={`${at} ${app}`} className="flex min-w-0 flex-wrap items-baseline gap-2">
						<Blocks size={15} aria-hidden className="shrink-0 translate-y-0.5 text-ink-3" />
						<Claim text={app} max={80} className="wrap-anywhere text-ink-2" />
						{applicationId !== null && <span className="num text-f2 text-ink-3">{applicationId}</span>}
						<Pill>{why === "built_in" ? t("desk.settings.built-in") : t("desk.settings.not-installed")}</Pill>
					</p>
				))}
			</Group>
			<LookupSettings />
		</>
	);
}

function AppRow({ app }: { app: AppView }) {
	const secrets = useDeskCommand();
	const remove = useDeskCommand();
	const { applicationId } = app;
	const reading = secrets.busy || app.loading;
	return (
		<section aria-label={t("desk.settings.app", { applicationId })}>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<p className="flex min-w-0 items-baseline gap-2">
					<Blocks size={15} aria-hidden className="shrink-0 translate-y-0.5 text-ink-3" />
					<Claim text={app.app} max={80} className="font-medium wrap-anywhere" />
					<span className="num text-f2 text-ink-3">{applicationId}</span>
				</p>
				<span className="flex gap-2">
					<Button
						size="small"
						variant="quiet"
						busy={reading}
						onClick={() => void secrets.call("readSecrets", { applicationId })}
					>
						{reading
							? t("ui.reading")
							: app.secrets === null
								? t("desk.settings.show-credentials")
								: t("ui.refresh")}
					</Button>
					<Button size="small" {...remove.press("askRemoveApp", { applicationId })}>
						{t("ui.remove.begin")}
					</Button>
				</span>
			</div>
			<TextNotice tone="caution" text={app.fault} className="mt-2" />
			<Fault text={secrets.fault ?? remove.fault} className="mt-2" />
			{app.secrets !== null && <Secrets secrets={app.secrets} />}
		</section>
	);
}

const THERE: ReadonlySet<SecretSlotView["presence"]> = new Set(["own", "app", "present"]);

export function Secrets({ secrets }: { secrets: NonNullable<AppView["secrets"]> }) {
	const { ready, missing, slots } = secrets;
	if (slots.length === 0)
		return <p className="mt-1.5 text-f2 text-ink-2">{t("desk.settings.asks-no-credentials")}</p>;
	return (
		<div className="mt-1.5">
			<Fold
				title={
					<span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
						{t("desk.settings.credentials.count", { count: slots.length })}
						<Pill tone={ready ? "in" : "caution"}>
							{ready ? <CircleCheck size={12} aria-hidden /> : <TriangleAlert size={12} aria-hidden />}
							{ready ? t("desk.settings.ready") : t("desk.settings.missing", { count: missing.length })}
						</Pill>
					</span>
				}
				defaultOpen={!ready}
			>
				<ul className="mt-2 grid gap-2 pl-[1.375rem]">
					{slots.map((slot, at) => (
						<SlotLine key={`${at} ${slot.name}`} slot={slot} />
					))}
				</ul>
				<p className="mt-2 pl-[1.375rem] text-f1 text-ink-3">{t("desk.settings.credentials.help")}</p>
			</Fold>
		</div>
	);
}

function SlotLine({ slot }: { slot: SecretSlotView }) {
	const there = THERE.has(slot.presence);
	const Icon = there ? CircleCheck : slot.required ? TriangleAlert : CircleDashed;
	const look = there ? "text-in" : slot.required ? "text-caution" : "text-ink-3";
	return (
		<li className="flex flex-wrap items-baseline justify-between gap-x-4 text-f2">
			<span className="min-w-0">
				<Claim text={slot.name} max={128} className="num wrap-anywhere" />
				{!slot.required && <span className="text-ink-3"> {t("desk.settings.optional")}</span>}
				{slot.description !== null && (
					<span className="block text-ink-2">
						<Claim text={slot.description} max={240} />
					</span>
				)}
			</span>
			<span className="inline-flex items-center gap-1.5 text-ink-2">
				<Icon size={14} aria-hidden className={`shrink-0 ${look}`} />{" "}
				{t(`desk.settings.presence.${slot.presence}`)}
			</span>
		</li>
	);
}

export function appId(text: string): number | null {
	const id = Number(text.trim());
	return /^[1-9][0-9]{0,15}$/.test(text.trim()) && Number.isSafeInteger(id) ? id : null;
}

function LookupSettings() {
	const command = useDeskCommand();
	const [text, setText] = useState("");
	const id = appId(text);
	const submit = async () => {
		if (id === null) return;
		await command.call("readSecrets", { applicationId: id }, () => setText(""));
	};
	return (
		<Group title={t("desk.settings.look-up-app")}>
			<Form onSubmit={submit} noValidate>
				<div className="flex flex-wrap items-start gap-2">
					<Field
						label={t("desk.settings.app-id")}
						hideLabel
						mono
						inputMode="numeric"
						maxLength={16}
						placeholder={t("desk.settings.app-id-number")}
						value={text}
						onText={setText}
						wrong={text !== "" && id === null ? "A whole number, from 1" : null}
						className="w-56"
					/>
					<Button submit disabled={id === null} busy={command.busy}>
						{command.busy ? t("desk.settings.looking") : t("desk.settings.look-up")}
					</Button>
				</div>
				<Fault text={command.fault} className="mt-2" />
			</Form>
		</Group>
	);
}
