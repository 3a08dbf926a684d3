import { t } from "../../../text/index.ts";
import { Logo } from "../../components/figure/logo.tsx";

export function Starting() {
	return (
		<main className="grid h-full place-items-center" aria-busy="true">
			<p className="flex items-center gap-3 text-ink-2">
				<Logo /> {t("desk.shell.reading-waiting")}
			</p>
		</main>
	);
}
