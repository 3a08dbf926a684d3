import { message } from "../../../core/message.ts";
import type { BuildView } from "../../../ipc/catalog.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useNow } from "../../state/clock.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { commitState, EXPIRED } from "./commit-state.ts";

const WORDS = {
	expired: message("trusted.build.words.expired"),
	impossible: message("trusted.build.words.impossible"),
	committing: message("trusted.build.words.committing"),
	waking: message("trusted.build.words.waking"),
	again: message("trusted.build.words.again"),
	ready: message("trusted.build.words.ready"),
} as const;

/** Stays at the bottom: what stands against it, Not now, and Commit. A click of an ordinary button; nothing is signed. */
export function CommitBar({ build, awake }: { build: BuildView; awake: boolean }) {
	const { bridge } = useTrusted();
	const now = useNow();
	const command = useCommand();
	const leave = useCommand();
	const state = commitState(build, { now, awake, sending: command.busy });
	const toDesk = () => void leave.send(() => bridge.call("openDesk", {}));
	// The digest that stands on screen: main commits no other.
	const commit = () =>
		void command.send(() => bridge.call("commitBuild", { buildId: build.id, digest: build.digest }));
	const fault = textOrNull(build.fault) ?? command.fault;
	const text = textOrNull(build.text);
	const reason = state === "expired" ? (text ?? EXPIRED) : state === "impossible" ? text : null;
	return (
		<section
			aria-label={t("trusted.build.your-decision")}
			className="max-h-[60%] shrink-0 overflow-y-auto short:sticky short:bottom-0 gutter border-t border-line bg-surface pt-3 pb-3.5"
		>
			{state === "done" ? (
				<Button look="primary" className="min-h-12 w-full" onClick={toDesk}>
					{t("trusted.build.back-desk")}
				</Button>
			) : (
				<>
					<Fault text={fault} className="mb-2.5" />
					{reason !== null && textOf(reason) !== fault && (
						<Notice tone="caution" className="mb-2.5">
							{textOf(reason)}
						</Notice>
					)}
					<div className="flex gap-2.5">
						<Button className="min-h-12" onClick={toDesk}>
							{t("trusted.build.not-now")}
						</Button>
						<Button
							look="primary"
							className="min-h-12 min-w-0 flex-1 whitespace-normal"
							disabled={state !== "ready" && state !== "again"}
							busy={state === "committing"}
							onClick={commit}
						>
							{textOf(WORDS[state])}
						</Button>
					</div>
				</>
			)}
		</section>
	);
}
