import { UserRound } from "lucide-react";
import { useState } from "react";
import type { IdentityView, Resource, SignInProgress } from "../../../bridge/identity-views.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Part } from "../ledger/part.tsx";
import { UnlockForm } from "../setup/unlock-form.tsx";
import { Environments } from "./environments.tsx";
import { Grants } from "./grants.tsx";
import { RESOURCE_NAMES, stillWanted } from "./offers.ts";

/** What was asked for last, to be tried again after a failure. */
export interface Asked {
	readonly by: "browser" | "device";
	readonly resources: readonly Resource[];
}

/** Nothing is under way: environments, who is signed in, and what to sign in for. */
export function Choosing({
	identity,
	fault,
	chosen,
	onChoose,
	noBrowser,
	asked,
	onTryAgain,
}: {
	identity: IdentityView;
	/** Why main did not begin. */
	fault: string | null;
	chosen: readonly Resource[];
	onChoose: (chosen: readonly Resource[]) => void;
	/** Why sign-in by browser is not offered; null where it is. */
	noBrowser: string | null;
	asked: Asked | null;
	onTryAgain: (by: Asked["by"], resources: readonly Resource[]) => void;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const { progress, grants, locked } = identity;
	return (
		<div className="grid gap-6 *:min-w-0">
			<HowItEnded progress={progress} identity={identity} asked={asked} onTryAgain={onTryAgain} />
			<Fault words={fault} />
			{locked && (
				<Notice tone="caution">
					<p className="mb-2.5">
						This computer has no keychain that could keep your sign-in, so it is kept under your keys’
						password. Unlock them to use it or to change it.
					</p>
					<UnlockForm />
				</Notice>
			)}
			{!identity.environments.some(({ active }) => active) && (
				<Notice tone="accent">
					No service is in use yet. Press Use beside the one where your agents live, or add it first; then
					sign in below.
				</Notice>
			)}
			<Environments environments={identity.environments} />
			<Who identity={identity} />
			<Part title="Sign in for" aside="each of them apart, nothing else is asked for">
				<Grants grants={grants} chosen={chosen} onChoose={onChoose} />
				{chosen.length === 0 && (
					<p className="mt-2 text-f2 text-ink-2">
						Nothing is chosen: what is signed in stays so, and is renewed by itself.
					</p>
				)}
				{noBrowser !== null && chosen.length > 0 && (
					<p className="mt-2 text-f2 text-pretty text-ink-2">{noBrowser}</p>
				)}
			</Part>
			<div className="grid gap-2 text-f2 text-pretty text-ink-2">
				<p>{identity.keeping}</p>
				<p>
					For development, a token can be pasted instead.{" "}
					<button
						type="button"
						className="font-medium text-accent hover:underline"
						onClick={() => void wish.send(() => bridge.call("openNetwork", {}))}
					>
						Paste a token…
					</button>
				</p>
				<Fault words={wish.fault} />
			</div>
		</div>
	);
}

function HowItEnded({
	progress,
	identity,
	asked,
	onTryAgain,
}: {
	progress: SignInProgress;
	identity: IdentityView;
	asked: Asked | null;
	onTryAgain: (by: Asked["by"], resources: readonly Resource[]) => void;
}) {
	if (progress.kind === "done") {
		return (
			<Notice tone="in" alert>
				{progress.words}
			</Notice>
		);
	}
	if (progress.kind !== "failed") return null;
	const again = stillWanted(asked?.resources ?? [], progress.resource, identity.grants);
	return (
		<Notice tone="danger" alert>
			<p className="font-semibold">{RESOURCE_NAMES[progress.resource]}: not signed in</p>
			<p className="mt-0.5">{progress.words}</p>
			<Button
				size="small"
				className="mt-2.5"
				disabled={identity.locked}
				onClick={() => onTryAgain(asked?.by ?? "device", again)}
			>
				Try again
			</Button>
		</Notice>
	);
}

/** Who is signed in to the environment in use, and the way out of all of it. */
function Who({ identity }: { identity: IdentityView }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const [leaving, setLeaving] = useState(false);
	const { who, grants } = identity;
	const held = grants.some(({ state }) => state !== "none");
	return (
		<Part title="Signed in as">
			<div className="card px-3.5 py-3">
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<p className="flex min-w-40 flex-1 items-center gap-2.5">
						<UserRound size={17} aria-hidden className="shrink-0 text-ink-3" />
						{who === null ? (
							<span className="text-ink-2">Nobody is signed in here</span>
						) : (
							<span>
								<span className="font-medium">{who}</span>
								<span className="block text-f1 text-ink-3">
									A short name that Countersign makes for this sign-in
								</span>
							</span>
						)}
					</p>
					{held && !leaving && (
						<Button size="small" onClick={() => setLeaving(true)}>
							Sign out…
						</Button>
					)}
				</div>
				{leaving && (
					<Notice tone="caution" alert className="mt-3">
						<p>
							Sign out of everything here? The service is told to revoke it, and it is forgotten on this
							computer; so is a pasted token. What was approved stays in the journal, and what was signed goes
							its way; nothing new is read until somebody signs in. Your keys and funds are not touched.
						</p>
						<div className="mt-2 flex flex-wrap gap-2">
							<Button
								size="small"
								look="danger"
								busy={wish.busy}
								onClick={() => {
									// Also where something is left to be told: here it is signed out by then.
									void wish
										.send(() => bridge.call("signOut", { resource: null }))
										.then(() => setLeaving(false));
								}}
							>
								Sign out of all
							</Button>
							<Button size="small" look="quiet" onClick={() => setLeaving(false)}>
								Stay signed in
							</Button>
						</div>
					</Notice>
				)}
				<Fault words={wish.fault} className="mt-3" />
			</div>
		</Part>
	);
}
