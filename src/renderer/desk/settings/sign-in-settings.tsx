import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from "lucide-react";
import type { GrantView, IdentityBrief, Resource } from "../../../bridge/identity-views.ts";
import { Button } from "../../components/button.tsx";
import { KINDS, kindBeside } from "../../components/environment-kinds.ts";
import { Fault, Notice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";

const RESOURCES: Readonly<Record<Resource, { readonly name: string; readonly words: string }>> = {
	agent: { name: "Agent", words: "conversations, and what they ask you to sign" },
	pipeline: { name: "Pipeline", words: "the catalog: preparing operations without an agent" },
	account: { name: "Account", words: "prepaid credit and installed apps" },
};
const STATES: Readonly<
	Record<GrantView["state"], { readonly word: string; readonly icon: LucideIcon; readonly look: string }>
> = {
	granted: { word: "signed in", icon: CircleCheck, look: "text-in" },
	pasted: { word: "pasted token", icon: CircleCheck, look: "text-accent" },
	ended: { word: "ended: sign in again", icon: TriangleAlert, look: "text-caution" },
	none: { word: "not signed in", icon: CircleDashed, look: "text-ink-3" },
};

/** Which service, and as whom. Shown here, changed in the trusted window. */
export function SignInSettings() {
	const { bridge, view } = useDesk();
	const { identity } = view;
	const wish = useWish();
	const open = () => void wish.send(() => bridge.call("openTrusted", { screen: "signIn" }));
	return (
		<Group
			title="Sign-in"
			aside={
				<Button size="small" busy={wish.busy} onClick={open}>
					{identity.who === null ? "Sign in…" : "Manage…"}
				</Button>
			}
		>
			{wish.fault !== null && (
				<div>
					<Fault words={wish.fault} />
				</div>
			)}
			<EnvironmentLine identity={identity} fallback={view.settings.environment} />
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>Signed in as</span>
				<span className={identity.who === null ? "text-caution" : "text-ink-2"}>
					{identity.who ?? "nobody"}
				</span>
			</div>
			{identity.locked && (
				<div>
					<Notice tone="caution">
						Your sign-in is kept under your keys’ password, and they are locked. Unlock them to use it.
					</Notice>
				</div>
			)}
			{identity.grants.map((grant) => (
				<GrantLine key={grant.resource} grant={grant} />
			))}
		</Group>
	);
}

function EnvironmentLine({ identity, fallback }: { identity: IdentityBrief; fallback: string }) {
	const { environment } = identity;
	const kind = environment === null ? null : kindBeside(environment);
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
			<span>Environment</span>
			<span className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-2 gap-y-1">
				{environment === null ? (
					<span className="wrap-anywhere">{fallback}</span>
				) : (
					<>
						{kind !== null && <span className="text-f2 text-ink-3">{kind}</span>}
						<Pill tone={KINDS[environment.kind].tone}>{environment.name}</Pill>
						<span className="num wrap-anywhere text-ink-2">{environment.baseUrl}</span>
					</>
				)}
			</span>
		</div>
	);
}

/** One resource in a line: what it is for and how it stands; why, where something is wrong. */
export function GrantLine({ grant }: { grant: IdentityBrief["grants"][number] }) {
	const { name, words } = RESOURCES[grant.resource];
	const { word, icon: Icon, look } = STATES[grant.state];
	return (
		<div>
			<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<span>
					{name} <span className="text-f2 text-ink-3">{words}</span>
				</span>
				<span className="inline-flex items-center gap-1.5 text-f2 text-ink-2">
					<Icon size={14} aria-hidden className={`shrink-0 ${look}`} /> {word}
				</span>
			</div>
			{grant.fault !== null && <p className="mt-1 text-f2 text-pretty text-caution">{grant.fault}</p>}
		</div>
	);
}
