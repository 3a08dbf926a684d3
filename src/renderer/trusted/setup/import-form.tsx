import { type FormEvent, useState } from "react";
import type { Message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useKeySource } from "./key-ways.tsx";

/** One more key beside those that are there: typed, or from a file for which main asks, so that no window sees it. */
export function ImportForm({
	way,
	title,
	text,
	action,
	onAdded,
}: {
	way: "key" | "file";
	title: Message;
	text: Message;
	action: Message;
	onAdded: (text: string | null) => void;
}) {
	const source = useKeySource(way);
	const [password, setPassword] = useState("");
	const can = source.can && password !== "";
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!can) return;
		onAdded(null);
		const isIn = await source.bringIn(password);
		setPassword("");
		if (isIn) onAdded(t("trusted.setup.account-key-added"));
	};
	return (
		<form
			className="card mt-4 grid gap-4 p-4"
			aria-label={textOf(title)}
			onSubmit={(event) => void submit(event)}
		>
			<div>
				<h2 className="font-medium">{textOf(title)}</h2>
				<p className="mt-0.5 text-f2 text-pretty text-ink-2">{textOf(text)}</p>
			</div>
			{source.field}
			<Field
				label={t("trusted.setup.password-keys")}
				secret
				maxLength={1024}
				value={password}
				onText={setPassword}
				autoComplete="current-password"
			/>
			<Fault text={source.command.fault} />
			<Button submit className="justify-self-start" disabled={!can} busy={source.command.busy}>
				{source.command.busy ? t("trusted.setup.importing") : textOf(action)}
			</Button>
		</form>
	);
}
