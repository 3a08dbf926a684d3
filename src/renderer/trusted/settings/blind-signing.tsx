import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";

const POINTS = [
	[
		"What it is",
		"Some requests are a bare hash: a user operation of a smart account, or 32 bytes to sign. What the hash stands for can’t be seen, here or in any other wallet.",
	],
	[
		"Why it is off",
		"Such a signature can stand for anything, giving away all that the account holds included. While it is off, these requests are shown and refused.",
	],
	[
		"What turning it on does",
		"They can then be approved, one at a time, each with a typed word and a warning. Nothing is approved by this by itself.",
	],
] as const;

/** Whether requests whose meaning can't be seen may be signed. Takes the password either way. */
export function BlindSigning() {
	const { bridge, view } = useTrusted();
	const [password, setPassword] = useState("");
	const [saved, setSaved] = useState(false);
	const wish = useWish();
	const on = view.settings.blindSigning;
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (password === "") return;
		setSaved(false);
		const outcome = await wish.send(() => bridge.call("setBlindSigning", { on: !on, password }));
		setPassword("");
		setSaved(outcome?.ok === true);
	};
	return (
		<form onSubmit={(event) => void submit(event)} className="h-full">
			<Page
				title="Blind signing"
				lead={
					on
						? "It is on: a request whose meaning can’t be seen may be signed."
						: "It is off, as it should be for almost everybody."
				}
				bar={
					<>
						<Button look="quiet" onClick={() => void wish.send(() => bridge.call("openDesk", {}))}>
							Back to settings
						</Button>
						<Button submit look={on ? "primary" : "danger"} disabled={password === ""} busy={wish.busy}>
							{wish.busy ? "Saving…" : on ? "Turn it off" : "Turn it on"}
						</Button>
					</>
				}
			>
				<div className="grid gap-4">
					{saved && (
						<Notice tone="in" alert>
							Saved. Blind signing is {on ? "on" : "off"}.
						</Notice>
					)}
					<dl className="card">
						{POINTS.map(([name, words]) => (
							<div key={name} className="px-4 py-3 not-first:border-t not-first:border-line-2">
								<dt className="font-medium">{name}</dt>
								<dd className="mt-0.5 text-f2 text-pretty text-ink-2">{words}</dd>
							</div>
						))}
					</dl>
					<Field
						label="Password of your keys"
						secret
						maxLength={1024}
						value={password}
						onText={setPassword}
						autoComplete="current-password"
					/>
					<Fault words={wish.fault} />
				</div>
			</Page>
		</form>
	);
}
