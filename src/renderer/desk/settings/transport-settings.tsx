import clsx from "clsx";
import { RadioGroup } from "radix-ui";
import { useId } from "react";
import type { SettingsView } from "../../../bridge/views.ts";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";

type Transport = SettingsView["commitTransport"];

const CHOICES: readonly { readonly value: Transport; readonly title: string; readonly words: string }[] = [
	{
		value: "sign_and_broadcast",
		title: "Hand the signature to the service first",
		words:
			"Countersign signs and hands the signed transaction in. The service hands it back to be sent, and it is sent only if it is byte for byte what you signed.",
	},
	{
		value: "browser_send",
		title: "Tell the service, then sign and send at once",
		words:
			"Countersign tells the service that it is about to send, compares what the service then names with what you approved, signs, sends it to the chain itself and reports the hash.",
	},
];

/** Which route a transaction takes where its request offers both. */
export function TransportSettings() {
	const { bridge, view } = useDesk();
	const { commitTransport } = view.settings;
	const wish = useWish();
	const choose = (value: string) => {
		const chosen = CHOICES.find((choice) => choice.value === value);
		if (chosen === undefined || chosen.value === commitTransport) return;
		void wish.send(() => bridge.call("setPreferences", { commitTransport: chosen.value }));
	};
	return (
		<Group title="How transactions are sent">
			<p className="text-f2 text-pretty text-ink-2">
				Some requests can go either way; most leave no choice. Both are checked alike: nothing is signed that
				does not match the review you approved. A change here counts for reviews opened from now on.
			</p>
			<div>
				<RadioGroup.Root
					aria-label="How transactions are sent"
					value={commitTransport}
					onValueChange={choose}
					disabled={wish.busy}
					className="-mx-2 grid gap-1"
				>
					{CHOICES.map((choice) => (
						<Choice key={choice.value} {...choice} on={choice.value === commitTransport} />
					))}
				</RadioGroup.Root>
				<Fault words={wish.fault} className="mt-2" />
			</div>
		</Group>
	);
}

function Choice({
	value,
	title,
	words,
	on,
}: {
	value: Transport;
	title: string;
	words: string;
	on: boolean;
}) {
	const id = useId();
	return (
		<div className={clsx("flex gap-3 rounded-md px-2 py-2", on && "bg-ground")}>
			<RadioGroup.Item
				id={id}
				value={value}
				aria-describedby={`${id}-words`}
				className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-edge bg-surface data-[state=checked]:border-accent"
			>
				<RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
			</RadioGroup.Item>
			<div>
				<label htmlFor={id} className={clsx("block", on && "font-medium")}>
					{title}
				</label>
				<p id={`${id}-words`} className="text-f2 text-pretty text-ink-2">
					{words}
				</p>
			</div>
		</div>
	);
}
