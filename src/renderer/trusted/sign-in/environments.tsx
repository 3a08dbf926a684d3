import clsx from "clsx";
import { Check, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { EnvironmentView } from "../../../ipc/sign-in.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { ENVIRONMENT_KINDS, kindUnlessNamed } from "../../components/environment-kinds.ts";
import { Fault, Notice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { NUM, rich } from "../../components/rich.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Part } from "../ledger/part.tsx";
import { draftOf, NEW_ENVIRONMENT } from "./environment-draft.ts";
import { EnvironmentForm } from "./environment-form.tsx";
import { canRemove, signInOrigin } from "./offers.ts";

export function Environments({ environments }: { environments: readonly EnvironmentView[] }) {
	/** ID of the environment that is being edited. An empty string adds one, and `null` edits none. */
	const [editing, setEditing] = useState<string | null>(null);
	const close = () => setEditing(null);
	return (
		<Part title={t("ui.environment")} aside={t("trusted.sign-in.environments.help")}>
			<ul className="card">
				{environments.map((environment) => (
					<EnvironmentRow
						key={environment.id}
						environment={environment}
						editing={editing === environment.id}
						onEdit={() => setEditing(environment.id)}
						onDone={close}
					/>
				))}
				{editing === "" && (
					<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
						<EnvironmentForm initial={NEW_ENVIRONMENT} builtIn={false} onDone={close} />
					</li>
				)}
			</ul>
			{editing !== "" && (
				<Button size="small" className="mt-2.5" onClick={() => setEditing("")}>
					<Plus size={14} aria-hidden /> {t("trusted.sign-in.add-an-environment")}
				</Button>
			)}
		</Part>
	);
}

function EnvironmentRow({
	environment,
	editing,
	onEdit,
	onDone,
}: {
	environment: EnvironmentView;
	editing: boolean;
	onEdit: () => void;
	onDone: () => void;
}) {
	const command = useTrustedCommand();
	const [removing, setRemoving] = useState(false);
	const { id, name, active, baseUrl, builtIn } = environment;
	const { icon: Icon, tone } = ENVIRONMENT_KINDS[environment.kind];
	const kind = kindUnlessNamed(environment);
	const elsewhere = signInOrigin(environment) !== signInOrigin({ baseUrl, authOrigin: null });
	return (
		<li aria-current={active || undefined} className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
				<div className="flex min-w-48 flex-1 gap-3">
					<span
						className={clsx(
							"mt-0.5 grid size-8 shrink-0 place-items-center rounded-sm",
							tone === "caution"
								? "bg-caution-soft text-caution"
								: tone === "accent"
									? "bg-accent-soft text-accent"
									: "bg-sunken text-ink-2",
						)}
					>
						<Icon size={16} aria-hidden />
					</span>
					<div className="min-w-0">
						<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
							<span className="font-medium wrap-anywhere">{name}</span>
							{kind !== null && <Pill tone={tone}>{kind}</Pill>}
							{environment.signedIn && <span className="text-f1 text-ink-3">{t("ui.signed-in")}</span>}
						</p>
						<p className="num text-f1 wrap-anywhere text-ink-2">{baseUrl}</p>
						{elsewhere && (
							<p className="text-f1 wrap-anywhere text-ink-3">
								{rich("trusted.sign-in.sign-in-at", NUM, { signInOrigin: signInOrigin(environment) })}
							</p>
						)}
					</div>
				</div>
				<div className="flex items-center gap-1">
					{active ? (
						<span className="mr-1 inline-flex items-center gap-1.5 text-f2 font-medium text-accent">
							<Check size={15} aria-hidden /> {t("trusted.sign-in.in-use")}
						</span>
					) : (
						<Button
							size="small"
							aria-label={t("trusted.sign-in.use.label", { name })}
							{...command.press("useEnvironment", { id })}
						>
							{t("trusted.sign-in.use")}
						</Button>
					)}
					<Button
						size="small"
						variant="quiet"
						aria-label={t("ui.edit", { name })}
						className="px-2"
						onClick={onEdit}
					>
						<Pencil size={14} aria-hidden />
					</Button>
					{canRemove(environment) && (
						<Button
							size="small"
							variant="quiet"
							aria-label={t("ui.remove.named", { name })}
							className="px-2"
							onClick={() => setRemoving(true)}
						>
							<Trash2 size={14} aria-hidden />
						</Button>
					)}
				</div>
			</div>
			{removing && (
				<Notice tone="caution" alert className="mt-3">
					<p>{t("trusted.sign-in.environment.remove", { name })}</p>
					<div className="mt-2 flex flex-wrap gap-2">
						<Button size="small" variant="danger" {...command.press("removeEnvironment", { id })}>
							{t("trusted.sign-in.remove-it")}
						</Button>
						<Button size="small" variant="quiet" onClick={() => setRemoving(false)}>
							{t("ui.keep")}
						</Button>
					</div>
				</Notice>
			)}
			<Fault text={command.fault} className="mt-3" />
			{editing && (
				<div className="mt-3 border-t border-line-2 pt-3">
					<EnvironmentForm initial={draftOf(environment)} builtIn={builtIn} onDone={onDone} />
				</div>
			)}
		</li>
	);
}
