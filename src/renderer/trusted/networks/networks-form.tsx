import clsx from "clsx";
import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { operatorOf } from "../../../core/chain/public-rpcs.ts";
import { rpcRequiresPassword } from "../../../core/rules/loosening.ts";
import { t } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { PasswordField } from "../password-field.tsx";
import { areFine, chosen, emptyDraft, label, type NetworkDraft } from "./draft.ts";
import { NetworkEditor } from "./network-editor.tsx";
import { PROBE_COLUMNS, ProbeCells } from "./probe-line.tsx";
import { networkStatusOf, type Probes, useProbes } from "./use-probes.ts";

const MAX = 50;

function NetworkList({ of }: { of: NetworksDraft }) {
	const { drafts, probes, editing, tried, setDrafts, setEditing } = of;
	const [added, setAdded] = useState(0);
	const set = (key: string, change: Partial<NetworkDraft>) =>
		setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
	const add = () => {
		const draft = emptyDraft(`added-${added}`, "");
		setAdded(added + 1);
		setDrafts([...drafts, draft]);
		setEditing(draft.key);
	};
	return (
		<section aria-label={t("ui.networks")}>
			<div className="card">
				<Head />
				<ul>
					{drafts.map((draft) => (
						<li key={draft.key} className="not-first:border-t not-first:border-line-2">
							<NetworkRow
								draft={draft}
								probes={probes}
								isOpen={editing === draft.key}
								onTurn={(on) => set(draft.key, { on })}
								onOpen={(open) => setEditing(open ? draft.key : null)}
							/>
							{editing === draft.key && (
								<NetworkEditor
									draft={draft}
									all={drafts}
									probes={probes}
									tried={tried}
									onSet={(change) => set(draft.key, change)}
									onDone={() => setEditing(null)}
									onRemove={() => {
										setDrafts(drafts.filter(({ key }) => key !== draft.key));
										setEditing(null);
									}}
								/>
							)}
						</li>
					))}
				</ul>
			</div>
			<div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<Button variant="quiet" size="small" disabled={drafts.length >= MAX} onClick={add}>
					<Plus size={14} aria-hidden /> {t("trusted.networks.add")}
				</Button>
				<Summary drafts={drafts} probes={probes} />
			</div>
			{drafts
				.filter((draft) => networkStatusOf(draft, probes) === "unproven")
				.map((draft) => (
					<Notice key={draft.key} tone="caution" className="mt-2">
						<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
							<span className="min-w-0 flex-1">
								{t("trusted.networks.unproven-words", { name: label(draft) })}
							</span>
							{draft.rpcs.length > 1 && (
								<TextButton
									onClick={() => {
										const [first = "", ...others] = draft.rpcs;
										set(draft.key, { rpcs: [...others, first] });
									}}
								>
									{t("trusted.networks.next-first")}
								</TextButton>
							)}
						</div>
					</Notice>
				))}
		</section>
	);
}

const ROW = "grid grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 pr-2 pl-3.5";

