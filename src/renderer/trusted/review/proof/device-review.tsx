import type { ContentView } from "../../../../ipc/review.ts";
import type { DevicePlanView, DeviceReviewView } from "../../../../ipc/wallet.ts";
import { t, textOf, textOrNull } from "../../../../text/index.ts";
import { Fold } from "../../../components/fold.tsx";
import { Pill } from "../../../components/pill.tsx";
import { Section } from "../../../components/section.tsx";
import { SIGHTS, Sight, ToCompare } from "../../device/device-plan.tsx";
import { DeviceStatus } from "../../device/device-status.tsx";
import { groupTitle } from "../../device/plan.ts";

/** More groups than these are folded, but for those that the device can't show. */
const OPEN = 2;

/** The Ledger that must sign: how it stands, and what it will show, screen by screen. */
export function DeviceReview({
	device,
	contents,
}: {
	device: DeviceReviewView;
	contents: readonly ContentView[];
}) {
	const { plans } = device;
	const headlines = contents.length === plans.length ? contents.map((content) => content.headline) : [];
	return (
		<Section title={t("trusted.review.on-your-ledger")} aside={textOf(device.account)}>
			<div className="card *:not-first:border-t *:not-first:border-line-2">
				<DeviceStatus device={device.device} only={device.app} />
				{plans.map((plan, index) => (
					<Group
						key={index}
						plan={plan}
						title={groupTitle(index + 1, plans.length, textOrNull(headlines[index] ?? null))}
						open={plans.length <= OPEN || plan.sight !== "clear"}
					/>
				))}
			</div>
		</Section>
	);
}

function Group({ plan, title, open }: { plan: DevicePlanView; title: string | null; open: boolean }) {
	const content = (
		<>
			<Sight plan={plan} />
			<ToCompare plan={plan} />
		</>
	);
	if (title === null) return <div>{content}</div>;
	const { tone, word } = SIGHTS[plan.sight];
	return (
		<div>
			<Fold
				defaultOpen={open}
				className="px-3.5 py-2.5"
				title={<span className="font-medium text-ink wrap-anywhere">{title}</span>}
				aside={<Pill tone={tone}>{textOf(word)}</Pill>}
			>
				{content}
			</Fold>
		</div>
	);
}
