import { useEffect, useState } from "react";
import type { AboutPart, AboutView } from "../../../ipc/about.ts";
import { t } from "../../../text/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fold } from "../../components/fold.tsx";
import { useDesk } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

function Row({ label, value }: { label: string; value: string }) {
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
			<span className="text-ink-2">{label}</span>
			<span className="num break-all text-f2">{value}</span>
		</div>
	);
}

/** One part of others: its licence by name, and in its own words below. */
function Licence({ part: { name, version, licence, text } }: { part: AboutPart }) {
	return (
		<Fold title={<span className="break-all">{`${name} ${version}`}</span>} aside={licence}>
			<pre className="mt-2 whitespace-pre-wrap break-words font-mono text-f1 text-ink-2">{text}</pre>
		</Fold>
	);
}

/** What this Countersign is, of which source, and what of others is in it. */
export function AboutSettings() {
	const { bridge, view } = useDesk();
	const [about, setAbout] = useState<AboutView | null>(null);
	useEffect(() => {
		void bridge.call("readAbout", {}).then(setAbout, () => setAbout(null));
	}, [bridge]);
	const commit = about?.commit ?? null;
	const parts = about?.parts ?? null;
	return (
		<>
			<Group title={t("about.title")}>
				<Row label={t("about.version")} value={view.settings.version} />
				{about !== null && (
					<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
						<span className="text-ink-2">{t("about.commit")}</span>
						{commit === null ? (
							<span className="text-f2">{t("about.no-commit")}</span>
						) : (
							<span className="flex min-w-0 items-center gap-1">
								<span className="num break-all text-f2">{commit}</span>
								<CopyButton text={commit} what={t("about.copy")} />
							</span>
						)}
					</div>
				)}
				{about !== null && <Row label={t("about.shell")} value={about.electron} />}
				{about !== null && <Row label={t("about.chromium")} value={about.chromium} />}
			</Group>
			<Group
				title={t("about.licences")}
				aside={
					parts === null ? undefined : (
						<span className="text-f2 text-ink-3">{t("about.count", { count: parts.length })}</span>
					)
				}
			>
				{parts === null ? (
					<p className="text-ink-2">{t("about.none")}</p>
				) : (
					parts.map((part) => <Licence key={`${part.name}@${part.version}`} part={part} />)
				)}
				{parts !== null && <p className="text-f2 text-ink-2">{t("about.browser")}</p>}
			</Group>
		</>
	);
}
