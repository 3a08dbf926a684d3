import { Blocks, CircleCheck, CircleDashed, RefreshCw, TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AppView, SecretSlotView } from "../../../bridge/account-views.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { plural } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";
import { SignInFirst } from "./sign-in-first.tsx";
import { useServiceAccount } from "./use-service-account.ts";

/** Apps installed with the service, and whether the credentials that they ask for are there. Never a value. */
export function AppSettings() {
	const { account, read, reading, fault } = useServiceAccount();
	const { apps, appsFault } = account;
	if (!account.offered) {
		return (
			<Group title="Apps">
				<SignInFirst words={account.words} />
			</Group>
		);
	}
	return (
		<>
			<Group
				title="Apps"
				aside={
					<Button size="small" busy={reading} onClick={read}>
						<RefreshCw size={14} aria-hidden /> {reading ? "Reading…" : "Read again"}
					</Button>
				}
			>
				{(fault !== null || appsFault !== null) && (
					<div className="grid gap-2">
						<Fault words={fault} />
						{appsFault !== null && <Notice tone="caution">{appsFault}</Notice>}
					</div>
				)}
				{apps === null && appsFault === null && (
					<p className="text-ink-2">{reading ? "Asking the service…" : "Not read yet."}</p>
				)}
				{apps?.length === 0 && (
					<p className="text-pretty text-ink-2">
						The service names no installed app. One whose id you know can be looked up below.
					</p>
				)}
				{apps?.map((app) => (
					<AppRow key={app.applicationId} app={app} />
				))}
			</Group>
			<LookUp />
		</>
	);
}

function AppRow({ app }: { app: AppView }) {
	const { bridge } = useDesk();
	const secrets = useWish();
	const remove = useWish();
	const { applicationId } = app;
	const reading = secrets.busy || app.loading;
	return (
		<section aria-label={`App ${applicationId}`}>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<p className="flex min-w-0 items-baseline gap-2">
					<Blocks size={15} aria-hidden className="shrink-0 translate-y-0.5 text-ink-3" />
					<Claim text={app.app} max={80} className="font-medium wrap-anywhere" />
					<span className="num text-f2 text-ink-3">{applicationId}</span>
				</p>
				<span className="flex gap-2">
					<Button
						size="small"
						look="quiet"
						busy={reading}
						onClick={() => void secrets.send(() => bridge.call("readSecrets", { applicationId }))}
					>
						{reading ? "Reading…" : app.secrets === null ? "Show credentials" : "Read again"}
					</Button>
					<Button
						size="small"
						busy={remove.busy}
						onClick={() => void remove.send(() => bridge.call("askRemoveApp", { applicationId }))}
					>
						Remove…
					</Button>
				</span>
			</div>
			{app.fault !== null && (
				<Notice tone="caution" className="mt-2">
					{app.fault}
				</Notice>
			)}
			<Fault words={secrets.fault ?? remove.fault} className="mt-2" />
			{app.secrets !== null && <Secrets secrets={app.secrets} />}
		</section>
	);
}

const PRESENCE: Readonly<
	Record<SecretSlotView["presence"], { readonly word: string; readonly there: boolean }>
> = {
	own: { word: "given by you", there: true },
	app: { word: "given by the app", there: true },
	present: { word: "there", there: true },
	missing: { word: "missing", there: false },
};

/** What the app asks for and whether it is there. */
export function Secrets({ secrets }: { secrets: NonNullable<AppView["secrets"]> }) {
	const { ready, missing, slots } = secrets;
	if (slots.length === 0) return <p className="mt-1.5 text-f2 text-ink-2">It asks for no credentials.</p>;
	return (
		<div className="mt-1.5">
			<Fold
				title={
					<span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
						Asks for {plural(slots.length, "credential")}
						<Pill tone={ready ? "in" : "caution"}>
							{ready ? <CircleCheck size={12} aria-hidden /> : <TriangleAlert size={12} aria-hidden />}
							{ready ? "ready" : `${missing.length} missing`}
						</Pill>
					</span>
				}
				defaultOpen={!ready}
			>
				<ul className="mt-2 grid gap-2 pl-[1.375rem]">
					{slots.map((slot, at) => (
						// The service may name two alike.
						<SlotLine key={`${at} ${slot.name}`} slot={slot} />
					))}
				</ul>
				<p className="mt-2 pl-[1.375rem] text-f1 text-ink-3">
					Their values stay with the service: it never gives them out, and Countersign never asks for them.
				</p>
			</Fold>
		</div>
	);
}

function SlotLine({ slot }: { slot: SecretSlotView }) {
	const { word, there } = PRESENCE[slot.presence];
	const Icon = there ? CircleCheck : slot.required ? TriangleAlert : CircleDashed;
	const look = there ? "text-in" : slot.required ? "text-caution" : "text-ink-3";
	return (
		<li className="flex flex-wrap items-baseline justify-between gap-x-4 text-f2">
			<span className="min-w-0">
				<Claim text={slot.name} max={128} className="num wrap-anywhere" />
				{!slot.required && <span className="text-ink-3"> optional</span>}
				{slot.description !== null && (
					<span className="block text-ink-2">
						<Claim text={slot.description} max={240} />
					</span>
				)}
			</span>
			<span className="inline-flex items-center gap-1.5 text-ink-2">
				<Icon size={14} aria-hidden className={`shrink-0 ${look}`} /> {word}
			</span>
		</li>
	);
}

/** The id that was typed; null where it is none. */
export function appId(text: string): number | null {
	const id = Number(text.trim());
	return /^[1-9][0-9]{0,15}$/.test(text.trim()) && Number.isSafeInteger(id) ? id : null;
}

function LookUp() {
	const { bridge } = useDesk();
	const wish = useWish();
	const [text, setText] = useState("");
	const id = appId(text);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (id === null) return;
		const outcome = await wish.send(() => bridge.call("readSecrets", { applicationId: id }));
		if (outcome?.ok === true) setText("");
	};
	return (
		<Group title="Look up an app">
			<form onSubmit={(event) => void submit(event)} noValidate>
				<div className="flex flex-wrap items-start gap-2">
					<Field
						label="App id"
						hideLabel
						mono
						inputMode="numeric"
						maxLength={16}
						placeholder="App id, a number"
						value={text}
						onText={setText}
						wrong={text !== "" && id === null ? "A whole number, from 1" : null}
						className="w-56"
					/>
					<Button submit disabled={id === null} busy={wish.busy}>
						{wish.busy ? "Looking…" : "Look up"}
					</Button>
				</div>
				<Fault words={wish.fault} className="mt-2" />
			</form>
		</Group>
	);
}
