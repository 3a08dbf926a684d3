import { useState } from "react";
import type { AppView } from "../../../ipc/billing.ts";
import { t } from "../../../text/index.ts";
import { Button, CopyButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { rich } from "../../components/rich.tsx";
import { visible } from "../../components/text/visible.ts";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { BackToDesk } from "../keys/back.tsx";
import { Page } from "../page.tsx";
import { type Point, Points } from "../points.tsx";
import { typedName } from "./usd.ts";

export function RemoveAppScreen({ app }: { app: AppView | null }) {
	const command = useTrustedCommand();
	const [typed, setTyped] = useState("");

	if (app === null) {
		return (
			<Page
				title={t("trusted.account.app-not")}
				lead={t("trusted.account.app.missing")}
				bar={<BackToDesk text={t("ui.back.settings")} />}
			/>
		);
	}
	const name = typedName(typed, app.app);
	const hides = visible(app.app, { lines: false }).some(({ kind }) => kind !== "text");
	const submit = () => {
		if (name === null) return;
		void command.call("removeApp", { applicationId: app.applicationId, name });
	};
	return (
		<Page
			onSubmit={submit}
			title={t("trusted.account.remove-this-app")}
			lead={rich(
				"trusted.account.app.remove",
				{
					claim: () => <Claim text={app.app} max={120} className="font-medium text-ink" />,
					b: (text) => <span className="num">{text}</span>,
				},
				{ applicationId: app.applicationId },
			)}
			bar={
				<>
					<BackToDesk text={t("ui.keep")} />
					<Button submit variant="danger" disabled={name === null} busy={command.busy}>
						{command.busy ? t("ui.removing") : t("ui.remove")}
					</Button>
				</>
			}
		>
			<div className="grid gap-5">
				<WhatIsLost app={app} />
				<Field
					label={t("trusted.account.type-apps-name")}
					value={typed}
					onText={setTyped}
					maxLength={400}
					help={
						hides
							? rich("trusted.account.name-help.hidden", {
									claim: () => <Claim text={app.app} max={120} className="num text-ink-2" />,
									copy: () => <CopyButton text={app.app} what={t("trusted.account.the-name")} />,
								})
							: rich("trusted.account.name.exact", {
									claim: () => <Claim text={app.app} max={120} className="num text-ink-2" />,
								})
					}
				/>
				<Fault text={command.fault} />
			</div>
		</Page>
	);
}

export function WhatIsLost({ app }: { app: Pick<AppView, "secrets"> }) {
	const own = app.secrets?.slots.filter(({ presence }) => presence === "own") ?? [];
	const points: readonly Point[] = [
		[t("trusted.account.what-ends"), t("trusted.account.app.removed")],
		[
			t("trusted.account.may-lost"),
			own.length === 0
				? t("trusted.account.app.credentials")
				: rich("trusted.account.own-credentials", {
						names: () => (
							<>
								{own.map(({ name }, at) => (
									<span key={`${at} ${name}`}>
										{at > 0 && ", "}
										<Claim text={name} max={80} className="num" />
									</span>
								))}
							</>
						),
					}),
		],
		[t("trusted.account.what-stays"), t("trusted.account.app.unaffected")],
	];
	return <Points points={points} />;
}
