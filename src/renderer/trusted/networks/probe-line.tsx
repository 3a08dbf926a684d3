import clsx from "clsx";
import { Check, LoaderCircle, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import { t, textOf } from "../../../text/index.ts";
import { canSimulate, type Probed } from "./use-probes.ts";

interface Verdict {
	readonly icon: LucideIcon;
	readonly tone: "asking" | "good" | "caution" | "wrong";
	readonly words: Message;
	readonly simulates: Message | null;
}

const VERDICTS = {
	asking: {
		icon: LoaderCircle,
		tone: "asking",
		words: message("ui.checking"),
		simulates: null,
	},
	silent: {
		icon: OctagonAlert,
		tone: "wrong",
		words: message("trusted.networks.no-answer"),
		simulates: null,
	},
	other: {
		icon: OctagonAlert,
		tone: "wrong",
		words: message("trusted.networks.other-chain"),
		simulates: null,
	},
	simulates: {
		icon: Check,
		tone: "good",
		words: message("trusted.networks.simulates"),
		simulates: message("trusted.networks.yes"),
	},
	traces: {
		icon: Check,
		tone: "good",
		words: message("trusted.networks.traces"),
		simulates: message("trusted.networks.by-tracing"),
	},
	unclear: {
		icon: TriangleAlert,
		tone: "caution",
		words: message("trusted.networks.unclear"),
		simulates: message("trusted.networks.not-known"),
	},
	none: {
		icon: TriangleAlert,
		tone: "caution",
		words: message("trusted.networks.no-simulation"),
		simulates: message("trusted.networks.no"),
	},
} as const satisfies Record<string, Verdict>;

function verdictOf(probed: Probed): Verdict {
	if (probed === "asking") return VERDICTS.asking;
	if (probed === "failed" || probed.found === "unreachable") return VERDICTS.silent;
	if (probed.found === "other") return VERDICTS.other;
	if (canSimulate(probed)) return probed.simulates === true ? VERDICTS.simulates : VERDICTS.traces;
	return probed.simulates === null ? VERDICTS.unclear : VERDICTS.none;
}

const msOf = (probed: Probed): number | null => (typeof probed === "string" ? null : probed.ms);

const TEXT_TONES = { asking: "text-ink-3", good: "", caution: "text-caution", wrong: "text-danger" } as const;

function ProbeResult({ verdict: { icon: Icon, tone }, words }: { verdict: Verdict; words: Message }) {
	return (
		<span className={clsx("flex items-center gap-1.5 text-f2", TEXT_TONES[tone])}>
			<Icon
				size={14}
				aria-hidden
				className={clsx("shrink-0", tone === "asking" && "motion-turn", tone === "good" && "text-accent")}
			/>
			{textOf(words)}
		</span>
	);
}

export function ProbeLine({ probed }: { probed: Probed | null }) {
	if (probed === null) return null;
	const verdict = verdictOf(probed);
	const ms = msOf(probed);
	return (
		<span className="grid justify-items-end gap-0.5">
			<ProbeResult verdict={verdict} words={verdict.words} />
			{verdict.simulates !== null && ms !== null && (
				<span className="num text-f1 text-ink-3">{t("trusted.networks.ms", { ms })}</span>
			)}
		</span>
	);
}

export const PROBE_COLUMNS =
	"grid grid-cols-[4.5rem_5.5rem_4rem] items-center gap-x-2 wide:grid-cols-[7rem_7rem_6rem] max-[26rem]:hidden";

export function ProbeCells({ probed }: { probed: Probed | null }) {
	if (probed === null) return null;
	const verdict = verdictOf(probed);
	const ms = msOf(probed);
	return (
		<>
			<span className="min-[26rem]:sr-only">
				<ProbeResult verdict={verdict} words={verdict.words} />
			</span>
			<span aria-hidden className={PROBE_COLUMNS}>
				{verdict.simulates === null ? (
					<span className="col-span-2">
						<ProbeResult verdict={verdict} words={verdict.words} />
					</span>
				) : (
					<>
						<ProbeResult verdict={VERDICTS.simulates} words={message("trusted.networks.yes")} />
						<ProbeResult verdict={verdict} words={verdict.simulates} />
						<span className="text-right text-f2 whitespace-nowrap text-ink-2 tabular-nums">
							{ms === null ? "–" : t("trusted.networks.ms", { ms })}
						</span>
					</>
				)}
			</span>
		</>
	);
}
