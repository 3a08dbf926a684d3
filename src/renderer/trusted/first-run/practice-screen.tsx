import { GraduationCap } from "lucide-react";
import { useMemo } from "react";
import { message } from "../../../core/localized-text.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import type { PracticeAnswer } from "../../../ipc/setup.ts";
import type { TrustedBridge } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { TrustedContext, useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { ReviewScreen } from "../review/review-screen.tsx";

/** Ticket for the practice review. Main never issues or accepts it. */
const PRACTICE_TICKET = "practice";

const ANSWERS: Readonly<Record<string, PracticeAnswer>> = {
	approve: "approved",
	rejectEntries: "rejected",
};

/** Handles the practice review's commands in the window. Main receives only the outcome. */
export function practiceBridge(bridge: Pick<TrustedBridge, "call" | "onPush">): TrustedBridge {
	async function call(name: string): Promise<CommandOutcome> {
		const answer = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined;
		if (answer !== undefined) return await bridge.call("answerPractice", { answer });
		if (name === "reviewShown") return { ok: true };
		return { ok: false, text: message("trusted.practice.only") };
	}
	return { call: call as TrustedBridge["call"], onPush: (listener) => bridge.onPush(listener) };
}

export function PracticeScreen({ review }: { review: ReviewView }) {
	const { bridge, view } = useTrusted();
	const command = useTrustedCommand();
	const practised = useMemo(() => ({ bridge: practiceBridge(bridge), view }), [bridge, view]);
	return (
		<div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
			<section
				aria-label={t("trusted.practice.title")}
				className="border-b-2 border-dashed border-accent bg-accent-soft px-5 py-2.5 short:py-1"
			>
				<div className="mx-auto flex max-w-[44rem] flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
					<p className="flex min-w-0 flex-1 items-center gap-2.5 text-f2">
						<GraduationCap size={18} aria-hidden className="shrink-0 text-accent" />
						<span className="min-w-0">
							<b className="font-semibold">{t("trusted.practice.title")}</b>{" "}
							<span className="short:sr-only">{t("trusted.practice.nothing-real")}</span>
						</span>
					</p>
					<Button size="small" {...command.press("openSetupStep", { step: "notifications" })}>
						{t("trusted.practice.leave")}
					</Button>
				</div>
				<Fault text={command.fault} className="mt-2" />
			</section>
			<div className="min-h-0">
				<TrustedContext.Provider value={practised}>
					<ReviewScreen
						review={review}
						ticket={PRACTICE_TICKET}
						offline={false}
						allowOnce={null}
						exceptionUntil={null}
						queue={{ at: 1, of: 1 }}
					/>
				</TrustedContext.Provider>
			</div>
		</div>
	);
}
