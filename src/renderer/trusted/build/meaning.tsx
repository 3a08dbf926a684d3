import { t } from "../../../text/index.ts";
/** What a commit does, and what it does not. */
export function Meaning() {
	return (
		<ul className="mt-2 grid list-disc gap-1 pl-4.5 text-f2 text-pretty text-ink-2 marker:text-ink-3">
			<li>{t("trusted.build.service-checks-simulates-once-more")}</li>
			<li>{t("trusted.build.needs-signature-comes-inbox-request")}</li>
			<li>
				<b className="font-semibold text-ink">{t("trusted.build.hosted-automatic-submitter-may-carried")}</b>
			</li>
		</ul>
	);
}
