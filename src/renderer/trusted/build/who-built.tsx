import type { BuildView } from "../../../ipc/catalog.ts";
import { t } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { initial } from "../../components/review/sentences.ts";
import { rich } from "../../components/rich.ts";
import { useNow } from "../../state/clock.tsx";

/** Which app and operations made it, and how long the service takes it. */
export function WhoBuilt({ build }: { build: BuildView }) {
	const { app, operations, expiresAt, committed } = build;
	const [first, ...others] = operations;
	const now = useNow();
	return (
		<header className="flex shrink-0 flex-wrap items-start gap-x-3 gap-y-1.5 border-b border-line bg-surface gutter py-3">
			<span
				aria-hidden
				className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-f2 font-semibold text-accent"
			>
				{initial(app ?? "?")}
			</span>
			<div className="min-w-0 flex-1 basis-40">
				<p className="line-clamp-2 text-f2 wrap-anywhere">
					<b className="font-semibold">
						{app === null ? t("trusted.build.app-not-named") : <Claim text={app} max={40} />}
					</b>{" "}
					<span className="text-ink-2">{t("trusted.build.made-this-build")}</span>
				</p>
				<p className="line-clamp-2 text-f1 text-ink-3 wrap-anywhere">
					{first === undefined
						? t("trusted.build.no-operations-named")
						: rich(
								"trusted.build.operations.first",
								{ more: others.length },
								{ operation: () => <Claim text={first} max={120} /> },
							)}
				</p>
			</div>
			{committed === null && (
				<div className="shrink-0 text-right max-[24rem]:flex max-[24rem]:flex-1 max-[24rem]:items-baseline max-[24rem]:gap-1.5">
					<Countdown at={expiresAt} className="block text-f2" />
					{now < expiresAt && <p className="text-f1 text-ink-3">{t("trusted.build.until-it-expires")}</p>}
				</div>
			)}
		</header>
	);
}
