import { RadioGroup } from "radix-ui";
import type { DeviceView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";
import { rich } from "../../components/rich.ts";
import { isThere, modelName } from "../device/condition.ts";
import { DeviceStatus } from "../device/device-status.tsx";
import { Part } from "./part.tsx";

/** Each device and how it stands. Where there are several, one is chosen to be searched. */
export function Devices({
	devices,
	searched,
	onChoose,
}: {
	devices: readonly DeviceView[];
	searched: string | null;
	onChoose: (id: string) => void;
}) {
	const several = devices.filter(isThere).length > 1;
	const list = (
		<ul className="card" aria-live="polite">
			{devices.map((device) => (
				<li key={device.id} className="not-first:border-t not-first:border-line-2">
					<DeviceStatus device={device}>
						{several && isThere(device) && <SearchThis device={device} />}
					</DeviceStatus>
				</li>
			))}
		</ul>
	);
	return (
		<Part title={several ? t("trusted.ledger.your-devices") : t("trusted.ledger.your-device")}>
			{several ? (
				<RadioGroup.Root
					aria-label={t("trusted.ledger.device-search")}
					value={searched}
					onValueChange={onChoose}
				>
					{list}
				</RadioGroup.Root>
			) : (
				list
			)}
		</Part>
	);
}

function SearchThis({ device }: { device: DeviceView }) {
	const id = `search-${device.id}`;
	return (
		<div className="mt-2.5 flex items-center gap-2">
			<RadioGroup.Item
				id={id}
				value={device.id}
				className="grid size-4.5 shrink-0 place-items-center rounded-full border border-edge bg-surface data-[state=checked]:border-accent"
			>
				<RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
			</RadioGroup.Item>
			<label htmlFor={id} className="text-f2">
				{rich(
					"trusted.ledger.search-this-one",
					{ model: modelName(device.model) },
					{ hidden: (text) => <span className="sr-only">{text}</span> },
				)}
			</label>
		</div>
	);
}
