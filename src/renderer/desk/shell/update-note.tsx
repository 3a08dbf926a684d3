import { ArrowUpCircle } from "lucide-react";
import { useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";

/** Hidden during an approval, because main doesn't announce updates then. */
export function UpdateNote() {
	const { release, announced } = useDesk().view.updates;
	const [later, setLater] = useState<string | null>(null);
	const command = useDeskCommand();
	if (release === null || !announced || later === release.version) return null;
	return (
		<section aria-label={t("updates.title")} className="shrink-0 border-b border-line bg-surface px-4 py-2.5">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<ArrowUpCircle size={16} aria-hidden className="shrink-0 text-accent" />
				<p className="min-w-0 flex-1 font-medium">{t("updates.out", { version: release.version })}</p>
				<span className="flex gap-2">
					<Button size="small" variant="quiet" onClick={() => setLater(release.version)}>
						{t("updates.later")}
					</Button>
					<Button size="small" {...command.press("openReleasePage", {})}>
						{t("updates.open-page")}
					</Button>
				</span>
			</div>
			<Fault text={command.fault} className="mt-2" />
			{release.changes.length > 0 && <WhatChanged changes={release.changes} />}
		</section>
	);
}

export function WhatChanged({ changes }: { changes: readonly string[] }) {
	return (
		<Fold title={t("updates.what-changed")} className="mt-1.5">
			<ul className="mt-1.5 grid max-h-40 list-disc gap-1 overflow-y-auto pl-10 text-f2 text-ink-2">
				{changes.map((line, at) => (
					<li key={`${at} ${line}`}>
						<Claim text={line} max={300} className="wrap-anywhere" />
					</li>
				))}
			</ul>
		</Fold>
	);
}
