import { CircleCheck, CircleHelp, OctagonAlert } from "lucide-react";
import type { SettingsView } from "../../../ipc/settings.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { ENVIRONMENT_KINDS } from "../../components/environment-kinds.ts";
import { ends } from "../../components/figures.ts";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { rich } from "../../components/rich.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

/** Changed only in the trusted window. */
export function NetworkSettings() {
	const { bridge, view } = useDesk();
	const { settings, identity } = view;
	const { environment } = identity;
	const tone = environment === null ? "quiet" : ENVIRONMENT_KINDS[environment.kind].tone;
	const command = useCommand();
	return (
		<Group
			title={t("desk.settings.addresses")}
			aside={
				<Button
					size="small"
					busy={command.busy}
					onClick={() => void command.send(() => bridge.call("openTrusted", { screen: "network" }))}
				>
					{t("desk.settings.change")}
				</Button>
			}
		>
			{command.fault !== null && (
				<div>
					<Fault text={command.fault} />
				</div>
			)}
			{settings.chains.map((chain) => (
				<ChainRow key={`${chain.family} ${chain.chainId}`} chain={chain} />
			))}
			{settings.chains.length === 0 && (
				<p className="text-f2 text-ink-2">{t("desk.settings.networks.empty")}</p>
			)}
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>{t("desk.settings.service")}</span>
				<span className="flex min-w-0 items-baseline gap-2">
					<span className="num wrap-anywhere text-ink-2">{settings.baseUrl}</span>
					<Pill tone={tone}>{environment?.name ?? settings.environment}</Pill>
				</span>
			</div>
			{settings.hasToken && (
				<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
					<span>{t("desk.settings.pasted-token")}</span>
					<span className="text-ink-2">
						{t("desk.settings.held", { tokenKeeping: textOf(settings.tokenKeeping) })}
					</span>
				</div>
			)}
		</Group>
	);
}

const MARKS = {
	ok: { icon: CircleCheck, look: "text-in" },
	bad: { icon: OctagonAlert, look: "text-danger" },
	unknown: { icon: CircleHelp, look: "text-ink-3" },
} as const;

function ChainRow({ chain }: { chain: SettingsView["chains"][number] }) {
	const others = chain.otherRpcUrls ?? [];
	const { icon: Icon, look } = MARKS[chain.ok === null ? "unknown" : chain.ok ? "ok" : "bad"];
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
			<span>
				{chain.name}{" "}
				<span className="text-f2 text-ink-3">
					{chain.family === "svm" && !/solana/i.test(chain.name) ? t("desk.settings.solana") : ""}
					<span className="num">{chain.chainId}</span>
				</span>
				{chain.genesisHash !== null && (
					<span className="block text-f1 text-ink-3">
						{rich(
							"desk.settings.genesis",
							{ genesisHash: ends(chain.genesisHash, 8) },
							{ b: (text) => <span className="num">{text}</span> },
						)}
					</span>
				)}
			</span>
			<span className="min-w-0 text-right">
				<span className="num block wrap-anywhere text-ink-2">{chain.rpcUrl}</span>
				<span className="inline-flex items-start gap-1.5 text-f2 text-ink-2">
					<Icon size={14} aria-hidden className={`mt-0.5 shrink-0 ${look}`} /> {textOf(chain.state)}
				</span>
				{(others.length > 0 || chain.secondRpcUrl != null) && (
					<span className="block text-f1 text-ink-3">
						{t("desk.settings.rpc-list", {
							count: others.length,
							witness: chain.secondRpcUrl == null ? "no" : "yes",
						})}
					</span>
				)}
				{chain.notes.map((words) => (
					<span key={textOf(words)} className="block text-f2 text-caution">
						{textOf(words)}
					</span>
				))}
			</span>
		</div>
	);
}
