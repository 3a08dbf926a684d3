import { Plus, Usb } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AccountView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";
import { KEY_HELP, keyFault, LONGEST_KEY } from "./key.ts";

const NAMES = { evm: "Ethereum", svm: "Solana" } as const;
const FAMILIES = [
	{ value: "evm", words: NAMES.evm },
	{ value: "svm", words: NAMES.svm },
] as const;

/** One more account: the next of the phrase, one of a Ledger, or a key of its own. */
export function AddAccount() {
	const { bridge } = useTrusted();
	const derive = useWish();
	const ledger = useWish();
	const importing = useWish();
	const [family, setFamily] = useState<AccountView["family"]>("evm");
	const [key, setKey] = useState("");
	const [password, setPassword] = useState("");
	const [added, setAdded] = useState<string | null>(null);
	const fault = keyFault(key);
	const can = key.trim() !== "" && fault === null && password !== "";

	const next = async () => {
		setAdded(null);
		const outcome = await derive.send(() => bridge.call("deriveAccount", { family }));
		if (outcome?.ok === true) setAdded(`The next ${NAMES[family]} account of your phrase was added.`);
	};
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!can) return;
		setAdded(null);
		const outcome = await importing.send(() => bridge.call("importKey", { key: key.trim(), password }));
		setPassword("");
		if (outcome?.ok !== true) return;
		setKey("");
		setAdded("The account of that key was added.");
	};

	return (
		<Page
			title="Add an account"
			bar={
				<Button look="quiet" onClick={() => void derive.send(() => bridge.call("openDesk", {}))}>
					Back to accounts
				</Button>
			}
		>
			{added !== null && (
				<Notice tone="in" alert className="mb-5">
					{added} You find it under Accounts.
				</Notice>
			)}
			<section className="card p-4" aria-label="From your phrase">
				<h2 className="font-medium">From your phrase</h2>
				<p className="mt-0.5 text-f2 text-ink-2">
					The next account of the same words. Your written phrase brings it back too.
				</p>
				<Fault words={derive.fault} className="mt-3" />
				<div className="mt-3 flex flex-wrap items-center gap-3">
					<Segmented label="Kind of account" value={family} options={FAMILIES} onChoose={setFamily} />
					<Button busy={derive.busy} onClick={() => void next()}>
						<Plus size={15} aria-hidden /> {derive.busy ? "Adding…" : "Add the next account"}
					</Button>
				</div>
			</section>
			<section className="card mt-4 p-4" aria-label="From a Ledger">
				<h2 className="font-medium">From a Ledger</h2>
				<p className="mt-0.5 text-f2 text-ink-2">
					The key stays on the device, which asks you for each signature.
				</p>
				<Fault words={ledger.fault} className="mt-3" />
				<Button
					className="mt-3"
					busy={ledger.busy}
					onClick={() => void ledger.send(() => bridge.call("openLedger", {}))}
				>
					<Usb size={15} aria-hidden /> Use a Ledger
				</Button>
			</section>
			<form
				className="card mt-4 grid gap-4 p-4"
				aria-label="From a private key"
				onSubmit={(event) => void submit(event)}
			>
				<div>
					<h2 className="font-medium">From a private key</h2>
					<p className="mt-0.5 text-f2 text-ink-2">
						Your phrase does not bring this one back: keep the key somewhere safe as well.
					</p>
				</div>
				<Field
					label="Private key"
					secret
					mono
					maxLength={LONGEST_KEY}
					value={key}
					onText={setKey}
					wrong={fault}
					help={KEY_HELP}
				/>
				<Field
					label="Password of your keys"
					secret
					maxLength={1024}
					value={password}
					onText={setPassword}
					autoComplete="current-password"
				/>
				<Fault words={importing.fault} />
				<Button submit className="justify-self-start" disabled={!can} busy={importing.busy}>
					{importing.busy ? "Importing…" : "Import the key"}
				</Button>
			</form>
		</Page>
	);
}
