import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";
import { minutesFault } from "./check.ts";

/** After how long without use the keys lock. Takes the password, since longer is looser. */
export function AutoLock() {
	const { bridge, view } = useTrusted();
	const [minutes, setMinutes] = useState(String(view.settings.autoLockMinutes));
	const [password, setPassword] = useState("");
	const [saved, setSaved] = useState(false);
	const wish = useWish();
	const fault = minutesFault(minutes);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (fault !== null || password === "") return;
		setSaved(false);
		const outcome = await wish.send(() => bridge.call("setAutoLock", { minutes: Number(minutes), password }));
		setPassword("");
		setSaved(outcome?.ok === true);
	};
	return (
		<form onSubmit={(event) => void submit(event)} className="h-full">
			<Page
				title="Lock after a while"
				lead="Locked keys can’t sign. They also lock on sleep and when Countersign quits."
				bar={
					<>
						<Button look="quiet" onClick={() => void wish.send(() => bridge.call("openDesk", {}))}>
							Back to settings
						</Button>
						<Button submit look="primary" disabled={fault !== null || password === ""} busy={wish.busy}>
							{wish.busy ? "Saving…" : "Save"}
						</Button>
					</>
				}
			>
				<div className="grid gap-4">
					<Field
						label="Minutes without use"
						inputMode="numeric"
						maxLength={3}
						value={minutes}
						onText={setMinutes}
						wrong={fault}
						className="w-40"
					/>
					<Field
						label="Password of your keys"
						secret
						maxLength={1024}
						value={password}
						onText={setPassword}
						autoComplete="current-password"
					/>
					<Fault words={wish.fault} />
					{saved && (
						<Notice tone="in" alert>
							Saved. Keys lock after {minutes} {minutes === "1" ? "minute" : "minutes"} without use.
						</Notice>
					)}
				</div>
			</Page>
		</form>
	);
}
