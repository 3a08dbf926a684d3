import { useState } from "react";
import type { IdentityView, Resource } from "../../../ipc/sign-in.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { useHeadingFocus } from "../heading-focus.ts";
import { Page } from "../page.tsx";
import { Choosing, type LastChoice } from "./choosing.tsx";
import { browserFault, firstChoice, isUnderWay } from "./offers.ts";
import { SigningIn, underWayLead } from "./under-way.tsx";

export function SignInScreen({ identity }: { identity: IdentityView }) {
	const { bridge, view } = useTrusted();
	const { setup } = view;
	const leave = useCommand();
	const start = useTrustedCommand();
	const stop = useTrustedCommand();
	const { progress } = identity;
	useHeadingFocus(progress.kind);
	const environment = identity.environments.find(({ active }) => active) ?? null;
	/**
	 * `null` until the user chooses. Until then, the preselection includes grants that end in the meantime.
	 */
	const [choice, setChoice] = useState<readonly Resource[] | null>(null);
	const [asked, setAsked] = useState<LastChoice | null>(null);
	const chosen = choice ?? firstChoice(identity.grants);
	const signIn = (by: LastChoice["by"], resources: readonly Resource[]) => {
		setAsked({ by, resources });
		setChoice(null);
		void start.call("signIn", { by, resources: [...resources] });
	};
	/** Whether only *Back* is left to press. */
	const finished = progress.kind === "done" && chosen.length === 0;
	const back = (
		<Button
			variant={finished ? "primary" : "quiet"}
			className={finished ? "ml-auto" : ""}
			onClick={() =>
				void leave.send(() =>
					setup === null ? bridge.call("openDesk", {}) : bridge.call("openSetupStep", { step: "service" }),
				)
			}
		>
			{setup === null ? t("ui.back.settings") : t("trusted.first-run.back-to-setup")}
		</Button>
	);

	if (isUnderWay(progress)) {
		return (
			<Page
				title={t(`trusted.sign-in.under-way-titles.${progress.kind}`)}
				lead={underWayLead(progress, environment)}
				bar={
					<>
						<Fault text={leave.fault ?? stop.fault} className="basis-full" />
						{back}
						<Button {...stop.press("cancelSignIn", {})}>{t("ui.cancel")}</Button>
					</>
				}
			>
				<SigningIn progress={progress} environment={environment} />
			</Page>
		);
	}
	const none = chosen.length === 0;
	const noBrowser = browserFault(environment, chosen);
	const still = identity.locked || environment === null;
	return (
		<Page
			title={t("trusted.sign-in.sign-in")}
			lead={t("trusted.sign-in.intro")}
			bar={
				<>
					<Fault text={leave.fault} className="basis-full" />
					{back}
					{!finished && (
						<div className="flex flex-wrap gap-2">
							<Button
								variant={noBrowser === null ? "plain" : "primary"}
								disabled={none || still}
								busy={start.busy}
								aria-label={t("trusted.sign-in.sign-code")}
								onClick={() => signIn("device", chosen)}
							>
								{noBrowser === null ? t("trusted.sign-in.with-a-code") : t("trusted.sign-in.sign-code")}
							</Button>
							{noBrowser === null && (
								<Button
									variant="primary"
									disabled={none || still}
									busy={start.busy}
									onClick={() => signIn("browser", chosen)}
								>
									{t("trusted.sign-in.sign-browser")}
								</Button>
							)}
						</div>
					)}
				</>
			}
		>
			<Choosing
				identity={identity}
				fault={start.fault}
				chosen={chosen}
				onChoose={setChoice}
				noBrowser={noBrowser}
				lastChoice={asked}
				onTryAgain={signIn}
			/>
		</Page>
	);
}
