import { useState } from "react";
import { t, textOf } from "../../../text/index.ts";
import { Notice } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import type { SetupWay } from "../setup/key-ways.tsx";
import { KeyWays, MakeKeys } from "../setup/welcome.tsx";
import { Continue, StepPage } from "./step-page.tsx";

export function KeysStep() {
	const { view } = useTrusted();
	const [way, setWay] = useState<SetupWay | null>(null);
	const ledger = useTrustedCommand();
	if (way !== null) return <MakeKeys way={way} onBack={() => setWay(null)} />;
	const own = view.setup?.steps.find(({ step }) => step === "keys") ?? null;
	const isDone = own?.isDone === true;
	return (
		<StepPage
			step="keys"
			title={t("trusted.setup.keys-computer")}
			lead={t("trusted.setup.intro")}
			skips={!isDone}
			fault={ledger.fault}
			actions={isDone ? <Continue to="networks" /> : null}
		>
			<div className="grid gap-4 *:min-w-0">
				{isDone && own.text !== null && (
					<Notice tone="in">{t("trusted.first-run.keys.there", { what: textOf(own.text) })}</Notice>
				)}
				<KeyWays
					onChoose={view.vault.state === "none" ? setWay : null}
					onLedger={() => void ledger.call("openLedger", {})}
				/>
			</div>
		</StepPage>
	);
}
