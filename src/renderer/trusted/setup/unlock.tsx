import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { rich } from "../../components/rich.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { UnlockForm } from "./unlock-form.tsx";

export function Unlock({ then }: { then: string | null }) {
	const minutes = useTrusted().view.vault.autoLockMinutes;
	const command = useTrustedCommand();
	const forgot = useTrustedCommand();
	return (
		<Page
			title={t("trusted.setup.unlock-your-keys")}
			lead={
				<>
					{then !== null && (
						<>
							{rich("trusted.setup.then", {
								claim: () => <Claim text={then} max={200} className="text-ink" />,
							})}{" "}
						</>
					)}
					{t("trusted.setup.unlock.again-after", { minutes })}
				</>
			}
			bar={
				<>
					<Fault text={forgot.fault} className="basis-full" />
					<Button variant="quiet" onClick={() => void command.call("close", {})}>
						{t("ui.not-now")}
					</Button>
					<Button variant="quiet" onClick={() => void forgot.call("openRestore", {})}>
						{t("trusted.keys.forgot")}
					</Button>
				</>
			}
		>
			<UnlockForm focus />
		</Page>
	);
}
