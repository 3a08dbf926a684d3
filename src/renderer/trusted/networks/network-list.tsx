import clsx from "clsx";
import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { operatorOf } from "../../../core/chain/public-rpcs.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { emptyDraft, label, type NetworkDraft } from "./draft.ts";
import { NetworkEditor } from "./network-editor.tsx";
import { ProbeLine } from "./probe-line.tsx";
import { type Probes, standingOf } from "./use-probes.ts";

const MAX = 50;

/** Networks to choose from, each with how its first RPC stands; one at a time opens to be edited. */
export function NetworkList({
	drafts,
	probes,
	editing,
	tried,
	onEdit,
	onChange,
}: {
	drafts: readonly NetworkDraft[];
	probes: Probes;
	/** The key of the row that is open. */
	editing: string | null;
	/** A save was tried: empty boxes are marked too. */
	tried: boolean;
	onEdit: (key: string | null) => void;
	onChange: (drafts: readonly NetworkDraft[]) => void;
}) {
	const [added, setAdded] = useState(0);
	const set = (key: string, change: Partial<NetworkDraft>) =>
		onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
	const add = () => {
		const draft = emptyDraft(`added-${added}`, "");
		setAdded(added + 1);
		onChange([...drafts, draft]);
		onEdit(draft.key);
	};
	return (
		<section aria-label={t("trusted.networks.list")}>
			<ul className="card">
				{drafts.map((draft) => (
					<li key={draft.key} className="not-first:border-t not-first:border-line-2">
						<NetworkRow
							draft={draft}
							probes={probes}
							isOpen={editing === draft.key}
							onTurn={(on) => set(draft.key, { on })}
							onOpen={(open) => onEdit(open ? draft.key : null)}
						/>
						{editing === draft.key && (
							<NetworkEditor
								draft={draft}
								all={drafts}
								probes={probes}
								tried={tried}
								onSet={(change) => set(draft.key, change)}
								onDone={() => onEdit(null)}
								onRemove={() => {
									onChange(drafts.filter(({ key }) => key !== draft.key));
									onEdit(null);
								}}
							/>
						)}
					</li>
				))}
			</ul>
			<div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<Button look="quiet" size="small" disabled={drafts.length >= MAX} onClick={add}>
					<Plus size={14} aria-hidden /> {t("trusted.networks.add")}
				</Button>
				<Summary drafts={drafts} probes={probes} />
			</div>
			{drafts
				.filter((draft) => standingOf(draft, probes) === "unproven")
				.map((draft) => (
					<Notice key={draft.key} tone="caution" className="mt-2">
						<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
							<span className="min-w-0 flex-1">
								{t("trusted.networks.unproven-words", { name: label(draft) })}
							</span>
							{draft.rpcs.length > 1 && (
								<button
									type="button"
									className="font-medium text-accent hover:underline"
									onClick={() => {
										const [first = "", ...others] = draft.rpcs;
										set(draft.key, { rpcs: [...others, first] });
									}}
								>
									{t("trusted.networks.next-first")}
								</button>
							)}
						</div>
					</Notice>
				))}
		</section>
	);
}

function NetworkRow({
	draft,
	probes,
	isOpen,
	onTurn,
	onOpen,
}: {
	draft: NetworkDraft;
	probes: Probes;
	isOpen: boolean;
	onTurn: (on: boolean) => void;
	onOpen: (open: boolean) => void;
}) {
	const [first = ""] = draft.rpcs;
	const name = label(draft);
	const operator = operatorOf(first);
	const host = URL.parse(first)?.host ?? t("trusted.networks.no-address");
	const more = draft.rpcs.length - 1;
	return (
		<div className="flex min-h-13 items-center gap-3 py-2 pr-2 pl-3.5 max-[24rem]:flex-wrap max-[24rem]:gap-y-1">
			<label className="flex min-w-0 flex-1 items-center gap-3 max-[24rem]:basis-full">
				<input
					type="checkbox"
					className="size-4 shrink-0 accent-accent"
					checked={draft.on}
					onChange={(event) => onTurn(event.target.checked)}
				/>
				<span
					aria-hidden
					className="grid size-7 shrink-0 place-items-center rounded-md border border-line bg-sunken text-f2 font-medium text-ink-2"
				>
					{name.slice(0, 1).toUpperCase()}
				</span>
				<span className="min-w-0">
					<span className={clsx("block", !draft.on && "text-ink-2")}>{name}</span>
					<span className="block truncate text-f2 text-ink-2">
						{host}
						{operator !== null && ` · ${operator}`}
						{more > 0 && ` · ${t("trusted.networks.more", { count: more })}`}
					</span>
				</span>
			</label>
			<span className="shrink-0 max-[24rem]:ml-auto" role="status">
				{draft.on && <ProbeLine probed={probes.of(draft.chainId, first)} />}
			</span>
			<Button
				look="quiet"
				size="small"
				className="px-2"
				aria-label={t("trusted.networks.edit", { name })}
				aria-expanded={isOpen}
				onClick={() => onOpen(!isOpen)}
			>
				<Ellipsis size={16} aria-hidden />
			</Button>
		</div>
	);
}

/** “5 ready · 1 without simulation · 1 checking”. */
function Summary({ drafts, probes }: { drafts: readonly NetworkDraft[]; probes: Probes }) {
	const all = drafts.map((draft) => standingOf(draft, probes));
	const count = (standing: (typeof all)[number]) => all.filter((each) => each === standing).length;
	const [ready, unproven, wrong, asking] = [
		count("ready"),
		count("unproven"),
		count("wrong"),
		count("asking"),
	];
	return (
		<p className="flex flex-wrap gap-x-3 text-f2 text-ink-2">
			<span>{t("trusted.networks.ready", { count: ready })}</span>
			{unproven > 0 && (
				<span className="text-caution">{t("trusted.networks.unproven", { count: unproven })}</span>
			)}
			{wrong > 0 && <span className="text-danger">{t("trusted.networks.wrong", { count: wrong })}</span>}
			{asking > 0 && <span>{t("trusted.networks.asking", { count: asking })}</span>}
		</p>
	);
}