/** Hidden from screen readers, because each row already includes its labels. */
function Head() {
	return (
		<div aria-hidden className={clsx(ROW, "border-b border-line py-2 text-f1 text-ink-3 max-[26rem]:hidden")}>
			<span className="w-4" />
			<span className="w-7" />
			<span>{t("ui.network")}</span>
			<span className={PROBE_COLUMNS}>
				<span>{t("trusted.networks.column.reachable")}</span>
				<span>{t("trusted.networks.column.simulates")}</span>
				<span className="text-right">{t("trusted.networks.column.response")}</span>
			</span>
			<span className="w-8" />
		</div>
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
		<div className={clsx(ROW, "gap-y-0.5 py-2.5")}>
			<label className="contents">
				<input
					type="checkbox"
					className="row-span-2 size-4 accent-accent"
					checked={draft.on}
					onChange={(event) => onTurn(event.target.checked)}
				/>
				<span
					aria-hidden
					className="row-span-2 grid size-7 place-items-center rounded-md border border-line bg-sunken text-f2 font-medium text-ink-2"
				>
					{name.slice(0, 1).toUpperCase()}
				</span>
				<span className={clsx("truncate", !draft.on && "text-ink-2")}>{name}</span>
				<span className="col-span-2 col-start-3 row-start-2 text-f2 wrap-anywhere text-ink-2">
					{host}
					{operator !== null && ` · ${operator}`}
					{more > 0 && ` · ${t("trusted.networks.more", { count: more })}`}
				</span>
			</label>
			<span
				className="col-start-4 row-start-1 max-[26rem]:col-span-2 max-[26rem]:col-start-3 max-[26rem]:row-start-3"
				role="status"
			>
				{draft.on && <ProbeCells probed={probes.of(draft.chainId, first)} />}
			</span>
			<Button
				variant="quiet"
				size="small"
				className="col-start-5 row-span-2 row-start-1 w-8 px-0"
				aria-label={t("ui.edit", { name })}
				aria-expanded={isOpen}
				onClick={() => onOpen(!isOpen)}
			>
				<Ellipsis size={16} aria-hidden className="shrink-0" />
			</Button>
		</div>
	);
}

function Summary({ drafts, probes }: { drafts: readonly NetworkDraft[]; probes: Probes }) {
	const all = drafts.map((draft) => networkStatusOf(draft, probes));
	const count = (status: (typeof all)[number]) => all.filter((each) => each === status).length;
	const unproven = count("unproven");
	const wrong = count("wrong");
	const asking = count("asking");
	return (
		<p className="flex flex-wrap gap-x-3 text-f2 text-ink-2">
			<span>{t("trusted.networks.ready", { count: count("ready") })}</span>
			{unproven > 0 && (
				<span className="text-caution">{t("trusted.networks.unproven", { count: unproven })}</span>
			)}
			{wrong > 0 && <span className="text-danger">{t("trusted.networks.wrong", { count: wrong })}</span>}
			{asking > 0 && <span>{t("trusted.networks.asking", { count: asking })}</span>}
		</p>
	);
}

export type NetworksDraft = ReturnType<typeof useNetworksDraft>;

export function useNetworksDraft(
	start: () => { readonly drafts: readonly NetworkDraft[]; readonly editing: string | null },
) {
	const { settings, needsPassword } = useTrusted().view;
	const [first] = useState(start);
	const [drafts, setDrafts] = useState(first.drafts);
	const [editing, setEditing] = useState(first.editing);
	const [tried, setTried] = useState(false);
	const [password, setPassword] = useState("");
	const probes = useProbes(drafts, editing);
	const chains = chosen(drafts);
	const asksPassword = rpcRequiresPassword(needsPassword.rpc, settings.chains, chains);
	return {
		...{ drafts, editing, probes, asksPassword, password },
		/** Whether the user has tried to save. Errors and empty fields are marked from then on. */
		tried,
		...{ setDrafts, setEditing, setTried, setPassword },
		isFine: areFine(drafts),
		toSave: () => ({ chains, password: asksPassword && password !== "" ? password : null }),
	};
}

/** @param isFine whether everything that is saved along with the networks is valid */
export function NetworksForm({ draft, isFine = draft.isFine }: { draft: NetworksDraft; isFine?: boolean }) {
	const { needsPassword } = useTrusted().view;
	return (
		<>
			<Fault text={draft.tried && !isFine ? t("trusted.settings.rpc.unsaved") : null} />
			<NetworkList of={draft} />
			<p className="text-f2 text-pretty text-ink-2">{t("trusted.networks.learns")}</p>
			{draft.asksPassword && (
				<PasswordField
					help={
						needsPassword.rpc === "all"
							? t("trusted.settings.rpc.password")
							: t("trusted.networks.takes-password")
					}
					value={draft.password}
					onText={draft.setPassword}
				/>
			)}
		</>
	);
}
