import { CircleCheck, LoaderCircle, OctagonAlert, OctagonX, TriangleAlert } from "lucide-react";

/** Severities differ in shape as well as in color. */
export const BAND_STYLES = {
	calm: { icon: CircleCheck, ground: "bg-surface border-line", mark: "text-accent", text: "text-ink" },
	checking: {
		icon: LoaderCircle,
		ground: "bg-surface border-line",
		mark: "text-ink-3 motion-turn",
		text: "text-ink",
	},
	caution: {
		icon: TriangleAlert,
		ground: "bg-caution-soft border-caution/35 stripe-caution",
		mark: "text-caution",
		text: "text-caution",
	},
	danger: {
		icon: OctagonAlert,
		ground: "bg-danger-soft border-danger/35 stripe-danger",
		mark: "text-danger",
		text: "text-danger",
	},
	blocked: {
		icon: OctagonX,
		ground: "bg-danger-soft border-danger/35 stripe-danger",
		mark: "text-danger",
		text: "text-danger",
	},
} as const;
