import { Search } from "lucide-react";
import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { FoundAccountRow } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { FoundRows } from "../ledger/found-rows.tsx";

type Family = "evm" | "svm";

export interface ChosenAccounts {
	readonly passphrase: string;
	/** If empty, the first account of each family is used. */
	readonly accounts: { family: Family; path: string }[];
}

export const NONE_CHOSEN: ChosenAccounts = { passphrase: "", accounts: [] };

interface Found {
	readonly phrase: string;
	readonly passphrase: string;
	readonly family: Family;
	readonly page: number;
	readonly rows: readonly FoundAccountRow[];
}

const FIND = [
	{ family: "evm", name: message("ui.ethereum") },
	{ family: "svm", name: message("ui.solana") },
] as const;

export function PhraseAccounts({
	phrase,
	chosen,
	onChoose,
	adds,
}: {
	/** `null` until all words are entered. */
	phrase: string | null;
	chosen: ChosenAccounts;
	onChoose: (chosen: ChosenAccounts) => void;
	/** Set if the vault already has a recovery phrase, so a second one requires a passphrase. */
	adds: boolean;
}) {
	const { view } = useTrusted();
	const [path, setPath] = useState("");
	const [found, setFound] = useState<Found | null>(null);
	const command = useTrustedCommand();
	const { passphrase, accounts } = chosen;
	const current = found !== null && found.phrase === phrase && found.passphrase === passphrase ? found : null;
	const hasNetworks = view.settings.chains.length > 0;

	const find = async (family: Family, page: number) => {
		if (phrase === null) return;
		const typed = path.trim() === "" ? null : path.trim();
		const outcome = await command.call("findPhraseAccounts", {
			phrase,
			passphrase,
			family,
			page,
			path: typed,
		});
		if (outcome?.ok !== true || outcome.rows === undefined) return;
		const before = page > 0 && current?.family === family ? current.rows : [];
		const fresh = outcome.rows.filter((row) => !before.some((each) => each.path === row.path));
		setFound({ phrase, passphrase, family, page, rows: [...before, ...fresh] });
	};
	const select = (family: Family, paths: readonly string[]) =>
		onChoose({
			...chosen,
			accounts: [
				...accounts.filter((each) => each.family !== family),
				...paths.map((each) => ({ family, path: each })),
			],
		});

	return (
		<details className="card min-w-0 px-3.5 py-3" open={adds || undefined}>
			<summary className="cursor-pointer">
				<h2 className="inline font-medium">{t("trusted.setup.accounts.other")}</h2>
			</summary>
			<div className="mt-3 grid gap-4 *:min-w-0">
				<p className="text-f2 text-pretty text-ink-2">
					{adds ? t("trusted.setup.accounts.lead-adding") : t("trusted.setup.accounts.lead")}
				</p>
				<Field
					label={t("trusted.setup.accounts.passphrase")}
					help={t("trusted.setup.accounts.passphrase-help")}
					secret
					maxLength={256}
					value={passphrase}
					autoComplete="off"
					onText={(text) => {
						command.clear();
						onChoose({ passphrase: text, accounts: [] });
					}}
				/>
				<Field
					label={t("trusted.setup.accounts.path")}
					help={t("trusted.setup.accounts.path-help")}
					mono
					maxLength={120}
					value={path}
					onText={(text) => {
						command.clear();
						setPath(text);
					}}
				/>
				<div className="flex flex-wrap gap-2">
					{FIND.map(({ family, name }) => (
						<Button
							key={family}
							size="small"
							disabled={phrase === null}
							busy={command.busy}
							onClick={() => void find(family, 0)}
						>
							<Search size={14} aria-hidden />{" "}
							{t("trusted.ledger.find-accounts.named", { name: textOf(name) })}
						</Button>
					))}
				</div>
				{!hasNetworks && <Notice tone="quiet">{t("trusted.setup.accounts.no-networks")}</Notice>}
				<Fault text={command.fault} />
				{current !== null && (
					<div className="-mx-3.5">
						<FoundRows
							scan={{
								state: "done",
								family: current.family,
								deviceId: null,
								rows: current.rows,
								text: null,
							}}
							selected={accounts.filter(({ family }) => family === current.family).map((each) => each.path)}
							onSelect={(paths) => select(current.family, paths)}
							locked={command.busy}
							named={[]}
						/>
						<div className="border-t border-line-2 px-2 pt-2">
							<Button
								size="small"
								variant="quiet"
								busy={command.busy}
								onClick={() => void find(current.family, current.page + 1)}
							>
								{t("ui.show-more")}
							</Button>
						</div>
					</div>
				)}
				{accounts.length > 0 && (
					<p className="text-f2 text-ink-2" role="status">
						{t("trusted.setup.accounts.chosen", { count: accounts.length })}
					</p>
				)}
				{passphrase !== "" && <Notice tone="caution">{t("trusted.setup.accounts.passphrase-kept")}</Notice>}
			</div>
		</details>
	);
}
