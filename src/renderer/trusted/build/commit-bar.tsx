import type { BuildView } from "../../../bridge/catalog-views.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useNow } from "../../state/clock.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { commitState, EXPIRED } from "./commit-state.ts";

const WORDS = {
	expired: "Expired",
	impossible: "Can’t be committed",
	committing: "Committing…",
	waking: "Read it first…",
	again: "Try again",
	ready: "Commit this Build",
} as const;

/** Stays at the bottom: what stands against it, Not now, and Commit. A click of an ordinary button; nothing is signed. */
export function CommitBar({ build, awake }: { build: BuildView; awake: boolean }) {
	const { bridge } = useTrusted();
	const now = useNow();
	const wish = useWish();
	const leave = useWish();
	const state = commitState(build, { now, awake, sending: wish.busy });
	const toDesk = () => void leave.send(() => bridge.call("openDesk", {}));
	// The digest that stands on screen: main commits no other.
	const commit = () =>
		void wish.send(() => bridge.call("commitBuild", { buildId: build.id, digest: build.digest }));
	const fault = build.fault ?? wish.fault;
	const against =
		state === "expired" ? (build.words ?? EXPIRED) : state === "impossible" ? build.words : null;
	return (
		<section
			aria-label="Your decision"
			className="max-h-[60%] shrink-0 overflow-y-auto short:sticky short:bottom-0 gutter border-t border-line bg-surface pt-3 pb-3.5"
		>
			{state === "done" ? (
				<Button look="primary" className="min-h-12 w-full" onClick={toDesk}>
					Back to the desk
				</Button>
			) : (
				<>
					<Fault words={fault} className="mb-2.5" />
					{against !== null && against !== fault && (
						<Notice tone="caution" className="mb-2.5">
							{against}
						</Notice>
					)}
					<div className="flex gap-2.5">
						<Button className="min-h-12" onClick={toDesk}>
							Not now
						</Button>
						<Button
							look="primary"
							className="min-h-12 min-w-0 flex-1 whitespace-normal"
							disabled={state !== "ready" && state !== "again"}
							busy={state === "committing"}
							onClick={commit}
						>
							{WORDS[state]}
						</Button>
					</div>
				</>
			)}
		</section>
	);
}
