import { type FormEvent, useState } from "react";
import type { SaveOutcome } from "../../../bridge/book-procedures.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { ContactPassword } from "./contact-password.tsx";

/** Stable, so that React calls it when the box appears and not on every draw. */
function focusOnce(box: HTMLInputElement | null) {
	box?.focus();
}

export interface Draft {
	readonly address: string;
	readonly label: string;
	/** The address stands already, and only its name is asked for. */
	readonly known: "contact" | "met" | null;
}

/** A new contact, or another name for one. What main warns of is read before it is saved all the same. */
export function ContactForm({
	draft,
	takesPassword,
	onDone,
}: {
	draft: Draft;
	takesPassword: boolean;
	onDone: () => void;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	// Another name for a contact lets nobody through who was not let through before.
	const loosens = takesPassword && draft.known !== "contact";
	const [address, setAddress] = useState(draft.address);
	const [label, setLabel] = useState(draft.label);
	const [password, setPassword] = useState("");
	const [warnings, setWarnings] = useState<readonly string[]>([]);
	const save = async (despite: readonly string[]) => {
		const text = address.trim();
		const outcome: SaveOutcome | null = await wish.send(() =>
			bridge.call("saveContact", {
				family: text.startsWith("0x") ? "evm" : "svm",
				address: text,
				label: label.trim(),
				renaming: draft.known === "contact",
				despite: [...despite],
				password: loosens ? password : null,
			}),
		);
		if (outcome?.ok === true) onDone();
		else setWarnings(outcome?.warnings ?? []);
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		void save([]);
	};
	// Another text has not been looked at yet.
	const change = (set: (text: string) => void) => (text: string) => {
		set(text);
		setWarnings([]);
		wish.clear();
	};
	const warned = warnings.length > 0;
	const ready = address.trim() !== "" && label.trim() !== "" && (!loosens || password !== "");
	return (
		<form
			onSubmit={submit}
			onKeyDown={(event) => {
				if (event.key === "Escape") onDone();
			}}
			aria-label={draft.known === "contact" ? "Rename contact" : "New contact"}
			className="grid gap-3"
		>
			{draft.known === null && (
				<Field
					label="Address"
					mono
					value={address}
					onText={change(setAddress)}
					maxLength={100}
					help="0x… for EVM chains, base58 for Solana. Copy it from the person themselves."
					ref={focusOnce}
				/>
			)}
			<Field
				label="Name"
				value={label}
				onText={change(setLabel)}
				maxLength={60}
				placeholder="A name only you see"
				{...(draft.known === null ? {} : { ref: focusOnce })}
			/>
			{loosens && <ContactPassword value={password} onText={setPassword} />}
			{warned && (
				<Notice tone="caution" alert>
					<p className="font-semibold">Look at this before you save it</p>
					<ul className="mt-1 grid gap-1">
						{warnings.map((words) => (
							<li key={words}>{words}</li>
						))}
					</ul>
				</Notice>
			)}
			<Fault words={warned ? null : wish.fault} />
			<div className="flex flex-wrap gap-2">
				{warned ? (
					<Button size="small" look="danger" busy={wish.busy} onClick={() => void save(warnings)}>
						Save anyway
					</Button>
				) : (
					<Button submit size="small" look="primary" disabled={!ready} busy={wish.busy}>
						Save
					</Button>
				)}
				<Button size="small" look="quiet" onClick={onDone}>
					Cancel
				</Button>
			</div>
		</form>
	);
}
