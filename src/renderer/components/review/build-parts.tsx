import type { BuildView } from "../../../ipc/catalog.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../claim.tsx";
import { HashPicture } from "../figure/pictures.tsx";
import { Fold } from "../fold.tsx";
import { Notice } from "../notice.tsx";
import { Section } from "../section.tsx";
import { Hash } from "../text/hash.tsx";
import { JsonView } from "../text/json-view.tsx";
import { digestParts } from "./build-text.ts";

export function BuildDigest({ digest }: { digest: string }) {
	const { kind, hex } = digestParts(digest);
	return (
		<div className="flex items-start gap-3">
			<HashPicture hex={hex} size={44} />
			<div className="min-w-0">
				<p className="text-f1 text-ink-3">{kind ?? t("components.form-not-known")}</p>
				<Hash hex={hex} what={t("components.the-digest")} />
			</div>
		</div>
	);
}

export function BuildActions({ actions }: { actions: BuildView["actions"] }) {
	if (actions.length === 0)
		return <p className="card px-3.5 py-2.5 text-caution">{t("components.holds-no-actions")}</p>;
	return (
		<ol className="card *:not-first:border-t *:not-first:border-line-2">
			{actions.map((action) => (
				<li key={action.at}>
					<Fold
						className="px-3.5 py-2.5"
						title={
							<span className="flex items-baseline gap-2 text-ink">
								<span className="num shrink-0 text-ink-3">{action.at}</span>
								<Claim text={action.text} max={240} className="wrap-anywhere" />
							</span>
						}
					>
						<div className="px-3.5 pb-3">
							<JsonView text={action.raw} what={t("components.action", { at: action.at })} />
						</div>
					</Fold>
				</li>
			))}
		</ol>
	);
}

export function Names({ names, none }: { names: readonly string[]; none: string }) {
	if (names.length === 0) return <span className="text-ink-3">{none}</span>;
	return (
		<ul>
			{names.slice(0, MAX_NAMES).map((name, index) => (
				// A Build may list the same operation twice.
				<li key={index} className="wrap-anywhere">
					<Claim text={name} max={240} />
				</li>
			))}
			{names.length > MAX_NAMES && (
				<li className="text-ink-3">{t("components.more-under-raw", { count: names.length - MAX_NAMES })}</li>
			)}
		</ul>
	);
}
const MAX_NAMES = 30;

export function CommitAnswer({ committed }: { committed: NonNullable<BuildView["committed"]> }) {
	return (
		<div className="grid gap-3">
			<Notice tone="in">{textOf(committed.text)}</Notice>
			<Answers
				title={t("components.requests")}
				none={t("components.build.no-requests")}
				texts={committed.requests}
			/>
			<Answers
				title={t("components.results")}
				none={t("components.simulation.no-results")}
				texts={committed.results}
			/>
		</div>
	);
}

function Answers({ title, none, texts }: { title: string; none: string; texts: readonly string[] }) {
	return (
		<div>
			<p className="label mb-1.5">{title}</p>
			{texts.length === 0 ? (
				<p className="card px-3.5 py-2 text-f2 text-ink-2">{none}</p>
			) : (
				<ol className="card *:not-first:border-t *:not-first:border-line-2">
					{texts.map((text, index) => (
						<li key={index} className="px-3.5 py-2">
							<JsonView
								text={text}
								what={t("components.number", { title: title.toLowerCase(), count: index + 1 })}
							/>
						</li>
					))}
				</ol>
			)}
		</div>
	);
}

export function BuildSafety({ build, level }: { build: BuildView; level: "h2" | "h3" }) {
	const { safetyMode, evidence } = build;
	if (safetyMode === null && evidence === null) return null;
	return (
		<Section title={t("components.service-guards")} aside={t("components.the-services-words")} level={level}>
			{safetyMode !== null && (
				<Notice tone={safetyMode.isCaution ? "caution" : "quiet"}>{textOf(safetyMode.text)}</Notice>
			)}
			{evidence !== null && (
				<div className="card mt-2 px-3.5 py-2.5">
					<JsonView text={evidence} what={t("components.the-guard-evidence")} />
				</div>
			)}
		</Section>
	);
}

export function RawBuild({ raw }: { raw: string }) {
	return (
		<Fold className="py-2.5" title={t("components.raw")} aside={t("components.build-json")}>
			<div className="pb-3 pl-5.5">
				<ClaimBlock text={raw} max={4000} className="num text-f1 text-ink-2" />
			</div>
		</Fold>
	);
}
