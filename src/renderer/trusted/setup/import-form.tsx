import { type FormEvent, useId, useState } from "react";
import { type Message, message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useKeySource } from "./key-ways.tsx";
import { Missing } from "./missing.tsx";

/** One more key beside those that are there: typed, or from a file for which main asks, so that no window sees it. */
export function ImportForm({
	way,
	title,
	text,
	action,
	onAdded,
}: {
	way: "phrase" | "key" | "file";
	title: Message;
	text: Message;
	action: Message;
	onAdded: (text: string | null) => void;
}) {
	const source = useKeySource(way, true);
	const [password, setPassword] = useState("");
	const can = source.can && password !== "";
	const missingId = useId();
	const missing = source.missing ?? (password === "" ? message("trusted.setup.missing.keys-password") : null);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!can) return;
		onAdded(null);
		const isIn = await source.bringIn(password);
		setPassword("");
		if (isIn)
			onAdded(way === "phrase" ? t("trusted.setup.accounts-added") : t("trusted.setup.account-key-added"));
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
			<Missing id={missingId} text={missing} />
			<Button
				submit
				className="justify-self-start"
				disabled={!can}
				busy={source.command.busy}
				aria-describedby={missing === null ? undefined : missingId}
			>
				{source.command.busy ? t("trusted.setup.importing") : textOf(action)}
			</Button>
		</form>
	);
}
