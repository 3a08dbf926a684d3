import clsx from "clsx";
import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { type Message, message } from "../../../core/message.ts";
import type { SettingsView } from "../../../ipc/settings.ts";
import { t, textOf } from "../../../text/index.ts";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

type Transport = SettingsView["commitTransport"];

const CHOICES: readonly { readonly value: Transport; readonly title: Message; readonly text: Message }[] = [
	{
		value: "sign_and_broadcast",
		title: message("desk.settings.choices.sign-and-broadcast.title"),
		text: message("desk.settings.choices.sign-and-broadcast.words"),
	},
	{
		value: "browser_send",
		title: message("desk.settings.choices.browser-send.title"),
		text: message("desk.settings.choices.browser-send.words"),
	},
];

/** Which route a transaction takes where its request offers both. */
export function TransportSettings() {
	const { bridge, view } = useDesk();
	const { commitTransport } = view.settings;
	const command = useCommand();
	const choose = (value: string) => {
		const chosen = CHOICES.find((choice) => choice.value === value);
		if (chosen === undefined || chosen.value === commitTransport) return;
		void command.send(() => bridge.call("setPreferences", { commitTransport: chosen.value }));
	};
	return (
		<Group title={t("desk.settings.how-transactions-sent")}>
			<p className="text-f2 text-pretty text-ink-2">{t("desk.settings.some-requests-go-either-way")}</p>
			<div>
				<RadioGroup.Root
					aria-label={t("desk.settings.how-transactions-sent")}
					value={commitTransport}
					onValueChange={choose}
					disabled={command.busy}
					className="-mx-2 grid gap-1"
				>
					{CHOICES.map((choice) => (
						<Choice
							key={choice.value}
							value={choice.value}
							title={textOf(choice.title)}
							text={textOf(choice.text)}
							on={choice.value === commitTransport}
						/>
					))}
				</RadioGroup.Root>
				<Fault text={command.fault} className="mt-2" />
			</div>
		</Group>
	);
}

function Choice({ value, title, text, on }: { value: Transport; title: string; text: string; on: boolean }) {
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
					{text}
				</p>
			</div>
		</div>
	);
}
