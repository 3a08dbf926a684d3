import { Plus, Usb } from "lucide-react";
import { type FormEvent, useState } from "react";
import { message } from "../../../core/message.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { WatchForm } from "../keys/watch-form.tsx";
import { Page } from "../page.tsx";
import { KEY_HELP, keyFault, MAX_KEY_LENGTH } from "./key.ts";
import { KeyFileForm } from "./key-file-form.tsx";

const NAMES = { evm: message("trusted.setup.names.evm"), svm: message("trusted.setup.names.svm") } as const;
const FAMILIES = [
	{ value: "evm", text: NAMES.evm },
	{ value: "svm", text: NAMES.svm },
] as const;

/** One more account: the next of the phrase, one of a Ledger, or a key of its own. */
export function AddAccount() {
	const { bridge } = useTrusted();
	const derive = useCommand();
	const ledger = useCommand();
	const importing = useCommand();
	const [family, setFamily] = useState<AccountView["family"]>("evm");
	const [key, setKey] = useState("");
	const [password, setPassword] = useState("");
	const [added, setAdded] = useState<string | null>(null);
	const fault = keyFault(key);
	const can = key.trim() !== "" && fault === null && password !== "";

	const next = async () => {
		setAdded(null);
		const outcome = await derive.send(() => bridge.call("deriveAccount", { family }));
		if (outcome?.ok === true) setAdded(t("trusted.setup.next-account-phrase-added", { name: NAMES[family] }));
	};
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!can) return;
		setAdded(null);
		const outcome = await importing.send(() => bridge.call("importKey", { key: key.trim(), password }));
		setPassword("");
		if (outcome?.ok !== true) return;
		setKey("");
		setAdded(t("trusted.setup.account-key-added"));
	};

	return (
		<Page
			title={t("trusted.setup.add-an-account")}
			bar={
				<Button look="quiet" onClick={() => void derive.send(() => bridge.call("openDesk", {}))}>
					{t("trusted.setup.back-to-accounts")}
				</Button>
			}
		>
			{added !== null && (
				<Notice tone="in" alert className="mb-5">
					{t("trusted.setup.find-under-accounts", { added })}
				</Notice>
			)}
			<section className="card p-4" aria-label={t("trusted.setup.from-your-phrase")}>
				<h2 className="font-medium">{t("trusted.setup.from-your-phrase")}</h2>
				<p className="mt-0.5 text-f2 text-ink-2">{t("trusted.setup.next-account-same-words-written")}</p>
				<Fault text={derive.fault} className="mt-3" />
				<div className="mt-3 flex flex-wrap items-center gap-3">
					<Segmented
						label={t("trusted.setup.kind-of-account")}
						value={family}
						options={FAMILIES}
						onChoose={setFamily}
					/>
					<Button busy={derive.busy} onClick={() => void next()}>
						<Plus size={15} aria-hidden />{" "}
						{derive.busy ? t("trusted.setup.adding") : t("trusted.setup.add-next-account")}
					</Button>
				</div>
			</section>
			<section className="card mt-4 p-4" aria-label={t("trusted.setup.from-a-ledger")}>
				<h2 className="font-medium">{t("trusted.setup.from-a-ledger")}</h2>
				<p className="mt-0.5 text-f2 text-ink-2">{t("trusted.setup.key-stays-device-asks-each")}</p>
				<Fault text={ledger.fault} className="mt-3" />
				<Button
					className="mt-3"
					busy={ledger.busy}
					onClick={() => void ledger.send(() => bridge.call("openLedger", {}))}
				>
					<Usb size={15} aria-hidden /> {t("trusted.setup.use-a-ledger")}
				</Button>
			</section>
			<form
				className="card mt-4 grid gap-4 p-4"
				aria-label={t("trusted.setup.private-key")}
				onSubmit={(event) => void submit(event)}
			>
				<div>
					<h2 className="font-medium">{t("trusted.setup.private-key")}</h2>
					<p className="mt-0.5 text-f2 text-ink-2">{t("trusted.setup.phrase-does-not-bring-one")}</p>
				</div>
				<Field
					label={t("trusted.setup.private-key-2")}
					secret
					mono
					maxLength={MAX_KEY_LENGTH}
					value={key}
					onText={setKey}
					wrong={fault}
					help={textOf(KEY_HELP)}
				/>
				<Field
					label={t("trusted.setup.password-keys")}
					secret
					maxLength={1024}
					value={password}
					onText={setPassword}
					autoComplete="current-password"
				/>
				<Fault text={importing.fault} />
				<Button submit className="justify-self-start" disabled={!can} busy={importing.busy}>
					{importing.busy ? t("trusted.setup.importing") : t("trusted.setup.import-the-key")}
				</Button>
			</form>
			<KeyFileForm onAdded={setAdded} />
			<WatchForm onAdded={setAdded} />
		</Page>
	);
}
