import { useState } from "react";
import { rpcRequiresPassword } from "../../../core/rules/loosening.ts";
import type { InputOf } from "../../../ipc/primitives.ts";
import type { TrustedProcedures } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { LooseningPassword } from "../loosening-password.tsx";
import { areFine, chosen, type NetworkDraft } from "./draft.ts";
import { NetworkList } from "./network-list.tsx";
import { type Probes, useProbes } from "./use-probes.ts";

type Saved = Pick<InputOf<TrustedProcedures["saveNetwork"]>, "chains" | "password">;

export interface NetworksDraft {
	readonly drafts: readonly NetworkDraft[];
	readonly editing: string | null;
	readonly probes: Probes;
	readonly isFine: boolean;
	/** True once the user tried to save, so errors and empty fields are marked. */
	readonly tried: boolean;
	readonly asksPassword: boolean;
	readonly password: string;
	readonly setDrafts: (drafts: readonly NetworkDraft[]) => void;
	readonly setEditing: (key: string | null) => void;
	setTried(tried: boolean): void;
	readonly setPassword: (text: string) => void;
	toSave(): Saved;
}

export function useNetworksDraft(
	start: () => { readonly drafts: readonly NetworkDraft[]; readonly editing: string | null },
): NetworksDraft {
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
		...{ drafts, editing, probes, tried, asksPassword, password },
		...{ setDrafts, setEditing, setTried, setPassword },
		isFine: areFine(drafts),
		toSave: () => ({ chains, password: asksPassword && password !== "" ? password : null }),
	};
}

/** @param isFine whether everything else saved with it is valid */
export function NetworksForm({ draft, isFine = draft.isFine }: { draft: NetworksDraft; isFine?: boolean }) {
	const { needsPassword } = useTrusted().view;
	return (
		<>
			{draft.tried && !isFine && (
				<Notice tone="danger" alert>
					{t("trusted.settings.rpc.unsaved")}
				</Notice>
			)}
			<NetworkList
				drafts={draft.drafts}
				probes={draft.probes}
				editing={draft.editing}
				tried={draft.tried}
				onEdit={draft.setEditing}
				onChange={draft.setDrafts}
			/>
			<p className="text-f2 text-pretty text-ink-2">{t("trusted.networks.learns")}</p>
			{draft.asksPassword && (
				<LooseningPassword
					why={
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
