import { t, textOf } from "../../../text/index.ts";
import { Notice } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";

/** Problems of the app itself, most urgent first. */
export function Alerts() {
	const { alerts } = useDesk().view;
	if (alerts.length === 0) return null;
	return (
		<section
			aria-label={t("desk.shell.problems")}
			className="grid max-h-40 shrink-0 gap-2 overflow-auto border-b border-line p-3"
		>
			{alerts.map((text) => (
				<Notice key={textOf(text)} tone="danger" alert>
					{textOf(text)}
				</Notice>
			))}
		</section>
	);
}
