import { UserRound } from "lucide-react";
import { useState } from "react";
import type { IdentityView, Resource, SignInProgress } from "../../../ipc/sign-in.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { Part } from "../ledger/part.tsx";
import { UnlockForm } from "../setup/unlock-form.tsx";
import { Environments } from "./environments.tsx";
import { Grants } from "./grants.tsx";
import { RESOURCE_NAMES, stillWanted } from "./offers.ts";

export interface LastChoice {
	readonly by: "browser" | "device";
	readonly resources: readonly Resource[];
}

export function Choosing({
	identity,
	fault,
	chosen,
	onChoose,
	noBrowser,
	lastChoice,
	onTryAgain,
}: {
	identity: IdentityView;
	fault: string | null;
	chosen: readonly Resource[];
	onChoose: (chosen: readonly Resource[]) => void;
	/** `null` if browser sign-in is available. */
	noBrowser: string | null;
	lastChoice: LastChoice | null;
	onTryAgain: (by: LastChoice["by"], resources: readonly Resource[]) => void;
}) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const { progress, grants, locked } = identity;
	return (
		<div className="grid gap-6 *:min-w-0">
			<HowItEnded progress={progress} identity={identity} lastChoice={lastChoice} onTryAgain={onTryAgain} />
			<Fault text={fault} />
			{locked && (
				<Notice tone="caution">
					<p className="mb-2.5">{t("trusted.sign-in.keychain.missing")}</p>
					<UnlockForm />
				</Notice>
			)}
			{!identity.environments.some(({ active }) => active) && (
				<Notice tone="accent">{t("trusted.sign-in.service.missing")}</Notice>
			)}
			<Environments environments={identity.environments} />
			<Who identity={identity} />
			<Part title={t("trusted.sign-in.sign-in-for")} aside={t("trusted.sign-in.nothing-else-asked")}>
				<Grants grants={grants} chosen={chosen} onChoose={onChoose} />
				{chosen.length === 0 && (
					<p className="mt-2 text-f2 text-ink-2">{t("trusted.sign-in.resources.none")}</p>
				)}
				{noBrowser !== null && chosen.length > 0 && (
					<p className="mt-2 text-f2 text-pretty text-ink-2">{noBrowser}</p>
				)}
			</Part>
			<div className="grid gap-2 text-f2 text-pretty text-ink-2">
				<p>{textOf(identity.keeping)}</p>
				<p>
					{t("trusted.sign-in.token.offer")}{" "}
					<button
						type="button"
						className="font-medium text-accent hover:underline"
						onClick={() => void command.send(() => bridge.call("openNetwork", {}))}
					>
						{t("trusted.sign-in.paste-a-token")}
					</button>
				</p>
				<Fault text={command.fault} />
			</div>
		</div>
	);
}

function HowItEnded({
	progress,
	identity,
	lastChoice,
	onTryAgain,
}: {
	progress: SignInProgress;
	identity: IdentityView;
	lastChoice: LastChoice | null;
	onTryAgain: (by: LastChoice["by"], resources: readonly Resource[]) => void;
}) {
	if (progress.kind === "done") {
		return (
			<Notice tone="in" alert>
				{textOf(progress.text)}
			</Notice>
		);
	}
	if (progress.kind !== "failed") return null;
	const again = stillWanted(lastChoice?.resources ?? [], progress.resource, identity.grants);
	return (
		<Notice tone="danger" alert>
			<p className="font-semibold">
				{t("trusted.sign-in.not-signed-in", { resource: RESOURCE_NAMES[progress.resource] })}
			</p>
			<p className="mt-0.5">{textOf(progress.text)}</p>
			<Button
				size="small"
				className="mt-2.5"
				disabled={identity.locked}
				onClick={() => onTryAgain(lastChoice?.by ?? "device", again)}
			>
				{t("trusted.sign-in.try-again")}
			</Button>
		</Notice>
	);
}

function Who({ identity }: { identity: IdentityView }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const [leaving, setLeaving] = useState(false);
	const { who, name, grants } = identity;
	const held = grants.some(({ state }) => state !== "none");
	return (
		<Part title={t("trusted.sign-in.signed-in-as")}>
			<div className="card px-3.5 py-3">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<p className="flex min-w-40 flex-1 items-center gap-2.5">
						<UserRound size={17} aria-hidden className="shrink-0 text-ink-3" />
						{who === null ? (
							<span className="text-ink-2">{t("trusted.sign-in.nobody-signed")}</span>
						) : (
							<span>
								<span className="font-medium wrap-anywhere">
									{name === null ? who : <Claim text={name} max={80} />}
								</span>
								<span className="block text-f1 text-ink-3">
									{name === null ? t("trusted.sign-in.identity.help") : t("trusted.sign-in.name-by-service")}
								</span>
							</span>
						)}
					</p>
					{held && !leaving && (
						<Button size="small" onClick={() => setLeaving(true)}>
							{t("trusted.sign-in.sign-out")}
						</Button>
					)}
				</div>
				{leaving && (
					<Notice tone="caution" alert className="mt-3">
						<p>{t("trusted.sign-in.revoke.all")}</p>
						<div className="mt-2 flex flex-wrap gap-2">
							<Button
								size="small"
								variant="danger"
								busy={command.busy}
								onClick={() => {
									// The local sign-out is complete even if notifying the service failed.
									void command
										.send(() => bridge.call("signOut", { resource: null }))
										.then(() => setLeaving(false));
								}}
							>
								{t("trusted.sign-in.sign-out-all")}
							</Button>
							<Button size="small" variant="quiet" onClick={() => setLeaving(false)}>
								{t("trusted.sign-in.stay-signed-in")}
							</Button>
						</div>
					</Notice>
				)}
				<Fault text={command.fault} className="mt-3" />
			</div>
		</Part>
	);
}
