import { useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

/** What may be sent to somebody who helps: looked at first, and saved as it was shown. */
export function SupportSettings() {
	const { bridge } = useDesk();
	const command = useCommand();
	const [text, setText] = useState<string | null>(null);
	const show = async () => {
		const answer = await command.send(() => bridge.call("readDiagnostics", {}));
		if (answer?.ok === true) setText(answer.text);
	};
	return (
		<Group
			title={t("support.title")}
			aside={
				<Button size="small" busy={command.busy} onClick={() => void show()}>
					{t("support.show")}
				</Button>
			}
		>
			<div>
				<p className="text-f2 text-ink-2">{t("support.help")}</p>
				<Fault text={command.fault} className="mt-2" />
				{text !== null && (
					<>
						<textarea
							readOnly
							rows={14}
							aria-label={t("support.text")}
							value={text}
							className="num mt-2.5 w-full rounded-md border border-line bg-sunken p-2.5 text-f1"
						/>
						<Button
							size="small"
							className="mt-2"
							busy={command.busy}
							onClick={() => void command.send(() => bridge.call("saveDiagnostics", {}))}
						>
							{t("support.save")}
						</Button>
					</>
				)}
			</div>
		</Group>
	);
}
