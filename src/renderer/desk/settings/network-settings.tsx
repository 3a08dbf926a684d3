import { CircleCheck, CircleHelp, OctagonAlert } from "lucide-react";
import type { SettingsView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { KINDS } from "../../components/environment-kinds.ts";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { ends } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";

/** Where the service and the chains are reached. Shown here, changed in the trusted window. */
export function NetworkSettings() {
	const { bridge, view } = useDesk();
	const { settings, identity } = view;
	const { environment } = identity;
	const tone = environment === null ? "quiet" : KINDS[environment.kind].tone;
	const wish = useWish();
	return (
		<Group
			title="Addresses"
			aside={
				<Button
					size="small"
					busy={wish.busy}
					onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "network" }))}
				>
					Change…
				</Button>
			}
		>
			{wish.fault !== null && (
				<div>
					<Fault words={wish.fault} />
				</div>
			)}
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>Service</span>
				<span className="flex min-w-0 items-baseline gap-2">
					<span className="num wrap-anywhere text-ink-2">{settings.baseUrl}</span>
					<Pill tone={tone}>{environment?.name ?? settings.environment}</Pill>
				</span>
			</div>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>Pasted token</span>
				<span className="text-ink-2">
					{settings.hasToken
						? `Held. ${settings.tokenKeeping}`
						: "None. It is for development; otherwise sign in"}
				</span>
			</div>
			{settings.chains.map((chain) => (
				<ChainRow key={`${chain.family} ${chain.chainId}`} chain={chain} />
			))}
			{settings.chains.length === 0 && (
				<p className="text-f2 text-ink-2">
					No chain has an address. Without one a transaction can’t be checked against the chain, so it can’t
					be approved.
				</p>
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
	const { icon: Icon, look } = MARKS[chain.ok === null ? "unknown" : chain.ok ? "ok" : "bad"];
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
			<span>
				{chain.name}{" "}
				<span className="text-f2 text-ink-3">
					{chain.family === "svm" && !/solana/i.test(chain.name) ? "Solana " : ""}
					<span className="num">{chain.chainId}</span>
				</span>
				{chain.genesisHash !== null && (
					<span className="block text-f1 text-ink-3">
						genesis <span className="num">{ends(chain.genesisHash, 8)}</span>
					</span>
				)}
			</span>
			<span className="min-w-0 text-right">
				<span className="num block wrap-anywhere text-ink-2">{chain.rpcUrl}</span>
				<span className="inline-flex items-start gap-1.5 text-f2 text-ink-2">
					<Icon size={14} aria-hidden className={`mt-0.5 shrink-0 ${look}`} /> {chain.state}
				</span>
			</span>
		</div>
	);
}
