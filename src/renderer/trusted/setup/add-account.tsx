import { Plus, Usb } from "lucide-react";
import { useId, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, Success } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { WatchForm } from "../keys/watch-form.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { useKeySource } from "./key-ways.tsx";
import { Missing } from "./missing.tsx";

const IMPORTS = ["phrase", "key", "file"] as const;

/** Main shows the dialog and reads the file, so no window sees the key. */
function ImportForm({
	way,
	onAdded,
}: {
	way: (typeof IMPORTS)[number];
	onAdded: (text: string | null) => void;
}) {
	const source = useKeySource(way, true);
	const [password, setPassword] = useState("");
	const can = source.can && password !== "";
	const missingId = useId();
	const missing = source.missing ?? (password === "" ? message("trusted.setup.missing.keys-password") : null);
	const submit = async () => {
		if (!can) return;
		onAdded(null);
		const isIn = await source.bringIn(password);
		setPassword("");
		if (isIn)
			onAdded(way === "phrase" ? t("trusted.setup.accounts-added") : t("trusted.setup.account-key-added"));
	};
	return (
		<Form className="card mt-4 grid gap-4 p-4" aria-label={t(`trusted.setup.add.${way}`)} onSubmit={submit}>
			<div>
				<h2 className="font-medium">{t(`trusted.setup.add.${way}`)}</h2>
				<p className="mt-0.5 text-f2 text-pretty text-ink-2">{t(`trusted.setup.add.${way}.what`)}</p>
			</div>
			{source.field}
			<PasswordField value={password} onText={setPassword} />
			<Fault text={source.command.fault} />
			<Missing id={missingId} text={missing} />
			<Button
				submit
				className="justify-self-start"
				disabled={!can}
				busy={source.command.busy}
				aria-describedby={missing === null ? undefined : missingId}
			>
				{source.command.busy ? t("trusted.setup.importing") : t(`trusted.setup.add.${way}.action`)}
			</Button>
		</Form>
	);
}

const NAMES = { evm: message("ui.ethereum"), svm: message("ui.solana") } as const;
const FAMILIES = [
	{ value: "evm", text: NAMES.evm },
	{ value: "svm", text: NAMES.svm },
] as const;

export function AddAccount() {
	const derive = useTrustedCommand();
	const ledger = useTrustedCommand();
	const [family, setFamily] = useState<AccountView["family"]>("evm");
	const [added, setAdded] = useState<string | null>(null);

	const next = async () => {
		setAdded(null);
		await derive.call("deriveAccount", { family }, () =>
			setAdded(t("trusted.setup.account.added", { name: NAMES[family] })),
		);
	};
	return (
		<Page
			title={t("trusted.setup.add-an-account")}
			bar={
				<Button variant="quiet" onClick={() => void derive.call("openDesk", {})}>
					{t("ui.back.home")}
				</Button>
			}
		>
			<Success
				text={added !== null ? t("trusted.setup.find-under-accounts", { added }) : null}
				className="mb-5"
			/>
			<section className="card p-4" aria-label={t("trusted.setup.from-your-phrase")}>
				<h2 className="font-medium">{t("trusted.setup.from-your-phrase")}</h2>
				<p className="mt-0.5 text-f2 text-ink-2">{t("trusted.setup.account.next")}</p>
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
						{derive.busy ? t("ui.adding") : t("trusted.setup.add-next-account")}
					</Button>
				</div>
			</section>
			<section className="card mt-4 p-4" aria-label={t("trusted.setup.from-a-ledger")}>
				<h2 className="font-medium">{t("trusted.setup.from-a-ledger")}</h2>
				<p className="mt-0.5 text-f2 text-ink-2">{t("trusted.setup.ledger.help")}</p>
				<Fault text={ledger.fault} className="mt-3" />
				<Button className="mt-3" {...ledger.press("openLedger", {})}>
					<Usb size={15} aria-hidden /> {t("trusted.setup.use-a-ledger")}
				</Button>
			</section>
			{IMPORTS.map((way) => (
				<ImportForm key={way} way={way} onAdded={setAdded} />
			))}
			<WatchForm onAdded={setAdded} />
		</Page>
	);
}
