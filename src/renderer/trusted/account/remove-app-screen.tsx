import { type FormEvent, useState } from "react";
import type { AppView } from "../../../bridge/account-views.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { visible } from "../../components/visible.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";
import { typedName } from "./offers.ts";

/** Removing an installed app: what goes with it, and its name typed by hand. */
export function RemoveAppScreen({ app }: { app: AppView | null }) {
	const { bridge } = useTrusted();
	const leave = useWish();
	const wish = useWish();
	const [typed, setTyped] = useState("");
	const back = (
		<Button look="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
			{app === null ? "Back to settings" : "Keep it"}
		</Button>
	);
	if (app === null) {
		return (
			<Page
				title="This app is not here"
				lead="It was removed already, or the list of apps was not read yet. Nothing was changed."
				bar={
					<>
						<Fault words={leave.fault} className="basis-full" />
						{back}
					</>
				}
			/>
		);
	}
	const name = typedName(typed, app.app);
	const hides = visible(app.app, { lines: false }).some(({ kind }) => kind !== "text");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (name === null) return;
		void wish.send(() => bridge.call("removeApp", { applicationId: app.applicationId, name }));
	};
	return (
		<form onSubmit={submit} className="h-full">
			<Page
				title="Remove this app"
				lead={
					<>
						<Claim text={app.app} max={120} className="font-medium text-ink" />{" "}
						<span className="num">{app.applicationId}</span> is taken off your account with the service.
					</>
				}
				bar={
					<>
						<Fault words={leave.fault} className="basis-full" />
						{back}
						<Button submit look="danger" disabled={name === null} busy={wish.busy}>
							{wish.busy ? "Removing…" : "Remove"}
						</Button>
					</>
				}
			>
				<div className="grid gap-5">
					<WhatIsLost app={app} />
					<Field
						label="Type the app’s name"
						value={typed}
						onText={setTyped}
						maxLength={400}
						help={
							<>
								<Claim text={app.app} max={120} className="num text-ink-2" />, letter for letter
								{hides && (
									<>
										. It holds characters that can’t be typed; copy it here{" "}
										<CopyButton text={app.app} what="the name" />
									</>
								)}
							</>
						}
					/>
					<Fault words={wish.fault} />
				</div>
			</Page>
		</form>
	);
}

/** What goes with the app, and what does not. */
export function WhatIsLost({ app }: { app: Pick<AppView, "secrets"> }) {
	const own = app.secrets?.slots.filter(({ presence }) => presence === "own") ?? [];
	const points: readonly (readonly [string, React.ReactNode])[] = [
		[
			"What ends",
			"Agents can’t use this app for you any more, until it is installed again with the service.",
		],
		[
			"What may be lost",
			own.length === 0 ? (
				"Credentials that you gave the service for this app may go with it. Countersign has no copy of them."
			) : (
				<>
					What you gave the service for this app may go with it; Countersign has no copy:{" "}
					{own.map(({ name }, at) => (
						<span key={`${at} ${name}`}>
							{at > 0 && ", "}
							<Claim text={name} max={80} className="num" />
						</span>
					))}
					.
				</>
			),
		],
		["What stays", "Your keys and funds, your conversations and the journal. Allowances on chain stay too."],
	];
	return (
		<dl className="card">
			{points.map(([name, words]) => (
				<div key={name} className="px-4 py-3 not-first:border-t not-first:border-line-2">
					<dt className="font-medium">{name}</dt>
					<dd className="mt-0.5 text-f2 text-pretty wrap-anywhere text-ink-2">{words}</dd>
				</div>
			))}
		</dl>
	);
}
